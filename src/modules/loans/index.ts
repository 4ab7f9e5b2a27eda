export {
  type Acceleration,
  accelerateLoan,
  computeAcceleration,
  computeClaim,
  type ExcludedInterest,
} from './acceleration.ts'
export {
  type Accrual,
  computeAccrual,
  computeAccruals,
  computeCarrying,
  computeLoanUnearned,
  type Earned,
  endLoan,
  findOldestUnpaid,
  isAccrualStopped,
} from './accrual.ts'
export { type Amendment, computeAmendment } from './amendment.ts'
export { computeMonthEnd, type Loan, openLoan } from './loan.ts'
export { computePaymentRows, type PaymentRow } from './payment-rows.ts'
export { computeProvision, isCuredOn, listCureMonths, type Provision } from './provision.ts'
export {
  countUnprovided,
  findUnprovided,
  listAllowances,
  listDaysLate,
  listProvisions,
  lockEndedWithAllowance,
  lockUnprovided,
  type MonthStep,
  type ProvidedLoan,
  type ProvisionRow,
  releaseAllowances,
  saveProvisions,
} from './provision-store.ts'
export { computeRestructuring, type Restructuring } from './restructuring.ts'
export { computeUnearned, type LoanScale } from './scale.ts'
export {
  computePayoff,
  computePremiumRefund,
  computePrepayment,
  type FutureInstallment,
  type OverdueInstallment,
  type Payoff,
  type Prepayment,
} from './settlement.ts'
export {
  countDelays,
  findDueMonth,
  findLoan,
  findLoans,
  insertLoans,
  type LateLoan,
  listLateLoans,
  listLoans,
  listRestructured,
  listRunningLoans,
  lockDueLoans,
  lockLoan,
  markSuspended,
  saveAcceleration,
  saveLoans,
  saveWriteOff,
} from './store.ts'
export { resumeLoan, suspendLoan } from './suspension.ts'
