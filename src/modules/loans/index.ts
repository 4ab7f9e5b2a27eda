export { type Acceleration, computeAcceleration, computeClaim } from './acceleration.ts'
export {
  type Accrual,
  computeAccrual,
  computeAccruals,
  type Earned,
  endLoan,
  isAccrualStopped,
} from './accrual.ts'
export { type Amendment, computeAmendment } from './amendment.ts'
export { computeMonthEnd, type Loan, openLoan } from './loan.ts'
export { computePaymentRows, type PaymentRow } from './payment-rows.ts'
export { computeProvision, type Provision } from './provision.ts'
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
  findDueMonth,
  findLoan,
  insertLoans,
  listLoans,
  listRunningLoans,
  lockDueLoans,
  lockLoan,
  saveLoans,
} from './store.ts'
