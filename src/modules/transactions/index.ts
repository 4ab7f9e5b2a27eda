export {
  countAtDesk,
  type DeskSearch,
  listAtDesk,
  listMoves,
  listPlaced,
  type PlacedPurchase,
  type RecordedMove,
} from './desk-reads.ts'
export { forgetCustomer } from './forget.ts'
export { insertPurchases, isPlaceTaken } from './insert.ts'
export {
  composeRefund,
  computeTransfer,
  describeNews,
  describePayer,
  getMove,
  MoveRefused,
  movePurchase,
  newOnboardingToken,
  type PurchaseChanges,
  type PurchaseNews,
  presentMaskedCpf,
  presentMaskedPhone,
} from './move.ts'
export type {
  CanceledBy,
  ContractFigures,
  Purchase,
  PurchaseCustomer,
  PurchaseProduct,
  Refund,
  RefundAccount,
} from './purchase.ts'
export { createStatusFinder, type FindStatus } from './statuses.ts'
export {
  composeRefundAccount,
  findPurchase,
  findPurchaseByToken,
  findPurchasesByOption,
  findRefundAccount,
  findReplacement,
  limitLockWait,
  listCancelingIds,
  listOverdueIds,
  listTransferDueIds,
  lockPurchase,
  type UsedOption,
} from './store.ts'
export { computeDeadline, type Move, type PurchaseEvent, transitions } from './transitions.ts'
