export { type AgreementTerms, priceAgreement } from './agreement.ts'
export { CET_PARTS, type CetPart, type CetShare, type CetSheet, computeCetSheet } from './cet-sheet.ts'
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
} from './offer.ts'
export { type OptionTerms, type PricedOption, priceOption } from './option.ts'
export { computeOverdueIof } from './overdue-iof.ts'
export { computePartialReturn, type PartialReturn } from './partial-return.ts'
export type { PreviewInstallment, PreviewRequest } from './plan.ts'
export { findPricingRange, PricingPolicy, type PricingRange } from './policy.ts'
export { priceAtRelease, type QuotedContract, type ReleasedContract } from './release.ts'
export { computeDueDates } from './schedule.ts'
