export {
  createDeferredRail,
  createDirectRail,
  createHttpRail,
  type HttpRailSettings,
  PAYOUT_SCOPES,
  type PortAnswer,
} from './http-rail.ts'
export {
  composePayoutKey,
  ForgedOrder,
  type NewPayoutOrder,
  PAYOUT_KINDS,
  PAYOUT_STATES,
  PayeeRefused,
  PayoutError,
  type PayoutKind,
  type PayoutLine,
  type PayoutOrder,
  type PayoutState,
  PROGRAM,
} from './order.ts'
export { listOrderStates, type OrderState } from './order-states.ts'
export {
  findOrder,
  forgetPayees,
  getOrderLines,
  insertOrder,
  listForgedOrderIds,
  listOrders,
  lockOrder,
  moveOrder,
  type OrderChange,
} from './orders.ts'
export {
  type AccountPlace,
  checkPayee,
  isPayable,
  type MaskedPayee,
  maskPayee,
  type Payee,
  PayeeError,
  type PixKeyPlace,
  type PixKeyType,
  parseAccountPayee,
  parsePixPayee,
} from './payee.ts'
export {
  PAYOUT_REFUSALS,
  type PayoutOutcome,
  type PayoutRail,
  type PayoutRefusal,
  type PayoutRefusalKind,
  type PayoutUnknown,
  type RailAnswer,
  type RailPayout,
} from './rail.ts'
export { insertRelease, listReleasedIds, type MoneyRelease } from './releases.ts'
export {
  countOpenOrders,
  delayOrder,
  findOrderIdByKey,
  listDueOrderIds,
  listPaidOrderIds,
  listPayoutEvents,
  lockPayoutSubject,
  type OrderSearch,
  type PayoutCount,
  type PayoutEventRow,
  postponeOrder,
  wasDoubted,
  wasSent,
} from './store.ts'
export {
  allowsSuccessor,
  isFinal,
  PAYOUT_EVENTS,
  type PayoutEvent,
  payoutTransitions,
} from './transitions.ts'
