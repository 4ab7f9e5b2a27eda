export { answerProposal } from './answer-proposal.ts'
export { releaseClaim, removeExpiredClaims } from './claims.ts'
export { claimCase, type DeskDecision, decideAtDesk, decideLocked, endOfYesterday } from './decide-at-desk.ts'
export { type Decision, listDecisions, listForgedDecisionIds, sumMovedAlone } from './decisions.ts'
export { type DeviceToken, KNOWN_DEVICE_DAYS } from './known-device.ts'
export { listForgedOperatorIds } from './operator-mac.ts'
export { findOperatorRow } from './operator-store.ts'
export {
  type Credentials,
  computeCurrentCode,
  computeEmailIndex,
  createOperator,
  disableOperator,
  enableOperator,
  findOperator,
  giveRole,
  listOperators,
  type Operator,
  openTotp,
  resetOperator,
} from './operators.ts'
export { findRelyingParty, type RelyingParty } from './passkey-ceremony.ts'
export { CHALLENGE_MS } from './passkey-challenge.ts'
export { offerPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts'
export { removeOldChallenges } from './passkey-store.ts'
export { addPasskey, listPasskeys, offerPasskey, removePasskey } from './passkeys.ts'
export { isPasswordRight, newPassword } from './password.ts'
export { proveOperator } from './prove-operator.ts'
export { type AuditRecord, readAudit } from './read-audit.ts'
export {
  countWaiting,
  listQueue,
  nameOperators,
  noteList,
  type OperatorNames,
  type QueuedPurchase,
  readAttention,
  readProposals,
  type SubjectAttention,
} from './read-desk.ts'
export { endSession, findSession, IDLE_MINUTES, removeOldSessions, type Session } from './sessions.ts'
export { type SignInOutcome, signIn } from './sign-in.ts'
export { removeOldFailures } from './sign-in-limit.ts'
export { computeTotp, computeTotpStep, presentTotpLink, TOTP_SECRET_BYTES } from './totp.ts'
export { findView, issueView } from './view-token.ts'
export { markPicture } from './watermark.ts'
