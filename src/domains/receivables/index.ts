export { findEqualPayment, findReportedAmount, findTwinPayment } from './billets/bank-reports.ts'
export { type BankReport, BankReportError, type Billet, type Registration } from './billets/billet.ts'
export {
  applyCredits,
  describeLeft,
  lockCredit,
  lockOpenBillets,
  reviveBillets,
} from './billets/billet-payments.ts'
export type { BilletRow } from './billets/billet-row.ts'
export { type Claim, claimBillets, findClaim } from './billets/claim.ts'
export { composeRemittanceFile, markRemittanceWritten } from './billets/cnab/remittance-files.ts'
export { parseReturn, type ReturnFile } from './billets/cnab/return-file.ts'
export type { InstallmentTerms, IsRegisteredAtOnce, OpenCharges } from './billets/compose.ts'
export { type Credit, computeCharges, creditInParts, isPaidInFullBy, sumCredit } from './billets/credit.ts'
export { type BilletDebt, computeDue, countDelay, describeDebt, findFace, sumDebt } from './billets/debt.ts'
export { imputeOldestFirst } from './billets/impute-oldest.ts'
export { type Bank, type BankOrder, listPendingOrders } from './billets/orders.ts'
export { listForgotten, readUsedShares, skipForgotten } from './billets/our-numbers.ts'
export { forgetPayers, replacePayer } from './billets/payers.ts'
export { renderBilletPdf } from './billets/pdf/render.ts'
export { listReceivedParts, type ReceivedPart } from './billets/recorded-payments.ts'
export {
  closeRegistrationCase,
  countRegistrationCases,
  findRegistrationCase,
  listRegistrationCases,
  lockRegistrationCase,
  type RegistrationCase,
  readUnregistered,
  resendWriteOff,
} from './billets/registration-cases.ts'
export { chooseCopyDay, findCopyDayProblem, isCopyable } from './billets/second-copy.ts'
export {
  type DescribedBillet,
  describeBillet,
  findOverdueDays,
  isRegistered,
  omitReplaced,
} from './billets/standing.ts'
export {
  type DueInstallment,
  type DuePlace,
  findBillet,
  listBillets,
  listDueInstallments,
  listForgedBilletIds,
} from './billets/store.ts'
export {
  countOpenCases,
  findBilletOfAny,
  findSuspendedPayment,
  listSuspendedPayments,
  lockBillet,
  type SuspendedPayment,
} from './billets/suspense.ts'
export {
  closeCase,
  listForgedCaseIds,
  lockCase,
  releaseCase,
  type SuspenseCase,
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
export { awaitCredit } from './credit-clearing.ts'
export { type BookedReport, bookCredit, creditPayment, findReceivingAccount } from './credit-payment.ts'
export { computeSuspenseEntry, namePayment } from './entries.ts'
export { findBilletSheet, getAccountOfBillet, type LinkedSheet, printBillets } from './find-billet-sheet.ts'
export {
  type ComposeReceivables,
  cancelBillets,
  cancelPayoffBillet,
  composeBillets,
  createReceivablesComposer,
  type IssuedBillets,
  issuePayoffBillet,
  issueReceivables,
  issueSecondCopy,
  lowerBillet,
  type Receivables,
  reissueBillet,
  storeReceivables,
} from './issue-receivables.ts'
export { pixJobs, receivableJobs } from './jobs.ts'
export { type ComputedPayoff, computeChosenPayoff, computeUnusedPremium } from './payoff/compute-payoff.ts'
export { computeDebt, type Debt, type IndebtedBillet, lockDebt, readDebt } from './payoff/read-debt.ts'
export {
  choosePayoffDay,
  computeLastPayoffDay,
  isPayableByLine,
  type PayoffSelection,
  parseSelection,
  writeSelection,
} from './payoff/selection.ts'
export { findLastPayoff, insertPayoff, listPayoffs, type Payoff, sumReductions } from './payoff/store.ts'
export { attachPixCodes, countWaitingCharges, findChargeCodes } from './pix/charge-store.ts'
export { exchangeCharge } from './pix/exchange-charges.ts'
export { noteNotifiedPix } from './pix/notification-store.ts'
export { pollPix } from './pix/poll-pix.ts'
export { computeNotificationSecret } from './pix/register-webhooks.ts'
export { takePix } from './pix/take-pix.ts'
export { reconcileBillets } from './reconcile-billets.ts'
export { checkLoan, reconcileLoans } from './reconcile-loans.ts'
