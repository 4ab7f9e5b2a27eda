import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { KeyOnlyRequest, StatusAnswer } from '../../../contract/transaction.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'

export function addTransactionStatusRoute(app: FastifyInstance, api: App): void {
  const { findStatus } = api.authorizations
  app.post<{ Params: { transactionId: string } }>(
    '/public/transaction/:transactionId/status',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Read the status of a transaction',
        description: 'Cheap: one look-up by key.',
        body: KeyOnlyRequest,
        answer: StatusAnswer,
        refusals: { 404: 'Transaction not found' },
      }),
    },
    async (request): Promise<Answer<typeof StatusAnswer>> => {
      const { transactionId } = request.params
      const { retailerId } = getCaller(request)
      const status = isId(transactionId) ? await findStatus(retailerId, transactionId) : undefined
      if (status === undefined) throw new RequestError('transaction_not_found')
      return { status, transactionId }
    },
  )
}
