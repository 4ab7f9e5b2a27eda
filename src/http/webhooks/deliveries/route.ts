import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import {
  DeliveriesAnswer,
  DeliveriesQuery,
  DeliveryAnswer,
  FullDeliveryAnswer,
  parseListLength,
  TestRequest,
} from '../../../contract/webhooks.ts'
import type { Delivery, FullDelivery, Webhooks } from '../../../domains/webhooks/index.ts'
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
      return readDeliveries(webhooks, getCaller(request).retailerId, request.query)
    },
  )

  app.get<{ Params: { endpointId: string; eventId: string } }>(
    '/webhooks/endpoints/:endpointId/events/:eventId',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRead({
        summary: 'Read one delivery with request and answer',
        description:
          'Body and headers as they were sent, and what the receiver answered, for every attempt. Deliveries are kept for 31 days after they were settled.',
        answer: FullDeliveryAnswer,
        refusals: { 404: 'Endpoint or event not found' },
      }),
    },
    async (request): Promise<Answer<typeof FullDeliveryAnswer>> => {
      const { endpointId, eventId } = request.params
      const { retailerId } = getCaller(request)
      return presentFullDelivery(await webhooks.readDelivery(retailerId, endpointId, eventId))
    },
  )

  app.post<{ Params: { endpointId: string }; Body: TestRequest }>(
    '/webhooks/endpoints/:endpointId/test',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRoute({
        summary: 'Send a test event',
        description:
          'Sends a signed event to this endpoint only: `test.ping`, or one of the type chosen, with invented values and `test: true`. The answer shows the delivery with its first attempt, or pending when that takes longer than a second.',
        body: TestRequest,
        answer: DeliveryAnswer,
        refusals: { 404: 'Endpoint not found', 409: 'The endpoint is disabled' },
      }),
    },
    async (request, reply): Promise<Answer<typeof DeliveryAnswer>> => {
      const { endpointId } = request.params
      const { retailerId } = getCaller(request)
      const remember = rememberAnswer(request, reply, presentDelivery)
      const { type } = request.body
      const eventId = await webhooks.sendTest(retailerId, endpointId, { type, remember })
      return presentDelivery(await waitForAttempt(webhooks, { retailerId, endpointId, eventId }))
    },
  )
}

/** For programs and for the pages of the shop's people. */
export async function readDeliveries(
  webhooks: Webhooks,
  retailerId: string,
  { after, limit, ...wanted }: DeliveriesQuery,
): Promise<Answer<typeof DeliveriesAnswer>> {
  const cursor = after === undefined ? undefined : parseDeliveryId(after)
  if (after !== undefined && cursor === undefined)
    throw invalidParameter('after', 'must be the `next` of a page before')
  const count = parseListLength(limit)
  const found = await webhooks.listDeliveries(retailerId, { ...wanted, after: cursor, limit: count + 1 })
  const shown = found.slice(0, count)
  const last = shown.at(-1)
  const hasMore = found.length > count && last !== undefined
  return { data: shown.map(presentDelivery), next: hasMore ? presentDeliveryId(last) : null }
}

/** What a test led to within a second. */
export async function waitForAttempt(
  webhooks: Webhooks,
  { retailerId, endpointId, eventId }: { retailerId: string; endpointId: string; eventId: string },
): Promise<Delivery> {
  const deadline = performance.now() + TEST_WAIT_MS
  for (;;) {
    const [delivery] = await webhooks.listDeliveries(retailerId, { endpointId, eventId, limit: 1 })
    if (delivery === undefined) throw new Error('a test delivery was not written')
    if (delivery.attempts.length > 0 || performance.now() >= deadline) return delivery
    await delay(TEST_LOOK_MS)
  }
}

export function presentDelivery(delivery: Delivery): Answer<typeof DeliveryAnswer> {
  return {
    ...presentHead(delivery),
    attempts: delivery.attempts.map(attempt => ({
      ...presentAttempt(attempt),
      answer: attempt.answer ?? undefined,
    })),
  }
}

export function presentFullDelivery(delivery: FullDelivery): Answer<typeof FullDeliveryAnswer> {
  return {
    ...presentHead(delivery),
    body: delivery.body,
    attempts: delivery.attempts.map(({ headers, answer, ...attempt }) => ({
      ...presentAttempt(attempt),
      requestHeaders: headers && presentHeaders(headers.sent),
      answerHeaders: headers && presentHeaders(headers.received),
      answer: answer ?? undefined,
    })),
  }
}

/** From names and values, alternating. */
function presentHeaders(list: readonly string[]): { name: string; value: string }[] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: list[at + 1] ?? '' }] : []))
}

function presentHead(delivery: Omit<Delivery, 'attempts'>): Omit<Answer<typeof DeliveryAnswer>, 'attempts'> {
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
  }
}

function presentAttempt(attempt: Omit<Delivery['attempts'][number], 'answer'>) {
  const { number, attemptedAt, durationMs, httpStatus, error } = attempt
  return {
    number,
    attemptedAt: attemptedAt.toISOString(),
    durationMs,
    status: httpStatus,
    error: error ?? undefined,
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
