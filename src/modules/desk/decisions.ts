import type { DecisionResult, DecisionState, FourEyesReason, SubjectKind } from '../../contract/desk.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { Subject } from './claims.ts'
import {
  type DecisionRow,
  endProposalRow,
  findDecisionRow,
  insertDecision,
  listDecisionRows,
  listNewestRows,
  listProposedRows,
  lockDecisionRow,
  lockProposalRow,
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
  const { subject, ...plain } = made
  await insertDecision(tx, {
    ...plain,
    id,
    kind: subject.kind,
    subjectId: subject.id,
    transactionId: made.transactionId ?? null,
    orderId: made.orderId ?? null,
    cpfIndex: made.cpfIndex ?? null,
    target: made.target ?? null,
    fourEyesReason: made.fourEyesReason ?? null,
    reason: seal(secrets.sealing, reasonContext(id), made.reason),
  })
  return { ...made, id, answeredBy: undefined, answeredAt: undefined, answerReason: undefined }
}

export async function findDecision(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<Decision | undefined> {
  const row = await findDecisionRow(db, id)
  return row && toDecision(secrets, row)
}

/** Locked, so that two answers to one proposal are serialised. */
export async function lockDecision(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<Decision | undefined> {
  const row = await lockDecisionRow(tx, id)
  return row && toDecision(secrets, row)
}

/** The proposal for this subject that waits for an answer. */
export async function lockProposal(
  tx: Transaction,
  secrets: Secrets,
  { kind, id }: Subject,
): Promise<Decision | undefined> {
  const row = await lockProposalRow(tx, kind, id)
  return row && toDecision(secrets, row)
}

/** The subject changed before the proposal was answered. */
export function overtakeProposal(tx: Transaction, { id }: Decision): Promise<void> {
  return endProposalRow(tx, id, {
    state: 'overtaken',
    answeredBy: null,
    answeredAt: null,
    answerReason: null,
  })
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
  await endProposalRow(tx, id, { state, answeredBy, answeredAt, answerReason })
  return { ...proposal, state, answeredBy, answeredAt, answerReason: reason }
}

/** The newest first. */
export async function listDecisions(db: Queryable, secrets: Secrets, subject: Subject): Promise<Decision[]> {
  return (await listDecisionRows(db, subject.kind, subject.id)).map(row => toDecision(secrets, row))
}

export async function listNewestDecisions(
  db: Queryable,
  secrets: Secrets,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<Decision[]> {
  return (await listNewestRows(db, kind, subjectIds)).map(row => toDecision(secrets, row))
}

/** The oldest first. */
export async function listProposals(db: Queryable, secrets: Secrets, limit: number): Promise<Decision[]> {
  return (await listProposedRows(db, limit)).map(row => toDecision(secrets, row))
}

function toDecision(secrets: Secrets, row: DecisionRow): Decision {
  const { kind, subjectId, ...plain } = row
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
