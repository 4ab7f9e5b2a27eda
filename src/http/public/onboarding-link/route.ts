import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { OnboardingLinkAnswer } from '../../../contract/transaction.ts'
import { findPurchase } from '../../../domains/purchases/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentOnboardingLink } from '../present-billet.ts'

export function addOnboardingLinkRoute(app: FastifyInstance, api: App): void {
  app.get<{ Params: { transactionId: string } }>(
    '/public/transaction/:transactionId/onboarding-link',
    {
      config: { scope: 'purchases' },
      schema: describeRead({
        tag: 'Purchase',
        summary: 'Read the link where the customer finishes the purchase',
        description: 'The key goes in the header `x-service-apikey`.',
        answer: OnboardingLinkAnswer,
        refusals: { 400: 'Malformed transactionId', 404: 'Transaction not found, or Onboarding not found' },
      }),
    },
    async (request): Promise<Answer<typeof OnboardingLinkAnswer>> => {
      const { transactionId } = request.params
      if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
      const { retailerId } = getCaller(request)
      const purchase = await findPurchase(api.database, api.secrets, { retailerId, id: transactionId })
      if (purchase === undefined) throw new RequestError('transaction_not_found')
      if (purchase.status !== 'PENDING') throw new RequestError('onboarding_not_found')
      return { onboardingLink: presentOnboardingLink(purchase.onboardingToken, api.publicUrl) }
    },
  )
}
