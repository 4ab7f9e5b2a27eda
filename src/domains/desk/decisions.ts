import type { DecisionResult, DecisionState, FourEyesReason, SubjectKind } from '../../contract/desk.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { addDays, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { listNotesAbout } from '../audit/index.ts'
import {
  type DecisionRow,
  endProposalRow,
  findDecisionRow,
  insertDecision,
  listDecisionRows,
  listMovedAlone,
  listNewestRows,
  listProposedRows,
  lockDecisionRow,
  lockDecisionsOf,
  lockProposalRow,
  type Subject,
} from './decision-store.ts'

export interface Decision {
  readonly id: string
  readonly subject: Subject
  /** The version of the subject that the operator saw. */
  readonly version: number
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  readonly cpfIndex: Buffer | undefined
  readonly result: DecisionResult
  readonly target: string | undefined
  readonly reason: string
  readonly amountCentavos: Centavos
  readonly state: DecisionState
  readonly fourEyesReason: FourEyesReason | undefined
  readonly decidedBy: string
  readonly decidedAt: Date
  readonly answeredBy: string | undefined
  readonly answeredAt: Date | undefined
  readonly answerReason: string | undefined
}

export type NewDecision = Omit<Decision, 'id' | 'answeredBy' | 'answeredAt' | 'answerReason'>

export async function storeDecision(tx: Transaction, secrets: Secrets, made: NewDecision): Promise<Decision> {
  const id = newId(made.decidedAt.getTime())
  const decision = { ...made, id, answeredBy: undefined, answeredAt: undefined, answerReason: undefined }
  const row = toRow(decision)
  await insertDecision(tx, {
    ...row,
    reason: seal(secrets.sealing, reasonContext(id), made.reason),
    mac: decisionMac.compute(secrets, row),
  })
  return decision
}

