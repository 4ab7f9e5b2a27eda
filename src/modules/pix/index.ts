export { CodeRefused, composeChargeCode } from './charge-code.ts'
export { createHttpPixApi, type PixApiLimits, type PixApiSettings } from './http-pix-api.ts'
export {
  type ChargeName,
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
