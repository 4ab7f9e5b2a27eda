export { type RefundDue, type RefundSummary, computeMaxRefundDate, computeRefundSummary } from './refund.ts'
export { findRefundCredit, listRefundable } from './refundable.ts'
export { countStuckRefunds, findRefund, listClaimed, listOpenRefunds, listRefunds, listRefundsOf, listRefundsToOrder, lockRefund, postWithRefunds, setRefundObstacle, setRefundOrder, setRefundState, splitRefund, sumClaimed, sumGivenBack } from './store.ts'
