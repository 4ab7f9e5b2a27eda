export { computeMaxRefundDate, computeRefundSummary, type RefundDue, type RefundSummary } from './refund.ts'
export { findRefundCredit, listRefundable } from './refundable.ts'
export {
  countStuckRefunds,
  findRefund,
  listClaimed,
  listOpenRefunds,
  listRefunds,
  listRefundsOf,
  listRefundsToOrder,
  lockRefund,
  postWithRefunds,
  setRefundObstacle,
  setRefundOrder,
  setRefundState,
  splitRefund,
  sumClaimed,
  sumGivenBack,
} from './store.ts'
