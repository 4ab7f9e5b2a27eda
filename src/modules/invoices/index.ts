export { compareText, type Expected, isMatch } from './compare-text.ts'
export { computeRefusalCode, DECISION_TEXTS, type DecisionCode } from './decision-texts.ts'
export { findInvoiceForDesk, type InvoiceForDesk, openInvoiceFile } from './desk.ts'
export {
  AUTOMATIC,
  type Findings,
  type Invoice,
  type InvoiceState,
  MAX_INVOICE_BYTES,
  MAX_VERSIONS,
} from './invoice.ts'
export type { DrawnPage } from './pdf/draw-page.ts'
export { type Inspection, looksLikePdf } from './pdf/inspect.ts'
export { createPdfReader, type PdfReader, PdfReaderBusy } from './pdf/pdf-reader.ts'
export { renderSampleInvoice } from './sample-invoice.ts'
export {
  createHttpScanner,
  type InvoiceScanner,
  noScanner,
  sandboxScanner,
  TEST_VIRUS,
} from './scanner.ts'
export {
  findCurrentInvoice,
  findInvoice,
  forgetInvoices,
  giveBackQuota,
  type InvoiceDecision,
  insertInvoice,
  listForgedInvoiceIds,
  listInvoicesToReview,
  removeOldQuotas,
  sendToDesk,
  spendQuota,
  storeDecision,
  withdrawInvoices,
} from './store.ts'
