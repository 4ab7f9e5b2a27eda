import { RequestError } from '../../../contract/errors.ts'
import { missingParameters } from '../../../contract/parameter-errors.ts'
import { MAX_INVOICE_BYTES } from '../../../domains/purchases/index.ts'

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
