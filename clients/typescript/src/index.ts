import { type ClientOptions, createCall } from './call.ts'
import { createOperations, type Operations } from './generated.ts'

export type { CallOptions, ClientOptions } from './call.ts'
export { CrediarioError, type ErrorDetail } from './crediario-error.ts'
export type * from './generated.ts'
export { API_VERSION } from './generated.ts'
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts'

/** One function for each call of the interface; the key goes along in a header. */
export function createClient(options: ClientOptions): Operations {
  return createOperations(createCall(options))
}
