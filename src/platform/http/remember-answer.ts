import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Remember } from '../db/remember.ts'

/**
 * For requests with an Idempotency-Key: what the handler is going to answer about an outcome, stored with its effects.
 * `present` is called twice and must give the same both times.
 */
export function rememberAnswer<Outcome>(
  request: FastifyRequest,
  reply: FastifyReply,
  present: (outcome: Outcome) => unknown,
): Remember<Outcome> | undefined {
  const { idempotency } = request
  if (idempotency === null) return undefined
  return (tx, outcome) => idempotency.complete(tx, 200, String(reply.serialize(present(outcome))))
}
