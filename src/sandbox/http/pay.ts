import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { PayRequest } from '../../contract/sandbox.ts'
import { BilletShape } from '../../contract/transaction.ts'
import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { parseReais } from '../../kernel/money.ts'
import { findIdempotencyKey, rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { type PaidAtBank, payBillet } from '../pay-billet.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addPayRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Params: { billetId: string }; Body: PayRequest }>(
    '/sandbox/billet/:billetId/pay',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Pay a billet',
        description:
          'The invented bank reports a payment as a real one would; an amount below what the billet asks for pays the oldest open installments in part, one above is owed back, and money for a paid, canceled or expired billet is kept aside. `paidOn` dates it back, `repeat` makes the bank report it several times, and `delaySeconds` makes it report later. Each call is a payment of its own: use an Idempotency-Key to repeat one safely.',
        body: PayRequest,
        answer: BilletShape,
        refusals: { 404: 'Billet not found' },
      }),
    },
    async (request, reply) => {
      const { amount, method = request.body.rail, rail = method, repeat, delaySeconds } = request.body
      if (rail !== method) throw invalidParameter('rail', 'must be the same as method')
      const payment = {
        retailerId: getCaller(request).retailerId,
        billetId: request.params.billetId,
        amountCentavos: amount === undefined ? undefined : parseReais(amount),
        method,
        paidOn: parseDay(request.body.paidOn),
        repeat,
        delaySeconds,
        idempotencyKey: findIdempotencyKey(request),
      }
      const present = ({ billet, account }: PaidAtBank): Answer<typeof BilletShape> =>
        api.presentBillet(billet, account, api.publicUrl)
      const paid = await payBillet(api, payment, rememberAnswer(request, reply, present))
      if (paid === 'no-billet') throw new RequestError('billet_not_found')
      if (paid === 'no-pix') throw invalidParameter('method', 'must be BILLET: this billet has no pixCode')
      if (paid === 'wrong-day')
        throw invalidParameter('paidOn', 'must be a day from the issue of the billet to today')
      return present(paid)
    },
  )
}

function parseDay(text: string | undefined): CalendarDate | undefined {
  if (text === undefined) return undefined
  try {
    return parseCalendarDate(text)
  } catch {
    throw invalidParameter('paidOn', 'must be a day such as 2026-11-16')
  }
}
