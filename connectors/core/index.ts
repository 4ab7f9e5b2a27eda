export type { Account } from './account-store.ts'
export {
  findAccount,
  findAccountOfRetailer,
  findAccountOfShop,
  listForgedAccountIds,
} from './account-store.ts'
export { type AskedPayment, askPayment, WAIT_DAYS } from './ask-payment.ts'
export {
  type Connectors,
  type ConnectorView,
  connectorJobs,
  createConnectors,
  type DifferenceView,
  type LogView,
} from './connectors.ts'
export type { ConnectorContext, Lender } from './context.ts'
export { type Finding, fine, wrong } from './doctor.ts'
export { ensureEndpoint } from './endpoint.ts'
export { addEventRoute } from './event-route.ts'
export { examineLinks, examineReturns } from './examine.ts'
export { followPayment } from './follow-payment.ts'
export { createLenderOpener, LenderAway } from './lender.ts'
export { writeLog } from './log-store.ts'
export { describeRefusal, OperationBusy, operate } from './operate.ts'
export { listOperations, type Operation } from './operation-store.ts'
export { findPayment, findPaymentById, listForgedPaymentIds, type Payment } from './payment-store.ts'
export { type Callback, type Platform, PlatformAway } from './platform.ts'
export { rememberForeign, saveAccount } from './remember.ts'
export { playSuite } from './suite.ts'
export type { Line } from './totals.ts'
