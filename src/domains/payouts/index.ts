export { listForgottenFileNumbers, skipForgottenFileNumbers } from './cnab/files.ts'
export type { AccountMethod, PayerAddress } from './cnab/payment.ts'
export {
  closePayoutCase,
  listPayoutAgreements,
  listPayoutCases,
  markPayoutFileWritten,
  setPayoutAgreement,
} from './cnab/store.ts'
export { correctPayout, nameRefundAccount, type TypedPayee } from './desk/correct-payout.ts'
export { decidePayout, lockProposedPayout } from './desk/decide-payout.ts'
export { findWatchedDebt, listPayouts, readOrder, readOrders, readPayoutCase } from './desk/read-payouts.ts'
export {
  createDeferredRail,
  createDirectRail,
  createHttpRail,
  type HttpRailSettings,
  PAYOUT_SCOPES,
} from './http-rail.ts'
export { payoutJobs } from './jobs.ts'
export { addPayoutMetrics } from './metrics.ts'
export { holdMoney, listMoneyHolds, releaseMoney } from './money-hold.ts'
export { PAYOUT_KINDS, PAYOUT_STATES } from './order.ts'
export type { PayoutPayees } from './order-dues.ts'
export { forgetPayees, listForgedOrderIds } from './orders.ts'
export { type Payee, parseAccountPayee, parsePixPayee } from './payee.ts'
export type { PayoutRail } from './rail.ts'
export { type RetailerStatement, type RetailerStatementLine, readStatement } from './read-statement.ts'
export { createReturningRail } from './refunds/pix-return-rail.ts'
export { describePayingAccount, remitOrders } from './remit-orders.ts'
export { countOpenOrders, listOrderStates } from './store.ts'
export { readPaymentReturn, takePaymentReturn } from './take-payment-return.ts'
