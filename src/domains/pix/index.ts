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
