import { accountErrors } from './account-errors.ts'
import { agreementErrors } from './agreement-errors.ts'
import { connectorErrors } from './connector-errors.ts'
import { consoleErrors } from './console-errors.ts'
import { deskErrors } from './desk-errors.ts'
import type { Status, Step } from './enums.ts'
import { invoiceErrors } from './invoice-errors.ts'
import { onboardingErrors } from './onboarding-errors.ts'
import { purchaseErrors } from './purchase-errors.ts'
import { sandboxErrors } from './sandbox-errors.ts'
import { sellingErrors } from './selling-errors.ts'
import { storeErrors } from './store-errors.ts'
import { storefrontErrors } from './storefront-errors.ts'
import { webhookErrors } from './webhook-errors.ts'

/*
 * Every refusal that the service can send over HTTP, keyed by its code. The mapper, the tests and the documentation
 * page read this one table, so a code that is not here cannot be sent.
 */
interface CatalogueEntry {
  readonly status: number
  readonly area:
    | 'request'
    | 'authentication'
    | 'limits'
    | 'idempotency'
    | 'authorization'
    | 'transaction'
    | 'cancellation'
    | 'renegotiation'
    | 'desk'
    | 'console'
    | 'onboarding'
    | 'invoice'
    | 'storefront'
    | 'webhooks'
    | 'payment link'
    | 'customer area'
    | 'sandbox'
    | 'demonstration shop'
    | 'connectors'
    | 'service'
  /** Sent when the throwing code gives no more precise message. */
  readonly message: string
  /** For the developer who looks the code up. */
  readonly meaning: string
}

