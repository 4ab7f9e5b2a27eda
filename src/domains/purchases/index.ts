export { advancePurchase } from './advance-purchase.ts'
export { authorizePurchase } from './authorize-purchase.ts'
export { cancelPurchase, findWithdrawal, previewCancellation } from './cancel-purchase.ts'
export { getMove, MoveRefused } from './move.ts'
export { computeTransfer, isTransferUnderWay, listBought, type Purchase } from './purchase.ts'
export {
  readPurchase,
  renderBillets,
  searchTransactions,
} from './read-purchase.ts'
export { recordDelivery } from './record-delivery.ts'
export { computeRelease } from './release-contract.ts'
export { previewRemovalCosts, removeProducts } from './remove-products.ts'
export { openRenegotiation } from './renegotiation.ts'
export {
  countAtDesk,
  listMoves,
  listPlaced,
  listPurchaseFacts,
  listRenegotiations,
} from './store/lists.ts'
export {
  findPurchase,
  findRefundAccount,
  listPurchases,
  listReplacedIds,
  listTransfersDue,
  lockPurchase,
} from './store/purchases.ts'
export { hasSold, listSalesByDay, readUntransferred } from './store/shop-figures.ts'
