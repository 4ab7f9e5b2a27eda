export { advancePurchase } from './advance-purchase.ts'
export { authorizePurchase } from './authorize-purchase.ts'
export { cancelPurchase, findWithdrawal } from './cancel-purchase.ts'
export { endWithOriginal } from './end-with-original.ts'
export { getMove, MoveRefused } from './move.ts'
export { openRenegotiation } from './open-renegotiation.ts'
export { previewCancellation } from './preview-cancellation.ts'
export { computeTransfer, isTransferUnderWay, listBought, type Purchase } from './purchase.ts'
export {
  countTransactions,
  readPurchase,
  renderBillets,
  searchTransactions,
} from './read-purchase.ts'
export { recordDelivery } from './record-delivery.ts'
export { computeRelease } from './release-contract.ts'
export { previewRemovalCosts, removeProducts } from './remove-products.ts'
export { countAtDesk, findLivingRenegotiation, listMoves, listOpenRenegotiations, listPlaced, listPurchaseFacts } from './store/lists.ts'
export { findPurchase, findRefundAccount, listPurchases, listReplacedIds, listSales, listTransferDueIds, listTransferDueRetailers, lockPurchase } from './store/purchases.ts'
export { hasSold, listHeldSales, listSalesByDay, sumScheduledTransfers } from './store/shop-figures.ts'
