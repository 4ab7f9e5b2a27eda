import type { FastifyInstance } from 'fastify'
import { getPayout, putPayout } from './payouts.ts'
import type { PspContext } from './psp-context.ts'

interface OfPayout {
  readonly Params: { readonly key: string }
}

/** Money out: no interface of the Central Bank, but the port that docs/ports/payouts.json describes. */
export function addPayoutRoutes(app: FastifyInstance, context: PspContext): void {
  app.put<OfPayout>('/payouts/:key', { config: { pspScope: 'payout.write' } }, async (request, reply) => {
    const { status, body } = await putPayout(context, request.params.key, request.body)
    return reply.code(status).send(body)
  })

  app.get<OfPayout>('/payouts/:key', { config: { pspScope: 'payout.read' } }, async (request, reply) => {
    const { status, body } = await getPayout(context, request.params.key)
    return reply.code(status).send(body)
  })
}
