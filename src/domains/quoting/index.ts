export { type Cart, parseAmount, parseCart } from './checkout/cart.ts'
export { type Checkout, findCheckoutsOf, isExpiredOption, parseName } from './checkout/checkout.ts'
export type { ChosenOption } from './checkout/offer-codec.ts'
export { keepBought } from './checkout/store.ts'
export { checkPostalCode } from './credit/applicant.ts'
export type { Bureau, CpfStatus } from './credit/bureau.ts'
export {
  type Approval,
  addAgreement,
  endContract,
  findApprovals,
  findLivingContract,
  forgetApplicant,
  isContractInProgress,
  listContractsOf,
  listSiblingContracts,
  openContracts,
  startContract,
} from './credit/contract-store.ts'
export { type Credit, createCredit, type Replay } from './credit/credit.ts'
export type { FactOverrides } from './credit/evaluation.ts'
export { createHttpBureau } from './credit/http-bureau.ts'
export { listForgedPolicyIds, requiresInvoice } from './credit/policies.ts'
export { CreditPolicy } from './credit/policy.ts'
export { type CreditAssessment, checkSelling, computeShowsScript, getTerms } from './credit-assessment.ts'
export { createCreditRecords } from './credit-record.ts'
export { quotingJobs } from './jobs.ts'
export { preApprove } from './pre-approve.ts'
export { computeCetSheet } from './pricing/cet-sheet.ts'
export { computeOffer, findLowestInstallment, type OfferGroup } from './pricing/offer.ts'
export { type PricedOption, priceOption } from './pricing/option.ts'
export { computeOverdueIof } from './pricing/overdue-iof.ts'
export { computePartialReturn } from './pricing/partial-return.ts'
export { priceAtRelease } from './pricing/release.ts'
export { computeDueDates } from './pricing/schedule.ts'
export { type OptionsQuote, quoteOptions } from './quote-options.ts'
export { computeOfferedTerms, type OfferedDebt } from './renegotiation/offer.ts'
export {
  computeFirstDueDates,
  computeLastKeptDay,
  isAgreeable,
  MAX_AGREED_INSTALLMENTS,
} from './renegotiation/policy.ts'
export {
  type AgreementOffer,
  findOffer,
  insertOffers,
  listForgedOfferIds,
  listLastOffers,
} from './renegotiation/store.ts'
