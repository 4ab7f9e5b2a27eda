export { advancePurchase } from './advance-purchase.ts'
export { authorizePurchase, createAuthorizations } from './authorize-purchase.ts'
export { cancelPurchase, findWithdrawal } from './cancel-purchase.ts'
export { refundSuspendedPayment } from './end-purchase.ts'
export { purchaseJobs } from './jobs.ts'
export { getMove, MoveRefused } from './move.ts'
export { openRenegotiation } from './open-renegotiation.ts'
export { computeTransfer, isTransferUnderWay, listBought, type Purchase } from './purchase.ts'
export { readPurchase, renderBillets, searchTransactions } from './read-purchase.ts'
export { recordDelivery } from './record-delivery.ts'
export { computeRelease } from './release-contract.ts'
export { removeProducts } from './remove-products.ts'
export {
  countAtDesk,
  countRecentPurchases,
  findLivingRenegotiation,
  listAtDesk,
  listIdsByOrder,
  listMoves,
  listOpenRenegotiations,
  listOrderFacts,
  listPlaced,
} from './store/lists.ts'
export {
  findPurchase,
  findPurchaseBy,
  findRefundAccount,
  forgetCustomer,
  listLivingIds,
  listPurchasesFrom,
  listReplacedIds,
  listSales,
  listTransferDueIds,
  listTransferDueRetailers,
  lockPurchase,
} from './store/purchases.ts'
export { PENDING_STEPS } from './transitions.ts'
