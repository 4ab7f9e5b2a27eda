export { checkPricingPolicy } from './check-policy.ts'
export {
  computeOffer,
  computePreview,
  type DueDateGroup,
  findLowestInstallment,
  type Offer,
  type OfferedOption,
  type OfferGroup,
  type OfferRequest,
  type PreviewGroup,
  type PreviewInstallment,
} from './offer.ts'
export { type OptionTerms, type PricedOption, priceOption } from './option.ts'
export { computeOverdueIof } from './overdue-iof.ts'
export type { PreviewRequest } from './plan.ts'
export { findPricingRange, PricingPolicy, type PricingRange } from './policy.ts'
export { computeDueDates } from './schedule.ts'
