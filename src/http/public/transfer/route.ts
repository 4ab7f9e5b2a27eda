import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { TransferAnswer } from '../../../contract/orders.ts'
import type { Answer } from '../../../contract/presented.ts'
import { readTransfer } from '../../../domains/orders/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentTransfer } from './present.ts'

export function addTransferRoute(app: FastifyInstance, api: App): void {
  app.get<{ Params: { transactionId: string } }>(
    '/public/transaction/:transactionId/transfer',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Why a transaction is not paid out yet',
          description:
            'What the retailer is paid for a transaction, on which day, and everything that has to happen before: the first of `blockers` is what the transfer waits for now.',
          answer: TransferAnswer,
          refusals: { 404: 'Transaction not found' },
        }),
        security: [{ header: [] }],
      },
    },
    async (request): Promise<Answer<typeof TransferAnswer>> => {
      const { transactionId } = request.params
      if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
      const view = await readTransfer(api, getCaller(request).retailerId, transactionId)
      if (view === undefined) throw new RequestError('transaction_not_found')
      return presentTransfer(view)
    },
  )
}
