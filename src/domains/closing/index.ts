export { proposeClosing } from './close-month.ts'
export {
  type BalanceLine,
  describeDifference,
  describeRemark,
  readBalances,
  readClosedMonth,
} from './compare-books.ts'
export { type ClosingRecord, readClosing, readClosings } from './read-closings.ts'
export { reconcilePayouts } from './reconcile-payouts.ts'
export { reconcilePurchases } from './reconcile-purchases.ts'
export { beginClosing, runClosing } from './run-closing.ts'
export { computeGross, type SnapshotRow } from './snapshot.ts'
export { listSnapshot, listSnapshotOf } from './store.ts'
export { verifyClosing } from './verify-closing.ts'
