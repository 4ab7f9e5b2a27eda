export { createDeferredPixApi, createHttpPixApi, PIX_SCOPES, type PixApiSettings } from './http-pix-api.ts'
export {
  type ChargeName,
  composeRefundId,
  getPixApi,
  isOwnRefund,
  isPassing,
  type NewCharge,
  type PixApi,
  type PixOutcome,
  type PixRefund,
  type PspCharge,
  type ReceivedPix,
  type RefusalKind,
} from './pix-api.ts'
