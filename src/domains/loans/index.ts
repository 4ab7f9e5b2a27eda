export { computeLoanUnearned, findOldestUnpaid } from './accrual.ts'
export {
  type AccruedLoan,
  accelerateLoan,
  bookAccruals,
  closeSuspendedLoan,
  composeAccruals,
  endLoan,
  prepareLoss,
  resumeLoan,
  reverseLoan,
  startLoan,
  suspendLoan,
} from './book-loan.ts'
export { loanJobs } from './jobs.ts'
export type { Loan } from './loan.ts'
export { computePaymentRows } from './payment-rows.ts'
export { computePayoff, computePremiumRefund, computePrepayment } from './payoff.ts'
export { listAllowances } from './provision-store.ts'
export { addLoanMetrics, computeProvisionReport, computeTrialBalance } from './reports.ts'
export { computeRestructuring, type LoanScale } from './scale.ts'
export { findLoan, findLoans, type LateLoan, listLateLoans, listLoans, lockLoan } from './store.ts'