/** Throws ForgedRow. */
export async function findDecision(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<Decision | undefined> {
  const row = await findDecisionRow(db, id)
  return row && toDecision(secrets, row)
}

/** Locked, so that two answers to one proposal are serialised. Throws ForgedRow. */
export async function lockDecision(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<Decision | undefined> {
  const row = await lockDecisionRow(tx, id)
  return row && toDecision(secrets, row)
}

/** The proposal for this subject that waits for an answer. One that was forged ends here: it must block nobody. */
export async function lockProposal(
  tx: Transaction,
  secrets: Secrets,
  { kind, id }: Subject,
): Promise<{ readonly proposal: Decision | undefined; readonly forgedId: string | undefined }> {
  const row = await lockProposalRow(tx, kind, id)
  if (row === undefined) return { proposal: undefined, forgedId: undefined }
  if (decisionMac.isGenuine(secrets, row)) return { proposal: toDecision(secrets, row), forgedId: undefined }
  // The MAC stays as it is: nothing makes the row genuine.
  await endProposalRow(tx, row.id, { ...NO_ANSWER, state: 'overtaken', answerReason: null, mac: row.mac })
  return { proposal: undefined, forgedId: row.id }
}

const NO_ANSWER = { answeredBy: null, answeredAt: null }

/** The subject changed before the proposal was answered. */
export function overtakeProposal(tx: Transaction, secrets: Secrets, proposal: Decision): Promise<void> {
  const end = { ...NO_ANSWER, state: 'overtaken' } as const
  const mac = decisionMac.compute(secrets, { ...toRow(proposal), ...end })
  return endProposalRow(tx, proposal.id, { ...end, answerReason: null, mac })
}

/** Every audited act that makes a proposal. */
const PROPOSING: readonly string[] = [
  'case.propose',
  'invoice.propose',
  'suspense.propose',
  'payout.propose',
  'loan.propose-write-off',
  'books.propose',
  'special-case.propose',
  'compliance.propose',
  'assignment.propose',
  'closing.propose',
  'loan.propose-waiver',
] satisfies AuditAction[]
const ENDING: readonly string[] = ['proposal.answer', 'proposal.overtaken'] satisfies AuditAction[]

/**
 * Throws ForgedRow unless the audit log, which is written in the transaction of the proposal, names the same proposer
 * and no answer. A MAC alone does not show that an older state of the row was put back.
 */
export async function checkProposer(db: Queryable, { id, subject, decidedBy }: Decision): Promise<void> {
  const notes = await listNotesAbout(db, subject.id, id)
  const proposers = notes
    .filter(({ action }) => PROPOSING.includes(action))
    .map(({ operatorId }) => operatorId)
  const isAsNoted = proposers.length > 0 && proposers.every(each => each === decidedBy)
  if (!isAsNoted || notes.some(({ action }) => ENDING.includes(action)))
    throw new ForgedRow('desk_decisions', id)
}

export async function storeAnswer(
  tx: Transaction,
  secrets: Secrets,
  proposal: Decision,
  answer: { readonly approve: boolean; readonly by: string; readonly reason: string; readonly at: Date },
): Promise<Decision> {
  const { id } = proposal
  const state = answer.approve ? 'done' : 'declined'
  const { by: answeredBy, at: answeredAt, reason } = answer
  const answerReason = seal(secrets.sealing, answerContext(id), reason)
  const end = { state, answeredBy, answeredAt } as const
  const mac = decisionMac.compute(secrets, { ...toRow(proposal), ...end })
  await endProposalRow(tx, id, { ...end, answerReason, mac })
  return { ...proposal, ...end, answerReason: reason }
}

/** The suspended money that an operator credited or refunded since then without a second person. */
interface MovedAlone {
  readonly movedCentavos: Centavos
  /** False when somebody changed one of these decisions outside the program. */
  readonly isCertain: boolean
}

export async function sumMovedAlone(
  db: Queryable,
  secrets: Secrets,
  operatorId: string,
  now: Date,
): Promise<MovedAlone> {
  // A day of São Paulo.
  const endOfYesterday = endOfDay(addDays(calendarDateAt(now), -1))
  const rows = await listMovedAlone(db, operatorId, endOfYesterday)
  return {
    movedCentavos: rows.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
    isCertain: rows.every(row => decisionMac.isGenuine(secrets, row)),
  }
}

/** Nobody else adds to the sum until the transaction ends. */
export async function lockMovedAlone(
  tx: Transaction,
  secrets: Secrets,
  operatorId: string,
  now: Date,
): Promise<MovedAlone> {
  await lockDecisionsOf(tx, operatorId)
  return sumMovedAlone(tx, secrets, operatorId, now)
}

/** Of proposals that wait. Ended decisions are checked when somebody uses them: their number grows for ever. */
export async function listForgedDecisionIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const rows = await listProposedRows(db, LOOKED_AT)
  return rows.filter(row => !decisionMac.isGenuine(secrets, row)).map(({ id }) => id)
}

const LOOKED_AT = 10_000

/** The newest first, without forged ones. */
export async function listDecisions(db: Queryable, secrets: Secrets, subject: Subject): Promise<Decision[]> {
  return toDecisions(secrets, await listDecisionRows(db, subject.kind, subject.id))
}

export async function listNewestDecisions(
  db: Queryable,
  secrets: Secrets,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<Decision[]> {
  return toDecisions(secrets, await listNewestRows(db, kind, subjectIds))
}

/** The oldest first. */
export async function listProposals(db: Queryable, secrets: Secrets, limit: number): Promise<Decision[]> {
  return toDecisions(secrets, await listProposedRows(db, limit))
}

const toDecisions = (secrets: Secrets, rows: readonly DecisionRow[]): Decision[] =>
  rows.filter(row => decisionMac.isGenuine(secrets, row)).map(row => toDecision(secrets, row))

function toRow({ subject, reason: _, answerReason: __, ...plain }: Decision) {
  return {
    ...plain,
    kind: subject.kind,
    subjectId: subject.id,
    transactionId: plain.transactionId ?? null,
    orderId: plain.orderId ?? null,
    cpfIndex: plain.cpfIndex ?? null,
    target: plain.target ?? null,
    fourEyesReason: plain.fourEyesReason ?? null,
    answeredBy: plain.answeredBy ?? null,
    answeredAt: plain.answeredAt ?? null,
  }
}

function toDecision(secrets: Secrets, row: DecisionRow): Decision {
  const { kind, subjectId, mac: _, ...plain } = decisionMac.check(secrets, row)
  const openReason = (box: Buffer, context: string): string => open(secrets.sealing, context, box).toString()
  return {
    ...plain,
    subject: { kind, id: subjectId },
    transactionId: row.transactionId ?? undefined,
    orderId: row.orderId ?? undefined,
    cpfIndex: row.cpfIndex ?? undefined,
    target: row.target ?? undefined,
    fourEyesReason: row.fourEyesReason ?? undefined,
    reason: openReason(row.reason, reasonContext(row.id)),
    answeredBy: row.answeredBy ?? undefined,
    answeredAt: row.answeredAt ?? undefined,
    answerReason: row.answerReason === null ? undefined : openReason(row.answerReason, answerContext(row.id)),
  }
}

const reasonContext = (id: string): string => `desk_decisions.reason:${id}`
const answerContext = (id: string): string => `desk_decisions.answer_reason:${id}`

type CoveredDecision = Omit<DecisionRow, 'reason' | 'answerReason' | 'mac'>

/** The reasons are sealed boxes that open for this decision only. */
const decisionMac = defineMac('desk_decisions', (row: CoveredDecision) => [
  row.id,
  row.kind,
  row.subjectId,
  row.version,
  row.transactionId,
  row.orderId,
  row.cpfIndex,
  row.result,
  row.target,
  row.amountCentavos,
  row.state,
  row.fourEyesReason,
  row.decidedBy,
  row.decidedAt,
  row.answeredBy,
  row.answeredAt,
])
