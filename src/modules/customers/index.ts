export { removeOldChallenges } from './challenge-store.ts'
export {
  askForCode,
  type Challenge,
  dropChallenge,
  findChallenge,
  findUnsentChallenge,
  guessAccountCode,
  issueAccountCode,
  newDevice,
  type Unsent,
  useAccountCode,
} from './challenges.ts'
export { findEmails, replaceEmails } from './emails.ts'
export { forgetCustomerArea } from './forget.ts'
export { listDisputed } from './request-store.ts'
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
  listForgedCustomerSessions,
  openCustomerSession,
  removeOldCustomerSessions,
} from './sessions.ts'
