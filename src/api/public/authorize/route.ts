import type { FastifyInstance } from 'fastify'
import { AuthorizeAnswer, AuthorizeRequest } from '../../../contract/authorize.ts'
import { authorizePurchase } from '../../../flows/purchase/authorize-purchase.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { describeRoute } from '../describe-route.ts'
import type { PurchaseApi } from '../purchase-api.ts'
import { presentAuthorization } from './present.ts'

export function addAuthorizeRoute(app: FastifyInstance, api: PurchaseApi): void {
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
    async request => {
      const { optionId, orderId, name, additionalOptions } = request.body
      const authorized = await authorizePurchase(api, {
        retailerId: getCaller(request).retailerId,
        optionId,
        orderId,
        name,
        hasInsurance: additionalOptions?.hasInsurance,
      })
      return presentAuthorization(authorized, api.publicUrl)
    },
  )
}
