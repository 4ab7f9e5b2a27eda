export { type Acceleration, computeAcceleration, computeClaim } from './acceleration.ts'
export { type Amendment, computeAmendment } from './amendment.ts'
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
