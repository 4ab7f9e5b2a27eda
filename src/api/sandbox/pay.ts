import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { PayRequest } from '../../contract/sandbox.ts'
import { BilletShape } from '../../contract/transaction.ts'
import { type PaidBillet, payBillet } from '../../flows/sandbox/pay-billet.ts'
import { parseReais } from '../../kernel/money.ts'
import { rememberAnswer } from '../../platform/http/remember-answer.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { presentBillet } from '../public/present-billet.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'
import type { SandboxApi } from './sandbox-api.ts'

export function addPayRoute(app: FastifyInstance, api: SandboxApi): void {
  app.post<{ Params: { billetId: string }; Body: PayRequest }>(
    '/sandbox/billet/:billetId/pay',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Pay a billet',
        description:
          'The invented bank tells of a payment as a real one would; what does not fit the billet (another amount, a second payment, a canceled billet) is kept aside and leaves it as it was. Each call is a payment of its own: use an Idempotency-Key to repeat one safely.',
        body: PayRequest,
        answer: BilletShape,
        refusals: { 404: 'Billet not found' },
      }),
    },
    async (request, reply) => {
      const { amount, method } = request.body
      const payment = {
        retailerId: getCaller(request).retailerId,
        billetId: request.params.billetId,
        amountCentavos: amount === undefined ? undefined : parseReais(amount),
        method,
      }
      const present = ({ billet, account }: PaidBillet): Answer<typeof BilletShape> =>
        presentBillet(billet, account, api.publicUrl)
      const paid = await payBillet(api, payment, rememberAnswer(request, reply, present))
      if (paid === 'no-billet') throw new RequestError('billet_not_found')
      if (paid === 'no-pix') throw invalidParameter('method', 'must be BILLET: this billet has no pixCode')
      return present(paid)
    },
  )
}
