export { type Cart, type CartProduct, parseAmount, parseCart } from './checkout/cart.ts'
export { type Checkout, findCheckoutsOf, isExpiredOption, parseName } from './checkout/checkout.ts'
export { keepBought } from './checkout/store.ts'
export {
  type CreditAssessment,
  checkPostalCode,
  computeShowsScript,
  getTerms,
} from './credit-assessment.ts'
export { preApprove } from './pre-approve.ts'
export { type OptionsQuote, quoteOptions } from './quote-options.ts'
export { type AgreedTerms, computeOfferedTerms } from './renegotiation/offer.ts'
export { computePlanTerms } from './renegotiation/plan.ts'
export {
  computeFirstDueDates,
  computeLastKeptDay,
  isAgreeable,
  MAX_AGREED_INSTALLMENTS,
} from './renegotiation/policy.ts'
export { type AgreementOffer, findOffer, insertOffers, listLastOffers } from './renegotiation/store.ts'
