export { answerProposal } from './answer-proposal.ts'
export { claimCase, type DeskDecision, decideAtDesk, decideLocked } from './decide-at-desk.ts'
export { listDecidedIds, releaseClaim } from './decision-store.ts'
export { type Decision, listDecisions, listForgedDecisionIds, sumMovedAlone } from './decisions.ts'
export { deskJobs } from './jobs.ts'
export {
  computeCurrentCode,
  createOperator,
  disableOperator,
  enableOperator,
  findDerivedCredentials,
  findOperator,
  giveRole,
  listForgedOperatorIds,
  listOperators,
  type Operator,
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
export { readAudit } from './read-audit.ts'
export {
  countProposals,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  readProposals,
  type SubjectAttention,
} from './read-desk.ts'
export { endSession, findSession, IDLE_MINUTES, type Session } from './sessions.ts'
export { type DeviceToken, KNOWN_DEVICE_DAYS, proveOperator, signIn } from './sign-in.ts'
export { composeMark, findView, issueView, markPicture } from './watermark.ts'
