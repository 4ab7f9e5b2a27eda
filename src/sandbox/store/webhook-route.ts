import type { FastifyInstance } from 'fastify'
import type { Event } from '../../../clients/typescript/src/generated.ts'
import { verifyWebhook, WebhookError } from '../../../clients/typescript/src/verify-webhook.ts'
import { RequestError } from '../../contract/errors.ts'
import { receiveEvent } from './receive-event.ts'
import type { StoreContext } from './store-context.ts'
import { WEBHOOK_PATH, type WebhookEndpoint } from './webhook-endpoint.ts'

const BODY_LIMIT_BYTES = 64 * 1024

export function addWebhookRoute(
  app: FastifyInstance,
  { context, endpoint }: { readonly context: StoreContext; readonly endpoint: WebhookEndpoint },
): void {
  app.register(async scope => {
    // The signature covers the bytes that arrived: parsed and written again they would be others.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    scope.post<{ Body: Buffer }>(
      WEBHOOK_PATH,
      { config: { public: true }, bodyLimit: BODY_LIMIT_BYTES },
      async (request, reply) => {
        const secrets = await endpoint.listSecrets()
        await receiveEvent(context.database, verify(request.headers, request.body, secrets))
        return reply.code(204).send()
      },
    )
  })
}

function verify(
  headers: Parameters<typeof verifyWebhook>[0],
  body: unknown,
  secrets: readonly string[],
): Event {
  try {
    return verifyWebhook(headers, Buffer.isBuffer(body) ? body : Buffer.alloc(0), secrets)
  } catch (error) {
    if (error instanceof WebhookError) throw new RequestError('store_signature_refused', { cause: error })
    throw error
  }
}
