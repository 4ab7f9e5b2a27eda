export { isRemovalLate } from './collection/follow-listings.ts'
export { writeOffLoan } from './collection/write-off-loan.ts'
export { askPeople, changeCustomerEmail } from './customers/change-account.ts'
export { confirmReturn } from './customers/confirm-addendum.ts'
export { findEmails } from './customers/emails.ts'
export { forgetCustomerArea } from './customers/forget.ts'
export {
  type AccountPurchaseReading,
  type AccountReading,
  findAccountSession,
  getOwnPurchase,
  readAccount,
  signOut,
} from './customers/read-account.ts'
export { answerRequest, type CustomerRequest, listOpenRequests } from './customers/requests.ts'
export { type CustomerSession, listForgedCustomerSessionIds } from './customers/sessions.ts'
export {
  confirmAccountCode,
  readChallenge,
  requestAnotherCode,
  requestCode,
  restartSignIn,
} from './customers/sign-in.ts'
export { decideWriteOff, lockProposedWriteOff } from './desk/decide-write-off.ts'
export { type LoanRecord, type OwedLoan, readLoan } from './desk/read-loan.ts'
export { searchLoans } from './desk/search-loans.ts'
export { agreeAtDesk, copyBillet, offerAtDesk, quoteAtDesk, settleAtDesk } from './desk/serve-loan.ts'
export { applyPayment, refundSuspendedPayment } from './follow-payment.ts'
export { servicingJobs } from './jobs.ts'
export { createHttpListings } from './listings/http-listings.ts'
export { LISTING_STATES, type Listing } from './listings/listing.ts'
export type { ListingAnswer, ListingsPort } from './listings/port.ts'
export { countLateRemovals, findListing, listListings } from './listings/store.ts'
export { findDischarge, findDischargeOf } from './payoff/find-discharge.ts'
export { type IssuedSettlement, issueSettlement } from './payoff/issue-settlement.ts'
export { parseSettlement } from './payoff/parse-settlement.ts'
export { type QuotedSettlement, quoteSettlement } from './payoff/quote-settlement.ts'
export type { EarlyOffers, OpenSettlement } from './payoff/read-early.ts'
export { type IssuedCopy, issueCopy } from './payoff/reissue-billet.ts'
export { acceptAgreement } from './renegotiation/accept-agreement.ts'
export { breakAgreement } from './renegotiation/break-agreement.ts'
export { closeAgreement } from './renegotiation/close-agreement.ts'
export { endLapsed } from './renegotiation/end-lapsed.ts'
export { type OfferedAgreements, offerAgreements } from './renegotiation/offer-agreement.ts'
export { openAgreement } from './renegotiation/open-agreement.ts'
export {
  type CoveredBillet,
  listSuspense,
  type QueuedPayment,
  readSuspense,
  type SuspenseRecord,
} from './suspense/read-suspense.ts'
export {
  type QueuedRegistrationCase,
  readRegistrations,
  resolveRegistration,
} from './suspense/resolve-registration.ts'
export { lockProposedResolution, resolveSuspense } from './suspense/resolve-suspense.ts'
