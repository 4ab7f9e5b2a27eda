export type { KeyKind } from './api-key.ts'
export {
  type CurrentTerms,
  changeTerms,
  ForgedTerms,
  findPayee,
  findTerms,
  listForgedTerms,
  publishFirstTerms,
  type RetailerPayout,
} from './change-terms.ts'
export { type Payee, type PayoutAccountText, TermsError } from './payee.ts'
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
