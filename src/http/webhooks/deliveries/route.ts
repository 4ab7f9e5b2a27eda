import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { KeyOnlyRequest } from '../../../contract/transaction.ts'
import {
  DeliveriesAnswer,
  DeliveriesQuery,
  DeliveryAnswer,
  parseListLength,
} from '../../../contract/webhooks.ts'
import type { Delivery } from '../../../domains/webhooks/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { describeWebhookRead, describeWebhookRoute } from '../describe-webhook-route.ts'

/** The response of a test includes the receiver's answer, if it arrives within this time. */
const TEST_WAIT_MS = 1_000
const TEST_LOOK_MS = 50

export function addDeliveryRoutes(app: FastifyInstance, api: App): void {
  const { webhooks } = api

  app.get<{ Querystring: DeliveriesQuery }>(
    '/webhooks/deliveries',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRead({
        summary: 'List deliveries with every attempt',
        description: 'The newest event first, to endpoints that are not deleted.',
        querystring: DeliveriesQuery,
        answer: DeliveriesAnswer,
        refusals: { 404: 'Endpoint or event not found' },
      }),
    },
    async (request): Promise<Answer<typeof DeliveriesAnswer>> => {
      const { after, limit, ...wanted } = request.query
      const cursor = after === undefined ? undefined : parseDeliveryId(after)
      if (after !== undefined && cursor === undefined)
        throw invalidParameter('after', 'must be the `next` of a page before')
      const count = parseListLength(limit)
      const { retailerId } = getCaller(request)
      const found = await webhooks.listDeliveries(retailerId, { ...wanted, after: cursor, limit: count + 1 })
      const shown = found.slice(0, count)
      const last = shown.at(-1)
      const hasMore = found.length > count && last !== undefined
      return { data: shown.map(presentDelivery), next: hasMore ? presentDeliveryId(last) : null }
    },
  )

  app.post<{ Params: { endpointId: string } }>(
    '/webhooks/endpoints/:endpointId/test',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRoute({
        summary: 'Send a test event',
        description:
          'Sends a signed event of the type `test.ping`. The answer shows the delivery with its first attempt, or pending when that takes longer than a second.',
        body: KeyOnlyRequest,
        answer: DeliveryAnswer,
        refusals: { 404: 'Endpoint not found', 409: 'The endpoint is disabled' },
      }),
    },
    async (request, reply): Promise<Answer<typeof DeliveryAnswer>> => {
      const { endpointId } = request.params
      const { retailerId } = getCaller(request)
      const eventId = await webhooks.sendTest(
        retailerId,
        endpointId,
        rememberAnswer(request, reply, presentDelivery),
      )
      return presentDelivery(await waitForAttempt(retailerId, endpointId, eventId))
    },
  )

  async function waitForAttempt(retailerId: string, endpointId: string, eventId: string): Promise<Delivery> {
    const deadline = performance.now() + TEST_WAIT_MS
    for (;;) {
      const [delivery] = await webhooks.listDeliveries(retailerId, { endpointId, eventId, limit: 1 })
      if (delivery === undefined) throw new Error('a test delivery was not written')
      if (delivery.attempts.length > 0 || performance.now() >= deadline) return delivery
      await delay(TEST_LOOK_MS)
    }
  }
}

function presentDelivery(delivery: Delivery): Answer<typeof DeliveryAnswer> {
  const { endpointId, eventId, transactionId, status, dueAt, settledAt } = delivery
  return {
    id: presentDeliveryId(delivery),
    endpointId,
    eventId,
    type: delivery.type,
    transactionId: transactionId ?? undefined,
    sequence: delivery.sequence,
    status,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: status === 'pending' ? dueAt.toISOString() : undefined,
    settledAt: settledAt?.toISOString(),
    attempts: delivery.attempts.map(attempt => ({
      number: attempt.number,
      attemptedAt: attempt.attemptedAt.toISOString(),
      durationMs: attempt.durationMs,
      status: attempt.httpStatus,
      error: attempt.error ?? undefined,
      answer: attempt.answer ?? undefined,
    })),
  }
}

/** An event goes to an endpoint once, so the two ids identify a delivery. */
function presentDeliveryId({ eventId, endpointId }: Pick<Delivery, 'eventId' | 'endpointId'>): string {
  return `${eventId}-${endpointId}`
}

function parseDeliveryId(text: string): { eventId: string; endpointId: string } | undefined {
  const [eventId = '', endpointId = '', ...rest] = text.split('-')
  return isId(eventId) && isId(endpointId) && rest.length === 0 ? { eventId, endpointId } : undefined
}
