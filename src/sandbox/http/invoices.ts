import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { ReviewAnswer, ReviewRequest, SampleInvoiceAnswer } from '../../contract/invoice.ts'
import type { Answer } from '../../contract/presented.ts'
import { KeyOnlyRequest } from '../../contract/transaction.ts'
import { composeExpected, type Invoice, reviewInvoice } from '../../domains/invoices/index.ts'
import { findPurchase } from '../../domains/purchases/index.ts'
import { isId } from '../../kernel/ids.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { renderSampleInvoice } from '../sample-invoice.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addReviewRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Params: { invoiceId: string }; Body: ReviewRequest }>(
    '/sandbox/invoice/:invoiceId/review',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Decide about an invoice',
        description:
          'Plays the credit desk. A decision made once stands; one that was made automatically can be overruled until the retailer is paid.',
        body: ReviewRequest,
        answer: ReviewAnswer,
        refusals: { 404: 'Invoice not found', 409: 'The invoice cannot be decided any more' },
      }),
    },
    async (request, reply) => {
      const { result, message } = request.body
      const { retailerId } = getCaller(request)
      const { invoiceId } = request.params
      const review = { retailerId, invoiceId, result, message, by: 'sandbox' }
      return presentReview(await reviewInvoice(api, review, rememberAnswer(request, reply, presentReview)))
    },
  )
}

function presentReview(invoice: Invoice): Answer<typeof ReviewAnswer> {
  const { id, transactionId, state, code, message, decidedAt } = invoice
  if ((state !== 'VALIDATED' && state !== 'REFUSED') || decidedAt === null)
    throw new Error(`invoice ${id} was reviewed and is not decided`)
  return {
    invoiceId: id,
    transactionId,
    result: state,
    code: code ?? '',
    message: message ?? '',
    reviewedAt: decidedAt.toISOString(),
  }
}

export function addSampleInvoiceRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Params: { transactionId: string } }>(
    '/sandbox/transaction/:transactionId/invoice',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Get an invoice to send',
        description:
          'An invented invoice that says all that the automatic check looks for, as the body that `/invoice/{transactionId}/file` takes.',
        body: KeyOnlyRequest,
        answer: SampleInvoiceAnswer,
        refusals: { 404: 'Transaction not found' },
      }),
    },
    async (request): Promise<Answer<typeof SampleInvoiceAnswer>> => {
      const { retailerId } = getCaller(request)
      const pdf = await composeSampleInvoice(api, retailerId, request.params.transactionId)
      if (pdf === undefined) throw new RequestError('transaction_not_found')
      return { invoiceFile: pdf.toString('base64') }
    },
  )
}

/** An invoice that a sandbox retailer can upload for a purchase; it passes the automatic check. */
async function composeSampleInvoice(
  { database, secrets, retailers }: App,
  retailerId: string,
  transactionId: string,
): Promise<Buffer | undefined> {
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, { retailerId, id: transactionId })
    : undefined
  if (purchase === undefined) return undefined
  const { createdAt } = purchase
  const expected = composeExpected(purchase, await retailers.getRetailer(retailerId), createdAt)
  return renderSampleInvoice(expected, createdAt)
}
