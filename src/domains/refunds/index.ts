export { computeMaxRefundDate, computeRefundSummary, type RefundDue, type RefundSummary } from './refund.ts'
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
