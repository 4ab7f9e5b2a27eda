export { computeMaxRefundDate, computeRefundSummary, type RefundDue, type RefundSummary } from './refund.ts'
export {
  countStuckRefunds,
  findRefund,
  findRefundOfOrder,
  insertRefunds,
  listOpenRefunds,
  listRefunds,
  listRefundsOf,
  listRefundsToOrder,
  lockRefund,
  lockRefundOfOrder,
  type NewRefundDue,
  setRefundObstacle,
  setRefundOrder,
  setRefundState,
  splitRefund,
  sumGivenBack,
} from './store.ts'
