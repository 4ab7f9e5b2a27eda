export {
  changeTerms,
  findCostBearer,
  findPayee,
  findTerms,
  listForgedTermsIds,
  publishFirstTerms,
  type RetailerPayout,
} from './change-terms.ts'
export { retailerJobs } from './jobs.ts'
export type { PayoutAccountText } from './payee.ts'
export {
  answerRetailerProposal,
  listRetailerProposals,
  proposeTerms,
  type RetailerProposal,
} from './proposals.ts'
export { createRequestRecorder } from './request-recorder.ts'
export { listRequests } from './request-store.ts'
export {
  checkSelling,
  createRetailers,
  type KeyHolder,
  type NewKey,
  type RegisteredRetailer,
} from './retailers.ts'
export { computeSettlementDay } from './schedule.ts'
export type { Retailer } from './store.ts'
export { needsSecondPerson, type TermsChanges } from './terms.ts'
export { changeTheme, findTheme, type ThemeChanges } from './theme.ts'
