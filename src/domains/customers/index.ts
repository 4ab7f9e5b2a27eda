export { applyEmails, findEmails, listPurchasesOf, listVisible, replaceEmails } from './customer-purchases.ts'
export { customerJobs } from './jobs.ts'
export {
  answerRequest,
  type CustomerRequest,
  listOpenRequests,
  listRequestsOf,
  openRequest,
} from './requests.ts'
export {
  type CustomerSession,
  endCustomerSession,
  findCustomerSession,
  listForgedCustomerSessionIds,
} from './sessions.ts'
export {
  confirmAccountCode,
  readChallenge,
  requestAnotherCode,
  requestCode,
  restartSignIn,
} from './sign-in.ts'
export { forgetCustomerArea, listDisputed } from './store.ts'
