import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { missingParameters } from '../../../contract/parameter-errors.ts'
import { TransactionAnswer, TransactionRequest } from '../../../contract/transaction.ts'
import { readPurchase, removeProducts } from '../../../domains/purchases/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentPreview, presentTransaction } from './present.ts'

export function addTransactionRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: TransactionRequest }>(
    '/public/transaction/:transactionId',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Read a transaction, or remove products from it',
        description:
          'Without `products` it only reads. With product ids it removes those: the transaction is replaced by a new one with the remaining products, the same rate, dates and number of installments, as if the others had never been bought. What was paid counts there, and the surplus is owed back (`refundValue`); the answer is the new one. With `preview: true` nothing changes, and the answer is what would become of it.',
        body: TransactionRequest,
        answer: TransactionAnswer,
        refusals: {
          404: 'Transaction, checkout or products not found',
          409: 'Products can no longer be removed',
          422: 'The transaction has no products array, or no product would remain',
        },
      }),
    },
    async request => {
      const { transactionId } = request.params
      const { retailerId } = getCaller(request)
      const { products, preview = false } = request.body
      if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
      if (preview) {
        if (products === undefined) throw missingParameters(['products'])
        const removal = { retailerId, transactionId, productIds: [...new Set(products)] }
        return presentPreview(await removeProducts(api, { ...removal, isPreview: true }), api)
      }
      const view =
        products === undefined
          ? await readPurchase(api, retailerId, transactionId)
          : await removeProducts(api, { retailerId, transactionId, productIds: [...new Set(products)] })
      if (view === undefined) throw new RequestError('transaction_not_found')
      return presentTransaction(view, api)
    },
  )
}
