import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { InvoiceAnswer, InvoiceRequest } from '../../../contract/invoice.ts'
import { missingParameters } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { type Invoice, MAX_INVOICE_BYTES, receiveInvoice } from '../../../domains/invoices/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { createUploadSemaphore } from '../../../platform/http/upload-semaphore.ts'

const MEBIBYTE = 1024 * 1024
/** 10 MiB in base64, and a little. */
export const BODY_LIMIT_BYTES = 14 * MEBIBYTE

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

const PREFIX = /^data:application\/pdf;base64,/i
export const TOO_LARGE = 'invoiceFile larger than 10 MiB'

/** Strict base64, to the last bit: two texts never decode to the same file. */
export function parseInvoiceFile(invoiceFile: string): Buffer {
  if (invoiceFile === '') throw missingParameters(['invoiceFile'])
  const text = invoiceFile.replace(PREFIX, '')
  const bytes = Buffer.from(text, 'base64')
  if (!isCanonical(text, bytes))
    throw new RequestError('invoice_not_base64', {
      details: [{ field: 'invoiceFile', message: 'invoiceFile is not valid base64' }],
    })
  if (bytes.length > MAX_INVOICE_BYTES)
    throw new RequestError('body_too_large', {
      message: TOO_LARGE,
      details: [{ field: 'invoiceFile', message: TOO_LARGE }],
    })
  return bytes
}

/**
 * The decoder skips unknown characters and then returns fewer bytes than the length of the text implies; it also
 * accepts the two URL-safe characters. Encoding megabytes again to compare them would double the memory.
 */
function isCanonical(text: string, bytes: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (text.length % 4 !== 0 || bytes.length !== (text.length / 4) * 3 - padding) return false
  if (text.includes('-') || text.includes('_')) return false
  // The last characters may hold bits that belong to no byte.
  const last = bytes.subarray(3 * Math.max(0, text.length / 4 - 1))
  return last.toString('base64') === text.slice(-4)
}
