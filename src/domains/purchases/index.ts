export { advancePurchase } from './advance-purchase.ts'
export {
  type Authorizations,
  type AuthorizedPurchase,
  authorizePurchase,
  createAuthorizations,
} from './authorize-purchase.ts'
export { type Cancellation, cancelPurchase, canWithdraw, withdrawPurchase } from './cancel-purchase.ts'
export {
  computeRelease,
  findRelease,
  findSignedRoot,
  getContractDate,
  listReplacements,
  type ReadAddendum,
  readAddendum,
  renderAddendum,
} from './contract-documents.ts'
export { refundLatePayment } from './end-purchase.ts'
export { checkNotRenegotiated, lockOriginal } from './end-with-original.ts'
export { purchaseJobs } from './jobs.ts'
export { composeWebhookEvents, getMove, MoveRefused, type PurchaseChanges } from './move.ts'
export {
  type ContractFigures,
  computeTransfer,
  describeDownPayment,
  describePayer,
  findTransfer,
  findWithdrawalEnd,
  isTransferUnderWay,
  listBought,
  type Purchase,
  type PurchaseCustomer,
  type PurchaseProduct,
  type Refund,
  type RefundAccount,
} from './purchase.ts'
export {
  type FoundTransaction,
  findOnboardingLink,
  type PurchaseView,
  readPurchase,
  renderBillets,
  searchTransactions,
} from './read-purchase.ts'
export { recordDelivery, type ToldDelivery } from './record-delivery.ts'
export { previewRemoval, removeProducts } from './remove-products.ts'
export { newOnboardingToken, UNSET_MEMBERS } from './store/columns.ts'
export {
  countAtDesk,
  countRecentPurchases,
  createStatusFinder,
  type DeskSearch,
  findLivingRenegotiation,
  listAtDesk,
  listIdsByOrder,
  listMoves,
  listOpenRenegotiations,
  listOrderFacts,
  listPlaced,
  listRenegotiationsOn,
  type OrderFacts,
  type PlacedPurchase,
  type RecentPurchases,
  type RecordedMove,
  type RenegotiationOn,
} from './store/lists.ts'
export {
  composeNamedBuyer,
  findPurchase,
  findPurchaseByToken,
  findPurchasesByOption,
  findRefundAccount,
  findReplacement,
  forgetCustomer,
  insertPurchases,
  listBoughtCheckouts,
  listLivingIds,
  listPurchasesFrom,
  listReplacedIds,
  listSales,
  listTransferDueIds,
  listTransferDueRetailers,
  lockPurchase,
  type Sale,
  type SealedBuyer,
} from './store/purchases.ts'
export { computeDeadline, PENDING_STEPS } from './transitions.ts'
