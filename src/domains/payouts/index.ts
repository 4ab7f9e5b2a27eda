export { closePayoutCase, listPayoutCases } from './cnab/store.ts'
export { correctPayout, nameRefundAccount } from './desk/correct-payout.ts'
export { decidePayout } from './desk/decide-payout.ts'
export { findWatchedDebt, listPayouts, readOrder, readOrders, readPayoutCase } from './desk/read-payouts.ts'
export { holdMoney, listMoneyHolds, releaseMoney } from './money-hold.ts'
export { type PayoutOrder, PROGRAM } from './order.ts'
export { orderCommission } from './order-commission.ts'
export { orderForFund } from './order-fund.ts'
export {
  findTransferOrder,
  listForgedOrderIds,
  listTransfers,
  readTransfer,
} from './orders.ts'
export { type Payee, parsePayee } from './payee.ts'
export { agreeToFiles, exportPayouts } from './remit-orders.ts'
export { RECENT_ACCOUNT_MS } from './settle-retailers.ts'
export {
  countOpenOrders,
  listEndedTransfersFor,
  listOrderStates,
  lockPayoutSubject,
  sumTransfersByDay,
} from './store.ts'
export { readPaymentReturn, takePaymentReturn } from './take-payment-return.ts'
