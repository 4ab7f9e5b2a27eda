export { answerProposal } from './answer-proposal.ts'
export {
  computeTotp,
  computeTotpStep,
  isPasswordRight,
  newPassword,
  presentTotpLink,
  TOTP_SECRET_BYTES,
} from './credentials.ts'
export { claimCase, type DeskDecision, decideAtDesk, decideLocked, endOfYesterday } from './decide-at-desk.ts'
export { listDecidedIds, releaseClaim, removeExpiredClaims } from './decision-store.ts'
export { type Decision, listDecisions, listForgedDecisionIds, sumMovedAlone } from './decisions.ts'
export { findOperatorRow, removeOldChallenges, removeOldFailures } from './operator-store.ts'
export {
  type Credentials,
  computeCurrentCode,
  computeEmailIndex,
  createOperator,
  disableOperator,
  enableOperator,
  findOperator,
  giveRole,
  listForgedOperatorIds,
  listOperators,
  type Operator,
  openTotp,
  resetOperator,
} from './operators.ts'
export { offerPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts'
export {
  addPasskey,
  CHALLENGE_MS,
  findRelyingParty,
  listPasskeys,
  offerPasskey,
  type RelyingParty,
  removePasskey,
} from './passkeys.ts'
export { type AuditRecord, readAudit } from './read-audit.ts'
export {
  countProposals,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  readProposals,
  type SubjectAttention,
} from './read-desk.ts'
export { endSession, findSession, IDLE_MINUTES, removeOldSessions, type Session } from './sessions.ts'
export { type DeviceToken, KNOWN_DEVICE_DAYS, proveOperator, type SignInOutcome, signIn } from './sign-in.ts'
export { composeMark, findView, issueView, markPicture } from './watermark.ts'
