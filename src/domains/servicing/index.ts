export { askPeople, changeCustomerEmail, confirmReturn } from './account/change-account.ts'
export {
  type AccountPurchaseReading,
  type AccountReading,
  findAccountSession,
  getOwnPurchase,
  readAccount,
  signOut,
} from './account/read-account.ts'
export { type LoanRecord, type OwedLoan, readLoan, searchLoans } from './desk/read-loan.ts'
export { agreeAtDesk, copyBillet, issuePayoffAtDesk, offerAtDesk, quoteAtDesk } from './desk/serve-loan.ts'
export { applyPayment } from './follow-payment.ts'
export { servicingJobs } from './jobs.ts'
export { acceptRenegotiation } from './renegotiation/accept-renegotiation.ts'
export { breakRenegotiation, closeRenegotiation, endLapsed } from './renegotiation/end-renegotiation.ts'
export { type OfferedRenegotiations, offerRenegotiations } from './renegotiation/offer-renegotiation.ts'
export { beginRenegotiation } from './renegotiation/open-renegotiation.ts'
