export { decideInvoice, reviewInvoice } from './decide-invoice.ts'
export { type Invoice, MAX_INVOICE_BYTES } from './invoice.ts'
export { composeExpected, type Expected } from './match-invoice.ts'
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
export type { InvoiceScanner } from './scanner.ts'
export { findCurrentInvoice, listInvoiceStates, listInvoicesToReview } from './store.ts'
