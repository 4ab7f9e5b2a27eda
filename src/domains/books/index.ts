export { type AccruedLoan, bookAccruals, composeAccruals, subtractPaid } from './accrue-loan.ts'
export { bookJobs } from './jobs.ts'
export { type AccountName, accountOf } from './ledger/accounts.ts'
export { composeEntry, computeReversal, type Entry } from './ledger/entry.ts'
export { findLedgerDifference, findLedgerFault, type Seal } from './ledger/heads.ts'
export { computeImbalance, findOldestUnsealed } from './ledger/imbalance.ts'
export { isIofOrdered, listIofPeriods } from './ledger/iof-periods.ts'
export { listRefundable, type Refundable, sumRefundable } from './ledger/purchase-entries.ts'
export {
  type BankPosting,
  computeBalances,
  computeMoved,
  findReceipts,
  type JournalLine,
  listBankPostings,
  listJournal,
  listReceipts,
  type Receipt,
  sumBankPostings,
  sumOwedByTransaction,
  sumSealedDebt,
} from './ledger/reads.ts'
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
export { computeBalance, computeGenuineBalance, findEntry, postEntries } from './ledger/store.ts'
export { type LedgerReport, verifyLedger } from './ledger/verify.ts'
export { accelerateLoan } from './loans/acceleration.ts'
export {
  computeAccrual,
  computeCarrying,
  computeLoanUnearned,
  endLoan,
  findOldestUnpaid,
  resumeLoan,
  suspendLoan,
} from './loans/accrual.ts'
export {
  computeAccelerationEntry,
  computeAccrualEntry,
  computeProvisionEntry,
  computeWriteOffEntry,
  isNothingEarned,
  nameAcceleration,
  turnIntoRecovery,
} from './loans/entries.ts'
export { computeMonthEnd, type Loan, openLoan } from './loans/loan.ts'
export { computePaymentRows } from './loans/payment-rows.ts'
export { computePayoff, computePremiumRefund, computePrepayment } from './loans/payoff.ts'
export { listAllowances } from './loans/provision-store.ts'
export { computeRestructuring, type LoanScale } from './loans/scale.ts'
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
export {
  computeProvisionReport,
  computeTrialBalance,
  type ProvisionReport,
  type TrialBalance,
} from './reports.ts'
