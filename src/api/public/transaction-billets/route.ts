import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { RequestError } from '../../../contract/errors.ts'
import { BilletsRequest } from '../../../contract/transaction.ts'
import { readPurchase } from '../../../flows/purchase/read-purchase.ts'
import { renderBilletPdf } from '../../../modules/billets/pdf/index.ts'
import { describePayer } from '../../../modules/transactions/index.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { describeRoute } from '../describe-route.ts'
import type { PurchaseApi } from '../purchase-api.ts'

export function addTransactionBilletsRoute(app: FastifyInstance, api: PurchaseApi): void {
  app.post<{ Params: { transactionId: string }; Body: BilletsRequest }>(
    '/public/transaction/:transactionId/billets',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Download all billets as one PDF',
        description: 'One page per billet, the down payment first; `layout: "booklet"` puts three on a page.',
        body: BilletsRequest,
        answer: Type.String({ format: 'binary' }),
        contentType: 'application/pdf',
        refusals: { 400: 'The transaction has no installments yet', 404: 'Transaction not found' },
      }),
    },
    async (request, reply) => {
      const { retailerId } = getCaller(request)
      const view = await readPurchase(api, retailerId, request.params.transactionId)
      if (view === undefined) throw new RequestError('transaction_not_found')
      const { purchase, downPaymentBillet, installments, account } = view
      if (installments.length === 0) throw new RequestError('transaction_without_installments')
      const { name: retailerName } = await api.retailers.getRetailer(retailerId)
      const payer = describePayer(purchase)
      const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
      const sheets = billets.map(billet => ({ billet, account, payer, retailerName }))
      const pdf = await renderBilletPdf(sheets, request.body.layout ?? 'page')
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="boletos.pdf"')
        .send(pdf)
    },
  )
}
