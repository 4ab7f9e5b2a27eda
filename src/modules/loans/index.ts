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
