import type { DecisionResult, DecisionState, FourEyesReason, SubjectKind } from '../../contract/desk.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface DecisionRow {
  readonly id: string
  readonly kind: SubjectKind
  readonly subjectId: string
  readonly version: number
  readonly transactionId: string | null
  readonly orderId: string | null
  readonly cpfIndex: Buffer | null
  readonly result: DecisionResult
  readonly target: string | null
  readonly reason: Buffer
  readonly amountCentavos: number
  readonly state: DecisionState
  readonly fourEyesReason: FourEyesReason | null
  readonly decidedBy: string
  readonly decidedAt: Date
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly answerReason: Buffer | null
  readonly mac: Buffer
}

const COLUMNS = `d.id, d.subject_kind AS kind, d.subject_id, d.subject_version AS version,
  d.transaction_id, d.order_id, d.cpf_index, d.result, d.target, d.reason,
  d.amount_centavos, d.state, d.four_eyes_reason, d.decided_by, d.decided_at,
  d.answered_by, d.answered_at, d.answer_reason, d.mac`

const INSERT_DECISION: Statement = {
  name: 'desk-decisions.insert',
  text: `INSERT INTO desk_decisions (id, subject_kind, subject_id, subject_version, transaction_id, order_id, cpf_index, result,
      target, reason, amount_centavos, state, decided_by, decided_at, four_eyes_reason, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
}
/** Keys do not change, so foreign keys to the row do not wait. */
const LOCK_OPERATOR: Statement = {
  name: 'desk-decisions.lock-operator',
  text: 'SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE',
}
const LIST_MOVED_ALONE: Statement = {
  name: 'desk-decisions.list-moved-alone',
  text: `SELECT ${COLUMNS} FROM desk_decisions d WHERE d.decided_by = $1 AND d.decided_at > $2
      AND d.state = 'done' AND d.answered_by IS NULL
      AND (d.subject_kind = 'suspense' AND d.result IN ('CREDIT', 'REFUND') OR d.subject_kind = 'waiver')`,
}
const SELECT_DECISION: Statement = {
  name: 'desk-decisions.find',
  text: `SELECT ${COLUMNS} FROM desk_decisions d WHERE d.id = $1`,
}
const LOCK_DECISION: Statement = {
  name: 'desk-decisions.lock',
  text: `SELECT ${COLUMNS} FROM desk_decisions d WHERE d.id = $1 FOR UPDATE`,
}
const LOCK_PROPOSAL: Statement = {
  name: 'desk-decisions.lock-proposal',
  text: `SELECT ${COLUMNS} FROM desk_decisions d
    WHERE d.subject_kind = $1 AND d.subject_id = $2 AND d.state = 'proposed' FOR UPDATE`,
}
const END_PROPOSAL: Statement = {
  name: 'desk-decisions.end-proposal',
  text: `UPDATE desk_decisions SET state = $2, answered_by = $3, answered_at = $4, answer_reason = $5, mac = $6
    WHERE id = $1 AND state = 'proposed' RETURNING id`,
}
const LIST_OF_SUBJECT: Statement = {
  name: 'desk-decisions.list-of-subject',
  text: `SELECT ${COLUMNS} FROM desk_decisions d WHERE d.subject_kind = $1 AND d.subject_id = $2 ORDER BY d.position DESC LIMIT 50`,
}
const LIST_NEWEST: Statement = {
  name: 'desk-decisions.list-newest',
  text: `SELECT n.* FROM unnest($2::text[]) AS s(id) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM desk_decisions d WHERE d.subject_kind = $1 AND d.subject_id = s.id ORDER BY d.position DESC LIMIT 1) n`,
}
const LIST_PROPOSED: Statement = {
  name: 'desk-decisions.list-proposed',
  text: `SELECT ${COLUMNS} FROM desk_decisions d WHERE d.state = 'proposed' ORDER BY d.position LIMIT $1`,
}
const FIND_DECIDED: Statement = {
  name: 'desk-decisions.find-decided',
  text: `SELECT DISTINCT subject_id FROM (
      (SELECT d.subject_id FROM desk_decisions d
        WHERE d.transaction_id = $2 AND d.subject_kind = $1 ORDER BY d.position DESC LIMIT $5)
      UNION ALL
      (SELECT d.subject_id FROM desk_decisions d WHERE d.order_id = $3 AND d.subject_kind = $1 ORDER BY d.position DESC LIMIT $5)
      UNION ALL
      (SELECT d.subject_id FROM desk_decisions d WHERE d.cpf_index = $4 AND d.subject_kind = $1 ORDER BY d.position DESC LIMIT $5)) found`,
}

export async function insertDecision(
  tx: Transaction,
  row: Omit<DecisionRow, 'answeredBy' | 'answeredAt' | 'answerReason'>,
): Promise<void> {
  await tx.run(INSERT_DECISION, [
    row.id,
    row.kind,
    row.subjectId,
    row.version,
    row.transactionId,
    row.orderId,
    row.cpfIndex,
    row.result,
    row.target,
    row.reason,
    row.amountCentavos,
    row.state,
    row.decidedBy,
    row.decidedAt,
    row.fourEyesReason,
    row.mac,
  ])
}

/** What an operator credited or refunded of suspended money since then without a second person. */
export function listMovedAlone(db: Queryable, operatorId: string, since: Date): Promise<DecisionRow[]> {
  return db.run<DecisionRow>(LIST_MOVED_ALONE, [operatorId, since])
}

/** Serialises the operator's decisions, so that two at once cannot both stay below a sum. */
export async function lockDecisionsOf(tx: Transaction, operatorId: string): Promise<void> {
  await tx.run(LOCK_OPERATOR, [operatorId])
}

export async function findDecisionRow(db: Queryable, id: string): Promise<DecisionRow | undefined> {
  return (await db.run<DecisionRow>(SELECT_DECISION, [id]))[0]
}

export async function lockDecisionRow(tx: Transaction, id: string): Promise<DecisionRow | undefined> {
  return (await tx.run<DecisionRow>(LOCK_DECISION, [id]))[0]
}

export async function lockProposalRow(
  tx: Transaction,
  kind: SubjectKind,
  subjectId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.run<DecisionRow>(LOCK_PROPOSAL, [kind, subjectId]))[0]
}

export async function endProposalRow(
  tx: Transaction,
  id: string,
  end: {
    readonly state: Exclude<DecisionState, 'proposed'>
    readonly answeredBy: string | null
    readonly answeredAt: Date | null
    readonly answerReason: Buffer | null
    readonly mac: Buffer
  },
): Promise<void> {
  const values = [id, end.state, end.answeredBy, end.answeredAt, end.answerReason, end.mac]
  if ((await tx.run(END_PROPOSAL, values)).length !== 1)
    throw new Error(`proposal ${id} changed under its lock`)
}

export function listDecisionRows(
  db: Queryable,
  kind: SubjectKind,
  subjectId: string,
): Promise<DecisionRow[]> {
  return db.run<DecisionRow>(LIST_OF_SUBJECT, [kind, subjectId])
}

/** The newest decision of each subject that has one. */
export function listNewestRows(
  db: Queryable,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<DecisionRow[]> {
  return db.run<DecisionRow>(LIST_NEWEST, [kind, subjectIds])
}

export function listProposedRows(db: Queryable, limit: number): Promise<DecisionRow[]> {
  return db.run<DecisionRow>(LIST_PROPOSED, [limit])
}

interface DecidedSearch {
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  readonly cpfIndex: Buffer | undefined
}

/** Subjects that the desk has decided on before. */
export async function listDecidedIds(
  db: Queryable,
  kind: SubjectKind,
  { transactionId, orderId, cpfIndex }: DecidedSearch,
  limit: number,
): Promise<string[]> {
  const values = [kind, transactionId ?? null, orderId ?? null, cpfIndex ?? null, limit]
  const rows = await db.run<{ subjectId: string }>(FIND_DECIDED, values)
  return rows.map(({ subjectId }) => subjectId)
}

const CLAIM_MINUTES = 10

export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

interface Claim {
  readonly subjectId: string
  readonly operatorId: string
  readonly expiresAt: Date
}

/* Replaces an expired claim; renews the operator's own. */
const TAKE_CLAIM: Statement = {
  name: 'desk-claims.take',
  text: `INSERT INTO desk_claims AS c (subject_kind, subject_id, operator_id, expires_at) VALUES ($1, $2, $3, $5)
    ON CONFLICT (subject_kind, subject_id) DO UPDATE SET operator_id = $3, expires_at = $5
    WHERE c.operator_id = $3 OR c.expires_at <= $4
    RETURNING operator_id`,
}
const LIST_CLAIMS: Statement = {
  name: 'desk-claims.list',
  text: `SELECT subject_id, operator_id, expires_at FROM desk_claims
    WHERE subject_kind = $1 AND subject_id = ANY ($2::text[]) AND expires_at > $3`,
}
const RELEASE_CLAIM: Statement = {
  name: 'desk-claims.release',
  text: 'DELETE FROM desk_claims WHERE subject_kind = $1 AND subject_id = $2 AND operator_id = $3',
}
const REMOVE_EXPIRED: Statement = {
  name: 'desk-claims.remove-expired',
  text: 'DELETE FROM desk_claims WHERE expires_at <= $1',
}

/** Returns false while another operator holds the claim. */
export async function takeClaim(
  db: Queryable,
  { kind, id }: Subject,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  return (await db.run(TAKE_CLAIM, [kind, id, operatorId, now, expiresAt])).length === 1
}

export function listClaims(
  db: Queryable,
  kind: SubjectKind,
  subjectIds: readonly string[],
  now: Date,
): Promise<Claim[]> {
  return db.run<Claim>(LIST_CLAIMS, [kind, subjectIds, now])
}

export async function releaseClaim(db: Queryable, { kind, id }: Subject, operatorId: string): Promise<void> {
  await db.run(RELEASE_CLAIM, [kind, id, operatorId])
}

export async function removeExpiredClaims(db: Queryable, now: Date): Promise<void> {
  await db.run(REMOVE_EXPIRED, [now])
}
