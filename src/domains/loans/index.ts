export {
  computeLoanUnearned,
  computeRestructuringLeft,
  computeSuspendedInterest,
  findOldestUnpaid,
} from './accrual.ts'
export { accrueMonths } from './accrue-month.ts'
export {
  type AccruedLoan,
  accelerateLoan,
  bookAccruals,
  closeSuspendedLoan,
  composeAccruals,
  endLoan,
  prepareBuyBack,
  prepareLoss,
  prepareSale,
  resumeLoan,
  reverseLoan,
  startLoan,
  suspendLoan,
} from './book-loan.ts'
export { loanJobs } from './jobs.ts'
export { isOffBooks, type Loan } from './loan.ts'
export { computePaymentRows } from './payment-rows.ts'
export { computePayoff, computePremiumRefund, computePrepayment } from './payoff.ts'
export { provideMonths } from './provide-month.ts'
export { computeStage } from './provision.ts'
export { countUnprovided, listAllowances, listStageStarts, listStages } from './provision-store.ts'
export { endUnpaidLoan } from './release-loan.ts'
export { addLoanMetrics, computeProvisionReport, computeTrialBalance } from './reports.ts'
export { computeRestructuring, type LoanScale, visitPresentValues } from './scale.ts'
export {
  countDelays,
  findDueMonth,
  findLoan,
  findLoans,
  type LateLoan,
  listLateLoans,
  listLoans,
  listLoansOf,
  listRunningLoans,
  lockLoan,
  sumAssigned,
} from './store.ts'
export { listTaxLosses, type TaxLoss } from './tax-loss.ts'
