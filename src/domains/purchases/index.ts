export { advancePurchase } from './advance-purchase.ts'
export {
  type AgreementOn,
  findLivingAgreement,
  listAgreementsOn,
  listOpenAgreements,
} from './agreement-reads.ts'
export {
  type Authorizations,
  type AuthorizedPurchase,
  authorizePurchase,
  createAuthorizations,
} from './authorize-purchase.ts'
export {
  type Cancellation,
  cancelPurchase,
  canWithdraw,
  finishCancellations,
  withdrawPurchase,
} from './cancel-purchase.ts'
export { UNSET_MEMBERS } from './columns.ts'
export { composeWebhookEvents } from './compose-webhook-events.ts'
export { computeTransfer, findTransfer } from './compute-transfer.ts'
export { findRelease, findSignedRoot, listReplacements } from './contract-chain.ts'
export {
  countAtDesk,
  type DeskSearch,
  listAtDesk,
  listIdsByOrder,
  listMoves,
  listPlaced,
  type PlacedPurchase,
  type RecordedMove,
} from './desk-reads.ts'
export { describeDownPayment } from './down-payment.ts'
export { refundLatePayment } from './end-purchase.ts'
export { forgetCustomer } from './forget.ts'
export { insertPurchases } from './insert.ts'
export type { Expected } from './invoices/compare-text.ts'
export { composeExpected } from './invoices/compose-expected.ts'
export { decideInvoice, lockProposedReview } from './invoices/decide-invoice.ts'
export { type Invoice, MAX_INVOICE_BYTES } from './invoices/invoice.ts'
export { MATCH_INVOICE, matchInvoice } from './invoices/match-invoice.ts'
export { createPdfReader, type PdfReader } from './invoices/pdf/pdf-reader.ts'
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
} from './invoices/read-invoices.ts'
export { receiveInvoice } from './invoices/receive-invoice.ts'
export { reviewInvoice } from './invoices/review-invoice.ts'
export { createHttpScanner, type InvoiceScanner, noScanner } from './invoices/scanner.ts'
export {
  forgetInvoices,
  listForgedInvoiceIds,
  listInvoicesToReview,
  removeOldQuotas,
} from './invoices/store.ts'
export { listOrderFacts, type OrderFacts } from './list-purchases.ts'
export { getMove, MoveRefused, type PurchaseChanges } from './move.ts'
export { newOnboardingToken } from './onboarding-token.ts'
export { describePayer, presentMaskedCpf, presentMaskedName, presentMaskedPhone } from './present-customer.ts'
export { previewRemoval } from './preview-removal.ts'
export {
  type ContractFigures,
  listBought,
  type Purchase,
  type PurchaseCustomer,
  type PurchaseProduct,
  type Refund,
  type RefundAccount,
} from './purchase.ts'
export { findOnboardingLink, type PurchaseView, readPurchase } from './read-purchase.ts'
export { countRecentPurchases, type RecentPurchases } from './recent-purchases.ts'
export { recordDelivery, type ToldDelivery } from './record-delivery.ts'
export { computeRelease, getContractDate } from './release-contract.ts'
export { removeProducts } from './remove-products.ts'
export { renderBillets } from './render-billets.ts'
export {
  listFormalIntents,
  NOTIFY_CUSTOMER,
  type NoticedRefund,
  type NoticeName,
  type NoticePayload,
  nameNotice,
  requestFormalNotice,
  requestPaymentNotice,
  requestRefundNotice,
} from './request-message.ts'
export { type FoundTransaction, searchTransactions } from './search-purchases.ts'
export { type ReadAddendum, readAddendum, renderAddendum } from './state-addendum.ts'
export { createStatusFinder } from './statuses.ts'
export {
  composeNamedBuyer,
  findPurchase,
  findPurchaseByToken,
  findPurchasesByOption,
  findRefundAccount,
  findReplacement,
  listBoughtCheckouts,
  listLivingIds,
  listOverdue,
  listPurchasesFrom,
  listReplacedIds,
  listSales,
  listTransferDueIds,
  listTransferDueRetailers,
  lockPurchase,
  type Overdue,
  type Sale,
  type SealedBuyer,
} from './store.ts'
export { computeDeadline, PENDING_STEPS } from './transitions.ts'
export { findWithdrawalEnd } from './withdrawal.ts'
