export { type AccruedLoan, bookAccruals, composeAccruals, subtractPaid } from './accrue-loan.ts'
export { accrueMonths } from './accrue-month.ts'
export { findChargedOn, findIofCharge } from './iof-charge.ts'
export { computeAccelerationEntry, nameAcceleration } from './ledger/acceleration-entry.ts'
export { type AccountName, accountOf } from './ledger/accounts.ts'
export {
  computeAgreementBrokenEntry,
  computeAgreementChargesEntry,
  computeAgreementPaidEntry,
  computeAgreementPaymentEntries,
} from './ledger/agreement-entries.ts'
export { computeBalances, computeMoved, sumOwedByTransaction, sumSealedDebt } from './ledger/balances.ts'
export { type BankPosting, listBankPostings, sumBankPostings } from './ledger/bank-postings.ts'
export {
  computeCaseCreditEntries,
  computeCaseRefundEntry,
  computeReturnEntry,
  nameCaseCredit,
  nameCaseRefund,
} from './ledger/case-entries.ts'
export { computeCreditEntry, computeTariffEntry } from './ledger/clearing-entries.ts'
export {
  computeContractEntry,
  computeOverdueIofEntry,
  computePaymentEntry,
  computeReleaseIofEntry,
  computeReleaseIofReversedEntry,
  computeSuspenseEntry,
  type IofCharge,
  nameContract,
  namePayment,
  nameReleaseIof,
} from './ledger/entries.ts'
export { computeReversal, type Entry } from './ledger/entry.ts'
export { findLedgerDifference, findLedgerFault, type Seal } from './ledger/heads.ts'
export { computeImbalance, findOldestUnsealed } from './ledger/imbalance.ts'
export { isIofOrdered, listIofPeriods } from './ledger/iof-periods.ts'
export { type JournalLine, listJournal } from './ledger/journal.ts'
export { computeAccrualEntry, computeContractReversedEntry, isNothingEarned } from './ledger/loan-entries.ts'
export {
  computeClawbackNettedEntry,
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from './ledger/payout-entries.ts'
export {
  computeCarryOverEntry,
  computeClawbackEntry,
  computeRefundEntry,
  listRefundable,
  type Refundable,
  sumRefundable,
} from './ledger/purchase-entries.ts'
export { findReceipts, listReceipts, type Receipt } from './ledger/receipts.ts'
export {
  findRefundCredit,
  findRefundCredits,
  listPixReceipts,
  type PixReceipt,
  readRefundBooks,
} from './ledger/refund-reads.ts'
export {
  findRetailerDebt,
  listRetailerDebts,
  listRetailerMovements,
  listRetailersInDebit,
  type RetailerDebt,
  type RetailerMovement,
  sumRetailerMovements,
} from './ledger/retailer-movements.ts'
export { sealEntries } from './ledger/seal.ts'
export {
  computeEarlySettlementEntry,
  computeProvisionEntry,
  computeReductionsReversedEntry,
  computeRenegotiationEntry,
  computeRestructuringEntry,
  computeWriteOffEntry,
  nameRenegotiation,
  turnIntoRecovery,
} from './ledger/servicing-entries.ts'
export { computeBalance, computeGenuineBalance, findEntry, postEntries } from './ledger/store.ts'
export { type LedgerReport, verifyLedger } from './ledger/verify.ts'
export { accelerateLoan } from './loans/acceleration.ts'
export {
  computeAccrual,
  computeCarrying,
  computeLoanUnearned,
  endLoan,
  findOldestUnpaid,
} from './loans/accrual.ts'
export { computeMonthEnd, type Loan, openLoan } from './loans/loan.ts'
export { computePaymentRows } from './loans/payment-rows.ts'
export { listAllowances } from './loans/provision-store.ts'
export { computeRestructuring } from './loans/restructuring.ts'
export type { LoanScale } from './loans/scale.ts'
export { computePayoff, computePremiumRefund, computePrepayment } from './loans/settlement.ts'
export {
  countDelays,
  findLoan,
  findLoans,
  insertLoans,
  type LateLoan,
  listLateLoans,
  listLoans,
  lockLoan,
  markSuspended,
  saveAcceleration,
  saveWriteOff,
} from './loans/store.ts'
export { resumeLoan, suspendLoan } from './loans/suspension.ts'
export { provideMonths } from './provide-month.ts'
export { computeProvisionReport, type ProvisionReport } from './provision-report.ts'
export { computeTrialBalance, type TrialBalance } from './trial-balance.ts'
