export { composeChargeCode, UntrustedCode } from './charge-code.ts'
export {
  activateCharge,
  beginAttempt,
  countWaitingCharges,
  type DueCharge,
  endCharge,
  endPaidCharges,
  findChargeCodes,
  findDueCharge,
  listDueCharges,
  openCharges,
  postponeCharge,
} from './charge-store.ts'
export { createDeferredPixApi } from './deferred-pix-api.ts'
export {
  listDueHints,
  type PixHint,
  postponeHint,
  removeOldHints,
  settleHint,
  storeHints,
} from './hint-store.ts'
export { createHttpPixApi, PIX_SCOPES, type PixApiLimits, type PixApiSettings } from './http-pix-api.ts'
export {
  type ChargeName,
  composeRefundId,
  isOwnRefund,
  isPassing,
  type NewCharge,
  type NewRefund,
  type PixApi,
  type PixOutcome,
  type PixPage,
  type PixRefund,
  type PixWindow,
  type PspCharge,
  type ReceivedPix,
  type Refusal,
  type RefusalKind,
} from './pix-api.ts'
export {
  advancePoll,
  findCompleteUntil,
  findWebhookDigest,
  type PollName,
  storeWebhookDigest,
} from './poll-store.ts'
