export { computeMaxRefundDate, computeRefundSummary, type RefundDue, type RefundSummary } from './refund.ts'
export {
  countStuckRefunds,
  findRefund,
  insertRefunds,
  listClaimed,
  listOpenRefunds,
  listRefunds,
  listRefundsOf,
  listRefundsToOrder,
  lockRefund,
  type NewRefundDue,
  setRefundObstacle,
  setRefundOrder,
  setRefundState,
  splitRefund,
  sumClaimed,
  sumGivenBack,
} from './store.ts'
