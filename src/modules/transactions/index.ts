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
export {
  composeRefundAccount,
  findPurchase,
  findPurchaseByOption,
  findPurchaseByToken,
  findRefundAccount,
  findReplacement,
  findStatus,
  insertPurchase,
  limitLockWait,
  listCancelingIds,
  listOverdueIds,
  listTransferDueIds,
  lockPurchase,
} from './store.ts'
export { computeDeadline, type Move, type PurchaseEvent, transitions } from './transitions.ts'
