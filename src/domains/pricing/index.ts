export { computeCetAmounts, computeCetSheet } from './cet-sheet.ts'
export {
  computeOffer,
  computePreview,
  findLowestInstallment,
  type Offer,
  type OfferGroup,
  type PreviewGroup,
} from './offer.ts'
export { type PricedOption, priceOption } from './option.ts'
export { computeOverdueIof } from './overdue-iof.ts'
export { computePartialReturn } from './partial-return.ts'
export { findPricingRange, type InstallmentCondition, PricingPolicy, type PricingRange } from './policy.ts'
export { priceAtRelease } from './release.ts'
export { priceRenegotiation } from './renegotiation.ts'
export { computeDueDates } from './schedule.ts'
