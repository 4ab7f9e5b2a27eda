export { findReportedAmount } from './billets/bank-reports.ts'
export { type BankReport, BankReportError, type Billet, type Registration } from './billets/billet.ts'
export { lockOpenBillets } from './billets/billet-payments.ts'
export { claimDebt } from './billets/claim.ts'
export { composeRemittanceFile, markRemittanceWritten } from './billets/cnab/remittance-files.ts'
export { parseReturn, type ReturnFile } from './billets/cnab/return-file.ts'
export type { InstallmentTerms, IsRegisteredAtOnce, OpenCharges } from './billets/compose.ts'
export type { CreditedPayment } from './billets/credit.ts'
export { type BilletDebt, computeDue, describeDebt } from './billets/debt.ts'
export { type Bank, type BankOrder, listPendingOrders } from './billets/orders.ts'
export { listForgotten, readUsedShares, skipForgotten } from './billets/our-numbers.ts'
export {
  type DueInstallment,
  listDueInstallments,
  listOwedInstallments,
  lockOwedInstallment,
  type OwedInstallment,
} from './billets/owed-installments.ts'
export { forgetPayers, replacePayer } from './billets/payers.ts'
export { renderBilletPdf } from './billets/pdf/render.ts'
export {
  countRegistrationCases,
  listRegistrationCases,
  type RegistrationCase,
  readUnregistered,
} from './billets/registration-cases.ts'
export { chooseCopyDay, findCopyDayProblem } from './billets/second-copy.ts'
export {
  type DescribedBillet,
  describeBillet,
  findOverdueDays,
  isRegistered,
  omitReplaced,
} from './billets/standing.ts'
export {
  type DuePlace,
  findBillet,
  findBilletOfAny,
  listBillets,
  listForgedBilletIds,
} from './billets/store.ts'
export {
  countOpenCases,
  findSuspendedPayment,
  listForgedCaseIds,
  listSuspendedPayments,
  type SuspendedPayment,
} from './billets/suspense-cases.ts'
export { composeTxid } from './billets/txid.ts'
export {
  advanceByFile,
  advanceWatermark,
  computeLag,
  isContractReadBeyond,
  isReadBeyond,
  listWatermarks,
  type Rail,
} from './billets/watermarks.ts'
export { type CarriedPayment, creditCarried, reviveDebt } from './carry-debt.ts'
export { type BookedReport, creditPayment } from './credit-payment.ts'
export { namePayment } from './entries.ts'
export { findBilletSheet, getAccountOfBillet, type LinkedSheet, printBillets } from './find-billet-sheet.ts'
export { issueCopy } from './issue-copy.ts'
export {
  type ComposeReceivables,
  cancelBillets,
  composeBillets,
  createReceivablesComposer,
  type IssuedBillet,
  type IssuedBillets,
  issueAnew,
  issueReceivables,
  type Receivables,
  storeReceivables,
} from './issue-receivables.ts'
export { pixJobs, receivableJobs } from './jobs.ts'
export {
  issuePayoff,
  parsePayoff,
  type QuotedPayoff,
  quotePayoff,
  type WantedPayoff,
} from './payoff/issue-payoff.ts'
export { computeOpenFaces, type Debt, lockDebt, readDebt } from './payoff/read-debt.ts'
export { choosePayoffDay, computeLastPayoffDay } from './payoff/selection.ts'
export { sumReductions } from './payoff/store.ts'
export { attachPixCodes, countWaitingCharges, findChargeCodes } from './pix/charge-store.ts'
export { noteNotifiedPix } from './pix/notification-store.ts'
export { pollPix } from './pix/poll-pix.ts'
export { computeNotificationSecret } from './pix/register-webhooks.ts'
export { takePix } from './pix/take-pix.ts'
export { type ReceivablesReading, readReceivables } from './read-receivables.ts'
export { reconcileBillets } from './reconcile-billets.ts'
export { checkLoan, reconcileLoans } from './reconcile-loans.ts'
export { resolveRegistration } from './resolve-registration.ts'
export { describeSuspendedPayment, prepareResolution, type SuspenseOutlook } from './resolve-suspense.ts'
