import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { BilletShape, ReissueRequest } from '../../../contract/transaction.ts'
import { issueCopy } from '../../../domains/receivables/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentBillet } from '../present-billet.ts'

export function addReissueRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string; billetId: string }; Body: ReissueRequest }>(
    '/public/transaction/:transactionId/billets/:billetId/reissue',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Second copy of an overdue installment',
        description:
          'A new billet with its own number: what is open of the installment, the fine and the interest up to the new due date. After that date only interest on the installment is added, by the day. The old billet is written off at the bank; money that comes for it all the same pays the same installment. An installment can have a second copy for as long as it is owed, also after its `expirationDate`, and a copy that was not paid in time can have another one.',
        body: ReissueRequest,
        answer: BilletShape,
        refusals: {
          404: 'Transaction or billet not found',
          409: 'The billet is paid, canceled, replaced or not overdue',
        },
      }),
    },
    async (request, reply): Promise<Answer<typeof BilletShape>> => {
      const { transactionId, billetId } = request.params
      const { dueDate } = request.body
      if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
      const command = {
        retailerId: getCaller(request).retailerId,
        transactionId,
        billetId,
        dueDate: dueDate === undefined ? undefined : parseDay('dueDate', dueDate),
      }
      const present = ({ billet, account }: Awaited<ReturnType<typeof issueCopy>>) =>
        presentBillet(billet, account, api.publicUrl)
      return present(await issueCopy(api, command, rememberAnswer(request, reply, present)))
    },
  )
}
