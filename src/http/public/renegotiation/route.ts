import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { invalidParameter, missingParameters } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import {
  type RenegotiationAccepted,
  RenegotiationAnswer,
  type RenegotiationOptions,
  RenegotiationRequest,
} from '../../../contract/renegotiation.ts'
import type { Purchase } from '../../../domains/purchases/index.ts'
import {
  acceptRenegotiation,
  type OfferedRenegotiations,
  offerRenegotiations,
} from '../../../domains/servicing/index.ts'
import { parseReais, presentReais } from '../../../kernel/money.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentOnboardingLink } from '../present-billet.ts'

export function addRenegotiationRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: RenegotiationRequest }>(
    '/public/transaction/:transactionId/renegotiation',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Renegotiate an overdue debt',
        description:
          'With `preview` it answers with the debt of today and with options, which hold until the end of the day. With an `optionId` it makes the agreement: a transaction of its own, which the customer signs on the page of `returnUrl`. The original stays OPEN; its billets are canceled once the agreement is signed and its down payment paid. The same `optionId` again gives the same agreement.',
        body: RenegotiationRequest,
        answer: RenegotiationAnswer,
        refusals: {
          404: 'Transaction not found, or no such option was offered',
          409: 'The transaction is not OPEN, nothing is overdue, it is or has an agreement, or the option has expired',
        },
      }),
    },
    async (request, reply) => {
      const { transactionId } = request.params
      const { retailerId } = getCaller(request)
      const { preview = false, optionId, installments, downPaymentValue, firstDueDate } = request.body
      if (optionId === undefined) {
        if (!preview) throw missingParameters(['optionId'])
        const command = {
          retailerId,
          transactionId,
          numberOfInstallments: installments,
          entryCentavos: downPaymentValue === undefined ? undefined : parseReais(downPaymentValue),
          firstDueDate: firstDueDate === undefined ? undefined : parseDay('firstDueDate', firstDueDate),
        }
        return presentOptions(
          await offerRenegotiations(api, command, rememberAnswer(request, reply, presentOptions)),
        )
      }
      if (preview) throw invalidParameter('optionId', 'is accepted without preview')
      const present = (agreement: Purchase) => presentAccepted(agreement, api.publicUrl)
      const command = { retailerId, transactionId, optionId }
      return present(await acceptRenegotiation(api, command, rememberAnswer(request, reply, present)))
    },
  )
}

function presentOptions({
  debtCentavos,
  offers,
}: OfferedRenegotiations): Answer<typeof RenegotiationOptions> {
  return {
    debtValue: presentReais(debtCentavos),
    options: offers.map(({ id, terms: { entryCentavos, contract } }) => ({
      optionId: id,
      downPaymentValue: presentReais(entryCentavos),
      numberOfInstallments: contract.numberOfInstallments,
      paymentInstallments: presentReais(contract.installmentCentavos),
      totalAmount: presentReais(contract.totalCentavos),
      interestRatePM: contract.interestRatePM,
      cetPA: contract.cetPA,
      firstDueDate: contract.firstDueDate,
    })),
  }
}

function presentAccepted(
  { id, onboardingToken, status, step }: Purchase,
  publicUrl: string,
): Answer<typeof RenegotiationAccepted> {
  return { transactionId: id, returnUrl: presentOnboardingLink(onboardingToken, publicUrl), status, step }
}
