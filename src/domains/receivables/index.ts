export { findReportedAmount } from './billets/bank-reports.ts'
export type { Billet } from './billets/billet.ts'
export { lockOpenBillets } from './billets/billet-payments.ts'
export { claimDebt } from './billets/claim.ts'
export { parseReturn } from './billets/cnab/return-file.ts'
export type { CreditedPayment } from './billets/credit.ts'
export { describeDebt } from './billets/debt.ts'
export type { Bank } from './billets/orders.ts'
export { listForgotten, readUsedShares, skipForgotten } from './billets/our-numbers.ts'
export {
  type DueInstallment,
  listDueInstallments,
  listOwedInstallments,
  type OwedInstallment,
} from './billets/owed-installments.ts'
export { forgetPayers, replacePayer } from './billets/payers.ts'
export { renderBilletPdf } from './billets/pdf/render.ts'
export { listRegistrationCases, type RegistrationCase } from './billets/registration-cases.ts'
export { describeBillet, findOverdueDays, isRegistered, omitReplaced } from './billets/standing.ts'
export { findBilletOfAny, listBillets } from './billets/store.ts'
export { findSuspendedPayment, listSuspendedPayments } from './billets/suspense-cases.ts'
export { advanceWatermark, isReadBeyond } from './billets/watermarks.ts'
export { type CountedPayment, carryDebt, reviveDebt } from './carry-debt.ts'
export { creditPayment } from './credit-payment.ts'
export { exchangeOrders, exportOrders, takeReturnFile } from './exchange-orders.ts'
export { findBilletSheet, printBillets, readBillet } from './find-billet-sheet.ts'
export { forgedReceivables } from './forged-rows.ts'
export { issueCopy } from './issue-copy.ts'
export {
  cancelBillets,
  composeBillets,
  createBilletIssuer,
  type IssuedBillet,
  issueReceivables,
  type Receivables,
} from './issue-receivables.ts'
export { composeReceivableJobs } from './jobs.ts'
export { addReceivableMetrics, countCases } from './metrics.ts'
export { issuePayoff, parsePayoff, type QuotedPayoff, quotePayoff } from './payoff/issue-payoff.ts'
export { computeOpenFaces, lockDebt, readDebt } from './payoff/read-debt.ts'
export { listPaymentDays } from './payoff/selection.ts'
export { sumReductions } from './payoff/store.ts'
export { attachPixCodes } from './pix/charge-store.ts'
export { createPixNotifications } from './pix/notification-store.ts'
export { pollPix } from './pix/poll-pix.ts'
export { takePix } from './pix/take-pix.ts'
export { type ReceivablesReading, readReceivables } from './read-receivables.ts'
export { reconcileReceivables } from './reconcile-billets.ts'
export { resolveRegistration } from './resolve-registration.ts'
export { describeSuspendedPayment, prepareResolution, type SuspenseOutlook } from './resolve-suspense.ts'
