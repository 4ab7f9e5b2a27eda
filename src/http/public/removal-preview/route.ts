import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { RemovalPreviewAnswer, RemovalPreviewRequest } from '../../../contract/orders.ts'
import type { Answer } from '../../../contract/presented.ts'
import { previewRemovalCosts } from '../../../domains/purchases/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { presentReais } from '../../../kernel/money.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentCosts } from '../cancel/present.ts'
import { presentPreview } from '../transaction/present.ts'

export function addRemovalPreviewRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: RemovalPreviewRequest }>(
    '/public/transaction/:transactionId/removal-preview',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Preview the removal of products',
        description:
          'What customer, retailer and lender would each give back if these products were removed now, and the transaction that would take the place of this one, with its schedule. Nothing changes, and nobody is told.',
        body: RemovalPreviewRequest,
        answer: RemovalPreviewAnswer,
        refusals: {
          404: 'Transaction or products not found',
          409: 'Products can no longer be removed',
          422: 'The transaction has no products array, or no product would remain',
        },
      }),
    },
    async request => {
      const { transactionId } = request.params
      if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
      const productIds = [...new Set(request.body.products)]
      const { retailerId } = getCaller(request)
      return presentRemoval(
        transactionId,
        await previewRemovalCosts(api, { retailerId, transactionId, productIds }),
        api,
      )
    },
  )
}

function presentRemoval(
  transactionId: string,
  preview: Awaited<ReturnType<typeof previewRemovalCosts>>,
  service: Parameters<typeof presentPreview>[1],
): Answer<typeof RemovalPreviewAnswer> {
  const { customer, costsBorneBy, view } = preview
  return {
    transactionId,
    costsBorneBy,
    customer: {
      refundValue: presentReais(customer.refundCentavos),
      releasedValue: presentReais(customer.releasedCentavos),
    },
    ...presentCosts(preview),
    transaction: presentPreview(view, service),
  }
}
