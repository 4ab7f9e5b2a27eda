import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { Busy } from '../../../kernel/faults.ts'
import { ServiceUnavailable } from '../../../platform/outbound/json-service.ts'
import { looksLikePdf } from './pdf/inspect.ts'

/** A cheap check, which most other files fail. */
export function requirePdf(bytes: Buffer): void {
  if (!looksLikePdf(bytes)) throw describe('invoice_not_pdf', 'is not a PDF')
}

/** Refuses everything that is not a plain PDF, or that the scanner reports as malicious. */
export async function screenUpload(
  { pdfReader, invoiceScanner }: App,
  retailerId: string,
  bytes: Buffer,
): Promise<void> {
  const inspection = await pdfReader.inspect(bytes, retailerId).catch(error => {
    if (!(error instanceof Busy)) throw error
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
  const result = await invoiceScanner.scan(bytes).catch(error => {
    if (!(error instanceof ServiceUnavailable)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 10, cause: error })
  })
  if (result === 'infected') throw describe('invoice_infected', 'is known to be malicious')
}

function describe(code: ConstructorParameters<typeof RequestError>[0], sentence: string): RequestError {
  return new RequestError(code, {
    details: [{ field: 'invoiceFile', message: `invoiceFile ${sentence}` }],
  })
}