export const errorCatalogue = {
  missing_parameters: {
    status: 400,
    area: 'request',
    message: 'Missing parameters',
    meaning: 'Required parameters are absent; the message and the details name all of them.',
  },
  invalid_parameters: {
    status: 400,
    area: 'request',
    message: 'Invalid parameters',
    meaning: 'A parameter has the wrong type or a value that is not accepted; each detail names one field.',
  },
  version_unknown: {
    status: 400,
    area: 'request',
    message: 'x-service-version names no version of the interface',
    meaning: 'The header x-service-version must be a version that is served, or absent.',
  },
  invalid_json: {
    status: 400,
    area: 'request',
    message: 'Body is not valid JSON',
    meaning: 'The body could not be read as JSON in UTF-8 without a byte order mark.',
  },
  invalid_body: {
    status: 400,
    area: 'request',
    message: 'Body must be a JSON object',
    meaning: 'The body is JSON, but not an object, or it is nested too deeply or holds too many values.',
  },
  duplicate_field: {
    status: 400,
    area: 'request',
    message: 'Duplicate field',
    meaning: 'One JSON object names the same field twice, so its meaning would depend on the reader.',
  },
  forbidden_field_name: {
    status: 400,
    area: 'request',
    message: 'Forbidden field name',
    meaning: 'The body has a field named __proto__, constructor or prototype.',
  },
  forbidden_character: {
    status: 400,
    area: 'request',
    message: 'Body contains a forbidden character',
    meaning: 'A text holds a NUL character or half of a surrogate pair, which cannot be stored.',
  },
  malformed_request: {
    status: 400,
    area: 'request',
    message: 'Malformed HTTP request',
    meaning: 'The bytes received are not a well-formed HTTP request; the connection is closed.',
  },
  route_not_found: {
    status: 404,
    area: 'request',
    message: 'Route not found',
    meaning: 'No endpoint has this path.',
  },
  method_not_allowed: {
    status: 405,
    area: 'request',
    message: 'Method not allowed',
    meaning: 'The path exists, with the methods listed in the Allow header.',
  },
  request_timeout: {
    status: 408,
    area: 'request',
    message: 'Request took too long to arrive',
    meaning: 'The client did not send the whole request in time; the connection is closed.',
  },
  body_too_large: {
    status: 413,
    area: 'request',
    message: 'Body larger than 256 kB',
    meaning: 'The body is larger than this endpoint accepts.',
  },
  url_too_long: {
    status: 414,
    area: 'request',
    message: 'URL longer than 8 kB',
    meaning: 'The path and query string together are too long.',
  },
  unsupported_media_type: {
    status: 415,
    area: 'request',
    message: 'Content-Type must be application/json',
    meaning: 'A body was sent as something other than JSON in UTF-8.',
  },
  unsupported_content_encoding: {
    status: 415,
    area: 'request',
    message: 'Content encoding not supported',
    meaning: 'Compressed bodies are not accepted.',
  },
  expectation_failed: {
    status: 417,
    area: 'request',
    message: 'Expectation not supported',
    meaning: 'The Expect header asks for something other than 100-continue.',
  },
  headers_too_large: {
    status: 431,
    area: 'request',
    message: 'Headers larger than 16 kB',
    meaning: 'Request line and headers together are too large; the connection is closed.',
  },
  conflicting_api_keys: {
    status: 400,
    area: 'authentication',
    message: 'Conflicting API keys',
    meaning: 'The request carries two different keys in its body, query string or headers.',
  },
  invalid_api_key: {
    status: 401,
    area: 'authentication',
    message: 'Invalid API key',
    meaning: 'The key is unknown, revoked, expired or of another environment; the answer does not say which.',
  },
  scope_missing: {
    status: 403,
    area: 'authentication',
    message: 'This API key may not call this endpoint',
    meaning: 'The key is valid but lacks the scope of the endpoint.',
  },
  rate_limited: {
    status: 429,
    area: 'limits',
    message: 'Too many requests',
    meaning:
      'The key spent its requests of this second, or the address sent too many unknown keys or asked the storefront too often; see Retry-After.',
  },
  idempotency_key_invalid: {
    status: 400,
    area: 'idempotency',
    message: 'Idempotency-Key is invalid',
    meaning: 'The header must be one value of 1 to 255 printable ASCII characters.',
  },
  policy_missing: {
    status: 409,
    area: 'service',
    message: 'This retailer has no credit policy yet',
    meaning: 'The operator has issued a key but not published a policy for the retailer.',
  },
  idempotency_key_reused: {
    status: 409,
    area: 'idempotency',
    message: 'Idempotency-Key was used with a different request',
    meaning: 'This key already belongs to a request with another method, path or body.',
  },
  idempotency_in_progress: {
    status: 409,
    area: 'idempotency',
    message: 'A request with this Idempotency-Key is still running',
    meaning: 'The first request has not finished; ask again after Retry-After to get its answer.',
  },
  retailer_suspended: {
    status: 403,
    area: 'authorization',
    message: 'This retailer may not sell at present',
    meaning:
      'The lender has suspended the retailer: there are no new quotes, purchases and payment links. What was sold goes on.',
  },
  option_invalid: {
    status: 400,
    area: 'authorization',
    message: 'optionId is invalid',
    meaning: 'The checkout has no such option, or the option contradicts additionalOptions.',
  },
  option_expired: {
    status: 400,
    area: 'authorization',
    message: 'optionId has expired; request options again',
    meaning:
      'Options stand for 48 hours, and one with a registration fee only until the fee is charged. Ask /options again.',
  },
  option_already_used: {
    status: 400,
    area: 'authorization',
    message: 'optionId was already used',
    meaning: 'An option authorizes one order, once. Ask /options again.',
  },
  insurance_unavailable: {
    status: 400,
    area: 'authorization',
    message: 'insurance is not available for this option',
    meaning: 'hasInsurance is true, but the option came without an insuranceOption.',
  },
  checkout_not_found: {
    status: 404,
    area: 'authorization',
    message: 'Checkout not found',
    meaning: 'The option belongs to no checkout of this retailer.',
  },
  order_already_authorized: {
    status: 409,
    area: 'authorization',
    message: 'orderId already has a transaction',
    meaning:
      'The order has a transaction that was not canceled, named in the details; cancel it first, or use another orderId.',
  },
  contract_in_progress: {
    status: 409,
    area: 'authorization',
    message: 'customer already has a contract in progress',
    meaning:
      'A customer has one active contract at a time, at any retailer, unless your credit policy allows more within a total amount; the details name one that is yours.',
  },
  authorization_in_progress: {
    status: 409,
    area: 'authorization',
    message: 'This authorization is still running',
    meaning: 'An earlier call for the same order, option or customer has not finished; see Retry-After.',
  },
  limit_exceeded: {
    status: 409,
    area: 'authorization',
    message: 'The amount to finance is above the approved limit',
    meaning: 'The credit decision of the checkout does not cover the option.',
  },
  ...purchaseErrors,
  ...agreementErrors,
  ...onboardingErrors,
  ...invoiceErrors,
  ...storefrontErrors,
  ...webhookErrors,
  ...sandboxErrors,
  ...sellingErrors,
  ...accountErrors,
  ...storeErrors,
  ...connectorErrors,
  ...deskErrors,
  ...consoleErrors,
  metrics_token_required: {
    status: 401,
    area: 'service',
    message: 'Authorization must be Bearer with the METRICS_TOKEN of the service',
    meaning: 'The metrics are for the monitoring of those who operate the service.',
  },
  internal_error: {
    status: 500,
    area: 'service',
    message: 'Internal error',
    meaning: 'Something broke on our side. Nothing was half done; quote the trackId when you report it.',
  },
  service_unavailable: {
    status: 503,
    area: 'service',
    message: 'Service temporarily unavailable',
    meaning: 'The service cannot answer now; the request is safe to repeat after Retry-After.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>

export type ErrorCode = keyof typeof errorCatalogue

export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

export interface ErrorBody {
  readonly error: true
  readonly code: ErrorCode
  readonly message: string
  readonly details: readonly ErrorDetail[]
  readonly trackId: string
}

interface Standing {
  readonly status: Status
  readonly step: Step
}

/** A refusal for the caller. Its message is sent as it is: it must never contain a value from the request. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /** The state of the purchase that the refused request was about; only sent to its customer. */
  readonly standing: Standing | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      details?: readonly ErrorDetail[]
      retryAfterSeconds?: number
      standing?: Standing
      cause?: unknown
    } = {},
  ) {
    super(
      options.message ?? errorCatalogue[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'RequestError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.standing = options.standing
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
