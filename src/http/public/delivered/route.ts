import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { DeliveredAnswer, DeliveredRequest } from '../../../contract/delivered.ts'
import type { Answer } from '../../../contract/presented.ts'
import { recordDelivery } from '../../../domains/purchases/index.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'

export function addDeliveredRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: DeliveredRequest }>(
    '/public/transaction/:transactionId/delivered',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Report when the customer received the goods',
        description:
          'The customer may withdraw within seven days of the completed purchase or of receiving the goods, whichever is later. Without this call the days count from completion. The same day may be reported again; another day is refused, because the customer has already been shown the last day to withdraw.',
        body: DeliveredRequest,
        answer: DeliveredAnswer,
        refusals: {
          404: 'Transaction not found',
          409: 'The transaction is neither OPEN nor CLOSED, or another date was already reported',
        },
      }),
    },
    async (request, reply): Promise<Answer<typeof DeliveredAnswer>> => {
      const { retailerId } = getCaller(request)
      const { transactionId } = request.params
      const deliveredOn = parseDay('date', request.body.date)
      const present = (delivery: {
        transactionId: string
        deliveredOn: string
      }): Answer<typeof DeliveredAnswer> => ({
        transactionId: delivery.transactionId,
        deliveredAt: delivery.deliveredOn,
      })
      const remember = rememberAnswer(request, reply, present)
      return present(await recordDelivery(api, { retailerId, transactionId, deliveredOn }, remember))
    },
  )
}
