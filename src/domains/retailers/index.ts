export type { KeyKind } from './api-key.ts'
export {
  type CurrentTerms,
  changeTerms,
  findCostBearer,
  findPayee,
  findTerms,
  listForgedTermsIds,
  publishFirstTerms,
  type RetailerPayout,
} from './change-terms.ts'
export { retailerJobs } from './jobs.ts'
export type { Payee, PayoutAccountText } from './payee.ts'
export {
  answerLockedRetailerProposal,
  answerRetailerProposal,
  listRetailerProposals,
  proposeTerms,
  type RetailerProposal,
} from './proposals.ts'
export { createRequestRecorder } from './request-recorder.ts'
export { type ListedRequest, listRequests } from './request-store.ts'
export {
  checkSelling,
  createRetailers,
  type KeyHolder,
  type ListedKey,
  type NewKey,
  type RegisteredRetailer,
  type Retailers,
} from './retailers.ts'
export { computeSettlementDay } from './schedule.ts'
export type { Retailer } from './store.ts'
export { type CostBearer, needsSecondPerson, type TermsChanges } from './terms.ts'
export { changeTheme, findTheme, type StoredTheme, type ThemeChanges } from './theme.ts'
