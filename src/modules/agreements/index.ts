export {
  type AgreedTerms,
  computeOfferedTerms,
  type OfferedDebt,
  type WantedAgreement,
} from './offer.ts'
export {
  computeFirstDueDates,
  computeLastKeptDay,
  type FirstDueDates,
  isAgreeable,
  MAX_AGREED_INSTALLMENTS,
} from './policy.ts'
export {
  type AgreementOffer,
  findOffer,
  insertOffers,
  listForgedOfferIds,
  listLastOffers,
  removeOldOffers,
} from './store.ts'
