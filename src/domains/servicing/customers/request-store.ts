import type { CustomerRequestKind } from '../../../contract/account.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

const COLUMNS = `id, cpf_index AS "cpfIndex", kind, transaction_id AS "transactionId", box, answer_box AS "answerBox",
  opened_at AS "openedAt", answer_until AS "answerUntil", answered_at AS "answeredAt"`
const MAX_LISTED = 200

const INSERT: Statement = {
  name: 'customer-requests.insert',
  text: `INSERT INTO customer_requests (id, cpf_index, kind, transaction_id, box, opened_at, answer_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIST_OF: Statement = {
  name: 'customer-requests.list-of',
  text: `SELECT ${COLUMNS} FROM customer_requests WHERE cpf_index = $1 ORDER BY opened_at DESC, id DESC LIMIT ${MAX_LISTED}`,
}
const LIST_OPEN: Statement = {
  name: 'customer-requests.list-open',
  text: `SELECT ${COLUMNS} FROM customer_requests WHERE answered_at IS NULL ORDER BY opened_at, id LIMIT ${MAX_LISTED}`,
}
const LIST_DISPUTED: Statement = {
  name: 'customer-requests.list-disputed',
  text: `SELECT DISTINCT transaction_id AS "transactionId" FROM customer_requests
    WHERE transaction_id = ANY ($1::text[]) AND answered_at IS NULL AND kind IN ('REVIEW', 'CORRECTION')`,
}
const LOCK_PERSON: Statement = {
  name: 'customer-requests.lock-person',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const ANSWER: Statement = {
  name: 'customer-requests.answer',
  text: `UPDATE customer_requests SET answer_box = $2, answered_at = $3 WHERE id = $1 AND answered_at IS NULL RETURNING id`,
}

export interface RequestRow {
  readonly id: string
  readonly cpfIndex: Buffer
  readonly kind: CustomerRequestKind
  readonly transactionId: string | null
  readonly box: Buffer
  readonly answerBox: Buffer | null
  readonly openedAt: Date
  readonly answerUntil: CalendarDate
  readonly answeredAt: Date | null
}

/** Those of these purchases about which a customer has asked something that nobody has answered. */
export async function listDisputed(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run<{ transactionId: string }>(LIST_DISPUTED, [transactionIds])
  return new Set(rows.map(({ transactionId }) => transactionId))
}

/** Serialises the requests of one person until the transaction ends, so that each one counts the others. */
export async function lockPerson(tx: Transaction, cpfIndex: Buffer): Promise<void> {
  await tx.run(LOCK_PERSON, [cpfIndex.readBigInt64BE(8)])
}

export async function insertRequest(
  tx: Transaction,
  row: Omit<RequestRow, 'answerBox' | 'answeredAt'>,
): Promise<void> {
  const { id, cpfIndex, kind, transactionId, box, openedAt, answerUntil } = row
  await tx.run(INSERT, [id, cpfIndex, kind, transactionId, box, openedAt, answerUntil])
}

export function listRequestRowsOf(db: Queryable, cpfIndex: Buffer): Promise<RequestRow[]> {
  return db.run<RequestRow>(LIST_OF, [cpfIndex])
}

export function listOpenRequestRows(db: Queryable): Promise<RequestRow[]> {
  return db.run<RequestRow>(LIST_OPEN, [])
}

/** False when there is no such request, or it was answered before. */
export async function answerRequestRow(
  db: Queryable,
  { id, answerBox }: { readonly id: string; readonly answerBox: Buffer },
  now: Date,
): Promise<boolean> {
  return (await db.run(ANSWER, [id, answerBox, now])).length > 0
}
