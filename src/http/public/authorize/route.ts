import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { AuthorizeAnswer, AuthorizeRequest } from '../../../contract/authorize.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { authorizePurchase } from '../../../domains/purchases/index.ts'
import { isRegistered } from '../../../domains/receivables/index.ts'
import { endOfDay } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentBilletLink, presentOnboardingLink } from '../present-billet.ts'

export function addAuthorizeRoute(app: FastifyInstance, api: App): void {
  app.post<{ Body: AuthorizeRequest }>(
    '/authorize',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Authorize an option',
        description:
          'Makes a transaction of an option that /options showed, with exactly its figures, and issues the down payment billet. The same `orderId` and `optionId` again give the same answer, for ever.',
        body: AuthorizeRequest,
        answer: AuthorizeAnswer,
        refusals: {
          400: 'Missing parameters, or an optionId that is invalid, expired or used for another order',
          404: 'Checkout not found',
          409: 'The order has a transaction with another option, or the customer has a contract in progress',
        },
      }),
    },
    async (request, reply) => {
      refuseDottedName(request.body)
      const { optionId, orderId, name, additionalOptions } = request.body
      const present = (authorized: Authorized) => presentAuthorization(authorized, api.publicUrl)
      const command = {
        retailerId: getCaller(request).retailerId,
        optionId,
        orderId,
        name,
        hasInsurance: additionalOptions?.hasInsurance,
      }
      return present(await authorizePurchase(api, command, rememberAnswer(request, reply, present)))
    },
  )
}

/** The reference names the parameter with a dot. Ignored like other unknown members, it would lose the customer's insurance. */
function refuseDottedName(body: AuthorizeRequest): void {
  const name = 'additionalOptions.hasInsurance'
  const value: unknown = (body as Readonly<Record<string, unknown>>)[name]
  if (value !== undefined && value !== null)
    throw invalidParameter(name, 'must be nested: "additionalOptions": { "hasInsurance": true }')
}

type Authorized = Awaited<ReturnType<typeof authorizePurchase>>

function presentAuthorization(
  { purchase, downPaymentBillet, maskedPhone }: Authorized,
  publicUrl: string,
): Answer<typeof AuthorizeAnswer> {
  const { onboardingToken } = purchase
  const contract = purchase.authorizedContract ?? purchase.contract
  return {
    downPayment: purchase.downPaymentCentavos > 0,
    downPaymentBarcodeNumber:
      downPaymentBillet && isRegistered(downPaymentBillet) ? downPaymentBillet.barcode : undefined,
    downPaymentDueDate: downPaymentBillet && endOfDay(downPaymentBillet.dueDate).toISOString(),
    downPaymentLink: downPaymentBillet && presentBilletLink(downPaymentBillet, publicUrl),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(contract.financedCentavos),
    interestRatePM: contract.interestRatePM,
    tcValue: presentReais(contract.tcCentavos),
    numberOfInstallments: contract.numberOfInstallments,
    onboardingToken,
    orderId: purchase.orderId,
    paymentInstallments: presentReais(contract.installmentCentavos),
    phone: maskedPhone,
    returnUrl: presentOnboardingLink(onboardingToken, publicUrl),
    totalAmount: presentReais(contract.totalCentavos),
    transactionId: purchase.id,
  }
}
