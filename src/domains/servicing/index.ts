export { listFormalNotices } from './collection/store.ts'
export { decideWriteOff, lockProposedWriteOff, writeOffLoan } from './collection/write-off-loan.ts'
export { askPeople, changeCustomerEmail, confirmReturn } from './customers/change-account.ts'
export { findEmails } from './customers/customer-purchases.ts'
export {
  type AccountPurchaseReading,
  type AccountReading,
  type EarlyOffers,
  findAccountSession,
  getOwnPurchase,
  type OpenPayoff,
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
export { forgetCustomerArea } from './customers/store.ts'
export { type LoanRecord, type OwedLoan, readLoan, searchLoans } from './desk/read-loan.ts'
export { agreeAtDesk, copyBillet, issuePayoffAtDesk, offerAtDesk, quoteAtDesk } from './desk/serve-loan.ts'
export { applyPayment, refundSuspendedPayment } from './follow-payment.ts'
export { servicingJobs } from './jobs.ts'
export { isRemovalLate } from './listings/follow-listings.ts'
export { createHttpListings } from './listings/http-listings.ts'
export { LISTING_STATES, type Listing, type ListingAnswer, type ListingsPort } from './listings/listing.ts'
export { countLateRemovals, findListing, listListings } from './listings/store.ts'
export { findDischarge, findDischargeOf } from './payoff/find-discharge.ts'
export {
  type IssuedSettlement,
  issuePayoff,
  parsePayoff,
  type QuotedPayoff,
  quotePayoff,
} from './payoff/issue-payoff.ts'
export { type IssuedCopy, issueCopy } from './payoff/second-copy.ts'
export { acceptRenegotiation } from './renegotiation/accept-renegotiation.ts'
export { breakRenegotiation, closeRenegotiation, endLapsed } from './renegotiation/end-renegotiation.ts'
export { type OfferedRenegotiations, offerRenegotiations } from './renegotiation/offer-renegotiation.ts'
export { beginRenegotiation } from './renegotiation/open-renegotiation.ts'
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
