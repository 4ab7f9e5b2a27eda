export {
  type AuditReport,
  AuditRewritten,
  findAuditDifference,
  findAuditFault,
  sealAudit,
  verifyAudit,
} from './audit.ts'
export type { AuditEntry, AuditHead } from './audit-chain.ts'
export { type AuditFilter, type FoundEntries, findAuditEntries } from './audit-search-store.ts'
export {
  type AuditNote,
  appendAudit,
  chainNotes,
  listEntriesAbout,
  listNotesAbout,
  listNotesOf,
  recordAudit,
} from './audit-store.ts'
export { listClaims, releaseClaim, removeExpiredClaims, type Subject, takeClaim } from './claims.ts'
export { type DecidedSearch, listDecidedIds } from './decision-store.ts'
export {
  checkProposer,
  type Decision,
  ForgedDecision,
  findDecision,
  listDecisions,
  listForgedProposalIds,
  listNewestDecisions,
  listProposals,
  lockDecision,
  lockMovedAlone,
  lockProposal,
  type NewDecision,
  overtakeProposal,
  storeAnswer,
  storeDecision,
  sumMovedAlone,
} from './decisions.ts'
export {
  type DemonstrationOperator,
  getSandboxOperator,
  isDemonstrationOperator,
  listDemonstrationOperators,
  seedDemonstrationOperators,
} from './demonstration.ts'
export { createForgeryReports } from './forgeries.ts'
export { type DeviceToken, KNOWN_DEVICE_DAYS } from './known-device.ts'
export { adoptOperators, listForgedOperatorIds } from './operator-mac.ts'
export {
  type Credentials,
  computeCurrentCode,
  createOperator,
  type DeskContext,
  disableOperator,
  enableOperator,
  ForgedOperator,
  findOperator,
  giveRole,
  listOperators,
  type Operator,
  resetOperator,
} from './operators.ts'
export { findRelyingParty, type RelyingParty } from './passkey-ceremony.ts'
export { CHALLENGE_MS } from './passkey-challenge.ts'
export { offerPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts'
export { removeOldChallenges } from './passkey-store.ts'
export { addPasskey, listPasskeys, offerPasskey, type Passkey, removePasskey } from './passkeys.ts'
export { type ProofOutcome, proveOperator } from './prove-operator.ts'
export {
  endSession,
  findSession,
  IDLE_MINUTES,
  removeOldSessions,
  type Session,
} from './sessions.ts'
export { type SignInOutcome, signIn } from './sign-in.ts'
export { removeOldFailures } from './sign-in-limit.ts'
export { findView, issueView, type View } from './view-token.ts'
export { markPicture, WatermarkBusy } from './watermark.ts'
