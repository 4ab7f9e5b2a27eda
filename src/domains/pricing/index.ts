export { computeCetAmounts, computeCetSheet } from './cet-sheet.ts'
export { computeComplementaryIofExactly } from './exact.ts'
export {
  computeOffer,
  computePreview,
  type DueDateGroup,
  findLowestInstallment,
  type Offer,
  type OfferedOption,
  type OfferGroup,
  type PreviewGroup,
} from './offer.ts'
export { completeOption, computeInstallment, type PricedOption, priceOption } from './option.ts'
export { computeOverdueIof } from './overdue-iof.ts'
export { computePartialReturn } from './partial-return.ts'
export { findPricingRange, type InstallmentCondition, PricingPolicy, type PricingRange } from './policy.ts'
export { priceAtRelease } from './release.ts'
export { computeDueDates, getSchedule, IOF_MAX_DAYS } from './schedule.ts'
