export { askPeople, changeCustomerEmail, confirmReturn } from './account/change-account.ts'
export { describeParts } from './account/describe-parts.ts'
export {
  type AccountPurchaseReading,
  type AccountReading,
  findAccountSession,
  getOwnPurchase,
  readAccount,
  signOut,
} from './account/read-account.ts'
export { renderReceiptPdf } from './account/render-receipt.ts'
export { type LoanRecord, type OwedLoan, readLoan, searchLoans } from './desk/read-loan.ts'
export { agreeAtDesk, copyBillet, issuePayoffAtDesk, offerAtDesk, quoteAtDesk } from './desk/serve-loan.ts'
export { decideWaiver } from './desk/waive-debt.ts'
export { servicingJobs } from './jobs.ts'
export { acceptRenegotiation } from './renegotiation/accept-renegotiation.ts'
export { type OfferedRenegotiations, offerRenegotiations } from './renegotiation/offer-renegotiation.ts'
export { preparePlan, startPlan } from './renegotiation/start-plan.ts'
