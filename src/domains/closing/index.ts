export { checkLoan, reconcileLoans } from './reconcile-loans.ts'
export { reconcilePayouts } from './reconcile-payouts.ts'
export { reconcilePurchases } from './reconcile-purchases.ts'
