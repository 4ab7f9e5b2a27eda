import type { FastifyInstance } from 'fastify'
import { OptionsAnswer, OptionsRequest } from '../../../contract/options.ts'
import { type CreditFlowContext, quoteOptions } from '../../../domains/quoting/index.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { answerOnce } from '../answer-once.ts'
import { describeRoute } from '../describe-route.ts'
import { presentOptions } from './present.ts'

export function addOptionsRoute(app: FastifyInstance, context: CreditFlowContext): void {
  app.post<{ Body: OptionsRequest }>(
    '/options',
    {
      config: { scope: 'checkout' },
      schema: describeRoute({
        tag: 'Credit',
        summary: 'Ask for the payment options of a checkout',
        description:
          'Decides on the customer and prices every combination of down payment and installments for the cart. The options stay valid for 48 hours with exactly these figures. With `hasGracePeriod: true`, a retailer enabled for it also gets options whose first installment is due later.',
        body: OptionsRequest,
        answer: OptionsAnswer,
      }),
    },
    (request, reply) =>
      quoteOptions(
        context,
        { trackId: request.id, retailerId: getCaller(request).retailerId, request: request.body },
        answerOnce(request, reply, presentOptions),
      ),
  )
}
