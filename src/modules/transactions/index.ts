export {
  type AgreementOn,
  findLivingAgreement,
  listAgreementsOn,
  listOpenAgreements,
} from './agreement-reads.ts'
export { UNSET_MEMBERS } from './columns.ts'
export { composeWebhookEvents, type EventFields } from './compose-webhook-events.ts'
export { computeTransfer, findTransfer, isTransferUnderWay } from './compute-transfer.ts'
export {
  countAtDesk,
  type DeskSearch,
  listAtDesk,
  listIdsByOrder,
  listMoves,
  listPlaced,
  type PlacedPurchase,
  type RecordedMove,
} from './desk-reads.ts'
export { forgetCustomer } from './forget.ts'
export { insertPurchases, isOptionOrOrderTaken } from './insert.ts'
export {
  type ListedPurchase,
  listOrderFacts,
  listPurchases,
  type OrderFacts,
} from './list-purchases.ts'
export { getMove, MoveRefused, movePurchase, type PurchaseChanges } from './move.ts'
export { newOnboardingToken } from './onboarding-token.ts'
export { describePayer, presentMaskedCpf, presentMaskedName, presentMaskedPhone } from './present-customer.ts'
export {
  type CanceledBy,
  type ContractFigures,
  listBought,
  type Purchase,
  type PurchaseCustomer,
  type PurchaseProduct,
  type Refund,
  type RefundAccount,
} from './purchase.ts'
export { countRecentPurchases, type RecentPurchases } from './recent-purchases.ts'
export { createStatusFinder, type FindStatus } from './statuses.ts'
export {
  composeNamedBuyer,
  composeRefundAccount,
  findIdByOrder,
  findPurchase,
  findPurchaseByToken,
  findPurchasesByOption,
  findRefundAccount,
  findReplacement,
  limitLockWait,
  listBoughtCheckouts,
  listCancelingIds,
  listLivingIds,
  listOverdue,
  listPurchasesFrom,
  listReplacedIds,
  listSales,
  listTransferDueIds,
  listTransferDueRetailers,
  lockPurchase,
  type Overdue,
  type Sale,
  type SealedBuyer,
  type UsedOption,
} from './store.ts'
export { computeDeadline, type Move, PENDING_STEPS, transitions } from './transitions.ts'
export { findWithdrawalEnd } from './withdrawal.ts'
