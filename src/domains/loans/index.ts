export { computeBookedParts, computeSuspendedInterest, findOldestUnpaid } from './accrual.ts'
export {
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
export { isOffBooks, type Loan } from './loan.ts'
export { bookMonthEnd, readMonthEnd } from './month-end.ts'
export { computeStage } from './provision.ts'
export { listAllowances, listStageStarts } from './provision-store.ts'
export { endUnpaidLoan } from './release-loan.ts'
export { computeProvisionReport, computeTrialBalance } from './reports.ts'
export {
  countDelays,
  findLoan,
  findLoans,
  listLateLoans,
  listLoans,
  lockLoan,
  sumAssigned,
} from './store.ts'
export { listTaxLosses } from './tax-loss.ts'
