import type { FastifyInstance } from 'fastify'
import type { Event } from '../../../clients/typescript/src/generated.ts'
import { verifyWebhook, WebhookError } from '../../../clients/typescript/src/verify-webhook.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LinkState } from './order-state.ts'
import { moveLink, recordClaim, recordStage } from './order-store.ts'
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

const LINK_STATES: Readonly<Record<string, LinkState>> = {
  'payment_link.opened': 'OPENED',
  'payment_link.claimed': 'CLAIMED',
  'payment_link.completed': 'COMPLETED',
  'payment_link.expired': 'EXPIRED',
  'payment_link.deleted': 'DELETED',
}

const ENDINGS: readonly string[] = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'transaction.closed',
]

/** Each event may come again, late, or about an order of somebody else: the numbers of the events decide what is newer. */
async function receiveEvent(db: Queryable, event: Event): Promise<void> {
  const { type, orderId, transactionId, paymentLinkId, sequence } = event
  // An event about the endpoint itself.
  if (orderId === undefined) return
  const linkState = LINK_STATES[type]
  if (linkState !== undefined && paymentLinkId !== undefined) {
    const about = { orderId, linkId: paymentLinkId, sequence }
    if (type === 'payment_link.claimed' && transactionId !== undefined)
      await recordClaim(db, about, transactionId)
    await moveLink(db, about, linkState)
  } else if (transactionId !== undefined) {
    const stage = type === 'onboarding.step' ? event.step : ENDINGS.includes(type) ? event.action : undefined
    if (stage !== undefined) await recordStage(db, { orderId, transactionId, sequence, stage })
  }
}
