export { reconcilePayouts } from './reconcile-payouts.ts'
export { reconcilePurchases } from './reconcile-purchases.ts'
