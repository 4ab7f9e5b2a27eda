import type { Answer } from '../../../contract/presented.ts'
import type { DeliveryAnswer } from '../../../contract/webhooks.ts'
import type { Delivery } from '../../../domains/webhooks/index.ts'
import { isId } from '../../../kernel/ids.ts'

export function presentDelivery(delivery: Delivery): Answer<typeof DeliveryAnswer> {
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
export function presentDeliveryId({ eventId, endpointId }: Pick<Delivery, 'eventId' | 'endpointId'>): string {
  return `${eventId}-${endpointId}`
}

export function parseDeliveryId(text: string): { eventId: string; endpointId: string } | undefined {
  const [eventId = '', endpointId = '', ...rest] = text.split('-')
  return isId(eventId) && isId(endpointId) && rest.length === 0 ? { eventId, endpointId } : undefined
}
