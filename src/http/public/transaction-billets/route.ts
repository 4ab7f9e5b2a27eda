import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { BilletsRequest } from '../../../contract/transaction.ts'
import { renderBillets } from '../../../domains/purchases/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'

export function addTransactionBilletsRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: BilletsRequest }>(
    '/public/transaction/:transactionId/billets',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Download all billets as one PDF',
        description:
          'One page per billet that can be paid, the down payment first; paid and canceled ones are left out. `layout: "booklet"` puts three on a page.',
        body: BilletsRequest,
        answer: Type.String({ format: 'binary' }),
        contentType: 'application/pdf',
        refusals: {
          400: 'The transaction has no installments yet',
          404: 'Transaction not found',
          409: 'No billet can be paid any longer',
        },
      }),
    },
    async (request, reply) => {
      const { retailerId } = getCaller(request)
      const { layout = 'page' } = request.body
      const pdf = await renderBillets(api, retailerId, request.params.transactionId, layout)
      if (pdf === 'no-transaction') throw new RequestError('transaction_not_found')
      if (pdf === 'no-installments') throw new RequestError('transaction_without_installments')
      if (pdf === 'nothing-to-pay') throw new RequestError('nothing_to_pay')
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="boletos.pdf"')
        .send(pdf)
    },
  )
}
