export { answerProposal } from './answer-proposal.ts'
export { claimCase, type DeskDecision, decideAtDesk, decideLocked } from './decide-at-desk.ts'
export { listDecidedIds, releaseClaim } from './decision-store.ts'
export { type Decision, listDecisions, listForgedDecisionIds, sumMovedAlone } from './decisions.ts'
export { deskJobs } from './jobs.ts'
export { readAudit } from './read-audit.ts'
export {
  countProposals,
  listOpenProposals,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  readProposals,
  type SubjectAttention,
} from './read-desk.ts'
export { composeMark, findView, issueView, markPicture } from './watermark.ts'
