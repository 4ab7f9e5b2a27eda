export { decideInvoice, reviewInvoice } from './decide-invoice.ts'
export { type Invoice, MAX_INVOICE_BYTES } from './invoice.ts'
export { invoiceJobs } from './jobs.ts'
export { composeExpected, type Expected } from './match-invoice.ts'
export { createPdfReader, type PdfReader } from './pdf/pdf-reader.ts'
export {
  allowInvoiceFile,
  allowInvoicePage,
  type InvoiceRecord,
  listInvoices,
  MAX_DRAWN_PAGES,
  openInvoice,
  openInvoicePage,
  type QueuedInvoiceRecord,
  readInvoice,
} from './read-invoices.ts'
export { receiveInvoice, screenPdf } from './receive-invoice.ts'
export { createHttpScanner, type InvoiceScanner, noScanner } from './scanner.ts'
export {
  findCurrentInvoice,
  forgetInvoices,
  listForgedInvoiceIds,
  listInvoiceStates,
  listInvoicesToReview,
} from './store.ts'
