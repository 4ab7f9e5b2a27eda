export type { KeyKind } from './api-key.ts'
export {
  type CurrentTerms,
  changeTerms,
  findPayee,
  findTerms,
  listForgedTermsIds,
  publishFirstTerms,
  type RetailerPayout,
} from './change-terms.ts'
export type { Payee, PayoutAccountText } from './payee.ts'
export { answerRetailerProposal, listRetailerProposals, proposeTerms } from './proposals.ts'
export {
  createRetailers,
  type KeyHolder,
  type NewKey,
  type RegisteredRetailer,
  type Retailers,
} from './retailers.ts'
export { computeSettlementDay } from './schedule.ts'
export type { Retailer } from './store.ts'
export { needsSecondPerson, type TermsChanges } from './terms.ts'
export { changeTheme, findTheme, type StoredTheme, type ThemeChanges } from './theme.ts'
