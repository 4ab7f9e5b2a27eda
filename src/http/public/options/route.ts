import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { OptionsAnswer, OptionsRequest } from '../../../contract/options.ts'
import { quoteOptions } from '../../../domains/quoting/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { answerOnce } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentOptions } from './present.ts'

export function addOptionsRoute(server: FastifyInstance, app: App): void {
  server.post<{ Body: OptionsRequest }>(
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
        app,
        { trackId: request.id, retailerId: getCaller(request).retailerId, request: request.body },
        answerOnce(request, reply, presentOptions),
      ),
  )
}
