import { RequestError } from '../contract/errors.ts'
import { looksLikePdf, type PdfReader, PdfReaderBusy } from '../modules/invoices/index.ts'

/** Nothing that is not a plain PDF goes any further. */
export async function inspectInvoice(
  { pdfReader }: { readonly pdfReader: PdfReader },
  bytes: Buffer,
): Promise<void> {
  // Most of what is no PDF shows it at once.
  if (!looksLikePdf(bytes)) throw describe('invoice_not_pdf', 'is not a PDF')
  const inspection = await pdfReader.inspect(bytes).catch(error => {
    if (!(error instanceof PdfReaderBusy)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 2, cause: error })
  })
  switch (inspection.verdict) {
    case 'not-a-pdf':
      throw describe('invoice_not_pdf', 'is not a PDF')
    case 'expands-too-far':
      throw describe('invoice_expands_too_far', 'is too large once decompressed')
    case 'active-content':
      throw describe('invoice_with_active_content', `holds ${inspection.found}`)
    case 'accepted':
  }
}

function describe(code: ConstructorParameters<typeof RequestError>[0], sentence: string): RequestError {
  return new RequestError(code, {
    details: [{ field: 'invoiceFile', message: `invoiceFile ${sentence}` }],
  })
}
