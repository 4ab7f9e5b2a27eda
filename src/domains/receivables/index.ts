export { findEqualPayment, findReportedAmount, findTwinPayment } from './billets/bank-reports.ts'
export type { BankReport, Billet, Registration } from './billets/billet.ts'
export {
  applyCredits,
  describeLeft,
  lockCredit,
  lockOpenBillets,
  reviveBillets,
} from './billets/billet-payments.ts'
export type { BilletRow } from './billets/billet-row.ts'
export { type Claim, claimBillets, findClaim } from './billets/claim.ts'
export { parseReturn } from './billets/cnab/return-file.ts'
export { type Credit, computeCharges, creditInParts, isPaidInFullBy, sumCredit } from './billets/credit.ts'
export { computeDue, countDelay, describeDebt, findFace, sumDebt } from './billets/debt.ts'
export { imputeOldestFirst } from './billets/impute-oldest.ts'
export type { Bank } from './billets/orders.ts'
export { listForgotten, readUsedShares, skipForgotten } from './billets/our-numbers.ts'
export { forgetPayers, replacePayer } from './billets/payers.ts'
export { renderBilletPdf } from './billets/pdf/render.ts'
export { listReceivedParts, type ReceivedPart } from './billets/recorded-payments.ts'
export {
  closeRegistrationCase,
  findRegistrationCase,
  listRegistrationCases,
  lockRegistrationCase,
  type RegistrationCase,
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
export { type DueInstallment, findBillet, listBillets, listDueInstallments } from './billets/store.ts'
export {
  countOpenCases,
  findBilletOfAny,
  findSuspendedPayment,
  listSuspendedPayments,
  lockBillet,
  type SuspendedPayment,
} from './billets/suspense.ts'
export { closeCase, lockCase, releaseCase, type SuspenseCase } from './billets/suspense-cases.ts'
export { advanceWatermark, isContractReadBeyond, isReadBeyond } from './billets/watermarks.ts'
export { awaitCredit } from './credit-clearing.ts'
export { bookCredit, creditPayment, findReceivingAccount } from './credit-payment.ts'
export { computeSuspenseEntry, namePayment } from './entries.ts'
export { exchangeOrders, exportOrders, takeReturnFile } from './exchange-orders.ts'
export { findBilletSheet, type LinkedSheet, printBillets, readBillet } from './find-billet-sheet.ts'
export { forgedReceivables } from './forged-rows.ts'
export {
  cancelBillets,
  cancelPayoffBillet,
  composeBillets,
  createBilletIssuer,
  type IssuedBillets,
  issuePayoffBillet,
  issueReceivables,
  issueSecondCopy,
  lowerBillet,
  type Receivables,
  reissueBillet,
} from './issue-receivables.ts'
export { composeReceivableJobs } from './jobs.ts'
export { addReceivableMetrics, countCases } from './metrics.ts'
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
export { attachPixCodes } from './pix/charge-store.ts'
export { exchangeCharge } from './pix/exchange-charges.ts'
export { noteNotifiedPix } from './pix/notification-store.ts'
export { pollPix } from './pix/poll-pix.ts'
export { computeNotificationSecret } from './pix/register-webhooks.ts'
export { takePix } from './pix/take-pix.ts'
export { reconcileReceivables } from './reconcile-billets.ts'
export { checkLoan } from './reconcile-loans.ts'
