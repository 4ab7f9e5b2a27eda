export { accelerateLoan } from './acceleration.ts'
export {
  computeAccrual,
  computeCarrying,
  computeLoanUnearned,
  endLoan,
  findOldestUnpaid,
  resumeLoan,
  suspendLoan,
} from './accrual.ts'
export { type AccruedLoan, bookAccruals, composeAccruals, subtractPaid } from './accrue-loan.ts'
export {
  computeAccelerationEntry,
  computeAccrualEntry,
  computeProvisionEntry,
  computeWriteOffEntry,
  isNothingEarned,
  nameAcceleration,
  turnIntoRecovery,
} from './entries.ts'
export { loanJobs } from './jobs.ts'
export { computeMonthEnd, type Loan, openLoan } from './loan.ts'
export { computePaymentRows } from './payment-rows.ts'
export { computePayoff, computePremiumRefund, computePrepayment } from './payoff.ts'
export { listAllowances } from './provision-store.ts'
export {
  computeProvisionReport,
  computeTrialBalance,
  type ProvisionReport,
  type TrialBalance,
} from './reports.ts'
export { computeRestructuring, type LoanScale } from './scale.ts'
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
} from './store.ts'
