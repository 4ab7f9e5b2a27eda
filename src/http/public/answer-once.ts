import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '../../domains/quoting/index.ts'

/** Sends a response that is already JSON. With an Idempotency-Key it is stored together with its effects. */
export function answerOnce<Outcome>(
  request: FastifyRequest,
  reply: FastifyReply,
  present: (outcome: Outcome) => Buffer,
): Reply<Outcome> {
  const { idempotency } = request
  reply.type('application/json; charset=utf-8')
  return {
    present,
    decline: () => idempotency?.decline(),
    remember: idempotency === null ? undefined : (tx, body) => idempotency.complete(tx, 200, body),
  }
}
