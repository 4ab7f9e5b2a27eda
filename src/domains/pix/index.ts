export { PIX_SCOPES, type PixApiSettings, createDeferredPixApi, createHttpPixApi } from './http-pix-api.ts'
export { type ChargeName, type NewCharge, type PixApi, type PixOutcome, type PixRefund, type PspCharge, type ReceivedPix, type RefusalKind, composeRefundId, getPixApi, isOwnRefund, isPassing } from './pix-api.ts'
