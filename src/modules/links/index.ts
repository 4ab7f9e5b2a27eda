export { admitApplicant, settleApplicant } from './applicant-store.ts'
export { forgetVisitor } from './forget.ts'
export {
  handLinkOver,
  markClaimed,
  markCompleted,
  markDeleted,
  markExpired,
  markOpened,
  releaseLink,
} from './life-store.ts'
export {
  findLink,
  findLinkByToken,
  findLinkOfPurchase,
  insertLink,
  type LinkSearch,
  listExpiredLinkIds,
  listLinks,
  listLivingLinkIds,
  lockLink,
} from './link-store.ts'
export { computeLinkWaitMs, insertLinkMessage, listLinkMessages } from './message-store.ts'
export {
  parseExpiry,
  parseLinkCustomer,
  parseRecipient,
  parseSeller,
  type WrittenPerson,
} from './parse-link.ts'
export {
  computeLinkStatus,
  type LinkCustomer,
  type LinkMessage,
  newLinkToken,
  type PaymentLink,
} from './payment-link.ts'
export { isAllowedReturnUrl, type ReturnPlaces } from './return-url.ts'
export {
  confirmVisit,
  countVisits,
  endVisit,
  findVisit,
  insertVisit,
  removeOldVisits,
  saveVisitOutcome,
  type Visit,
  type VisitPerson,
  type VisitSession,
} from './visit-store.ts'
