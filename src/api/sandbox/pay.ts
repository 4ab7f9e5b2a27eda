import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { PayRequest } from '../../contract/sandbox.ts'
import { BilletShape } from '../../contract/transaction.ts'
import { getAccountOfBillet } from '../../flows/payments/find-billet-sheet.ts'
import { payBillet } from '../../flows/sandbox/pay-billet.ts'
import { parseReais } from '../../kernel/money.ts'
import { findIdempotencyKey } from '../../platform/http/idempotency.ts'
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
    async (request): Promise<Answer<typeof BilletShape>> => {
      const { amount, method } = request.body
      const billet = await payBillet(api, {
        retailerId: getCaller(request).retailerId,
        billetId: request.params.billetId,
        amountCentavos: amount === undefined ? undefined : parseReais(amount),
        method,
        reference: findPaymentName(request),
      })
      if (billet === 'no-billet') throw new RequestError('billet_not_found')
      if (billet === 'no-pix') throw invalidParameter('method', 'must be BILLET: this billet has no pixCode')
      return presentBillet(billet, await getAccountOfBillet(api, billet), api.publicUrl)
    },
  )
}

/*
 * The response under an Idempotency-Key is stored after the payment was booked. If the process dies in between, the key
 * stays free and the retry pays again: only the bank's reference, which is booked with the money, identifies the same
 * payment.
 */
function findPaymentName(
  request: FastifyRequest<{ Params: { billetId: string }; Body: PayRequest }>,
): string | undefined {
  const key = findIdempotencyKey(request)
  if (key === undefined) return undefined
  const { amount, method } = request.body
  const asked = [getCaller(request).retailerId, key, request.params.billetId, amount, method]
  return createHash('sha256').update(asked.join('\n')).digest('hex')
}
