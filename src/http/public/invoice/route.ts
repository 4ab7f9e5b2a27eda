import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { InvoiceAnswer, InvoiceRequest } from '../../../contract/invoice.ts'
import type { Answer } from '../../../contract/presented.ts'
import { type Invoice, receiveInvoice } from '../../../domains/purchases/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { createUploadSemaphore } from '../../../platform/http/upload-semaphore.ts'
import { parseInvoiceFile, TOO_LARGE } from './parse-file.ts'

const MEBIBYTE = 1024 * 1024
/** 10 MiB in base64, and a little. */
const BODY_LIMIT_BYTES = 14 * MEBIBYTE

export function addInvoiceRoute(app: FastifyInstance, api: App): void {
  app.post<{ Params: { transactionId: string }; Body: InvoiceRequest }>(
    '/invoice/:transactionId/file',
    {
      config: { scope: 'purchases', tooLargeMessage: TOO_LARGE },
      bodyLimit: BODY_LIMIT_BYTES,
      preParsing: createUploadSemaphore({ maxBytes: BODY_LIMIT_BYTES, findOwner: app.findOwner }),
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Send the invoice',
        description:
          'A plain PDF, kept as the newest version of the transaction’s invoice; the same file again is the same version. It is checked afterwards: `invoice.validated` or `invoice.refused` tells the result.',
        body: InvoiceRequest,
        answer: InvoiceAnswer,
        refusals: {
          400: 'Not base64, not a PDF, a PDF with active or embedded content, or one that a virus scanner knows; `details` says which',
          404: 'Transaction not found',
          409: 'The transaction no longer accepts an invoice, or another version of it',
          413: TOO_LARGE,
        },
      }),
    },
    async (request, reply): Promise<Answer<typeof InvoiceAnswer>> => {
      const { retailerId } = getCaller(request)
      const bytes = parseInvoiceFile(request.body.invoiceFile)
      const { transactionId } = request.params
      const present = ({ id, receivedAt, sha256 }: Invoice): Answer<typeof InvoiceAnswer> => ({
        invoiceId: id,
        transactionId,
        receivedAt: receivedAt.toISOString(),
        sha256: sha256.toString('hex'),
      })
      const remember = rememberAnswer(request, reply, present)
      return present(await receiveInvoice(api, { retailerId, transactionId, bytes }, remember))
    },
  )
}
