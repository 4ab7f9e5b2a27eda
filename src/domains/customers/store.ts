import type { CustomerRequestKind } from '../../contract/account.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'

const REPLACE_EMAILS: RowStatement<EmailRow> = {
  name: 'customer-emails.replace',
  columns: { transactionId: 'text', box: 'bytea' },
  text: `INSERT INTO customer_emails (transaction_id, cpf_index, box, changed_at)
    SELECT transaction_id, $1, box, $2 FROM rows ORDER BY transaction_id
    ON CONFLICT (transaction_id) DO UPDATE SET box = excluded.box, changed_at = excluded.changed_at`,
}
const LIST_EMAILS: Statement = {
  name: 'customer-emails.list',
  text: `SELECT transaction_id, box FROM customer_emails WHERE transaction_id = ANY ($1::text[])`,
}

interface EmailRow {
  readonly transactionId: string
  readonly box: Buffer
}

/** In the order of their ids, so that two devices cannot deadlock. */
export async function replaceEmailRows(
  tx: Transaction,
  { cpfIndex, rows }: { readonly cpfIndex: Buffer; readonly rows: readonly EmailRow[] },
  now: Date,
): Promise<void> {
  await runRows(tx, REPLACE_EMAILS, rows, [cpfIndex, now])
}

export function listEmailRows(db: Queryable, transactionIds: readonly string[]): Promise<EmailRow[]> {
  return db.run<EmailRow>(LIST_EMAILS, [transactionIds])
}

const REQUEST_COLUMNS = `id, cpf_index, kind, transaction_id, box, answer_box,
  opened_at, answer_until, answered_at`
const MAX_LISTED = 200

const INSERT_REQUEST: Statement = {
  name: 'customer-requests.insert',
  text: `INSERT INTO customer_requests (id, cpf_index, kind, transaction_id, box, opened_at, answer_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIST_REQUESTS_OF: Statement = {
  name: 'customer-requests.list-of',
  text: `SELECT ${REQUEST_COLUMNS} FROM customer_requests WHERE cpf_index = $1 ORDER BY opened_at DESC, id DESC LIMIT ${MAX_LISTED}`,
}
const LIST_OPEN_REQUESTS: Statement = {
  name: 'customer-requests.list-open',
  text: `SELECT ${REQUEST_COLUMNS} FROM customer_requests WHERE answered_at IS NULL ORDER BY opened_at, id LIMIT ${MAX_LISTED}`,
}
const LIST_DISPUTED: Statement = {
  name: 'customer-requests.list-disputed',
  text: `SELECT DISTINCT transaction_id FROM customer_requests
    WHERE transaction_id = ANY ($1::text[]) AND answered_at IS NULL AND kind IN ('REVIEW', 'CORRECTION')`,
}
const LOCK_PERSON: Statement = {
  name: 'customer-requests.lock-person',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const ANSWER_REQUEST: Statement = {
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
  await tx.run(INSERT_REQUEST, [id, cpfIndex, kind, transactionId, box, openedAt, answerUntil])
}

export function listRequestRowsOf(db: Queryable, cpfIndex: Buffer): Promise<RequestRow[]> {
  return db.run<RequestRow>(LIST_REQUESTS_OF, [cpfIndex])
}

export function listOpenRequestRows(db: Queryable): Promise<RequestRow[]> {
  return db.run<RequestRow>(LIST_OPEN_REQUESTS, [])
}

/** False when there is no such request, or it was answered before. */
export async function answerRequestRow(
  db: Queryable,
  { id, answerBox }: { readonly id: string; readonly answerBox: Buffer },
  now: Date,
): Promise<boolean> {
  return (await db.run(ANSWER_REQUEST, [id, answerBox, now])).length > 0
}

const INSERT_SESSION: Statement = {
  name: 'customer-sessions.insert',
  text: `INSERT INTO customer_sessions (session_hash, cpf_index, phone_index, opened_at, last_seen_at, mac)
    VALUES ($1, $2, $3, $4, $4, $5)`,
}
const SESSION_COLUMNS = `session_hash, cpf_index, phone_index, opened_at,
  last_seen_at, mac`
const FIND_SESSION: Statement = {
  name: 'customer-sessions.find',
  text: `SELECT ${SESSION_COLUMNS} FROM customer_sessions WHERE session_hash = $1`,
}
const LIST_SESSIONS: Statement = {
  name: 'customer-sessions.list',
  text: `SELECT ${SESSION_COLUMNS} FROM customer_sessions WHERE opened_at > $1`,
}
const TOUCH_SESSION: Statement = {
  name: 'customer-sessions.touch',
  text: 'UPDATE customer_sessions SET last_seen_at = $2 WHERE session_hash = $1 AND last_seen_at < $2',
}
const REMOVE_SESSION: Statement = {
  name: 'customer-sessions.remove',
  text: 'DELETE FROM customer_sessions WHERE session_hash = $1',
}
const REMOVE_OLD_SESSIONS: Statement = {
  name: 'customer-sessions.remove-old',
  text: composeRemoval('customer_sessions', 'opened_at'),
}

export interface SessionRow {
  readonly sessionHash: Buffer
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly mac: Buffer
}

export async function insertSession(tx: Transaction, row: Omit<SessionRow, 'lastSeenAt'>): Promise<void> {
  await tx.run(INSERT_SESSION, [row.sessionHash, row.cpfIndex, row.phoneIndex, row.openedAt, row.mac])
}

export async function findSessionRow(db: Queryable, sessionHash: Buffer): Promise<SessionRow | undefined> {
  return (await db.run<SessionRow>(FIND_SESSION, [sessionHash]))[0]
}

export function listSessionRows(db: Queryable, openedAfter: Date): Promise<SessionRow[]> {
  return db.run<SessionRow>(LIST_SESSIONS, [openedAfter])
}

export async function touchSession(db: Queryable, sessionHash: Buffer, now: Date): Promise<void> {
  await db.run(TOUCH_SESSION, [sessionHash, now])
}

export async function removeSession(db: Queryable, sessionHash: Buffer): Promise<void> {
  await db.run(REMOVE_SESSION, [sessionHash])
}

export function removeSessionsBefore(db: Queryable, openedBefore: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD_SESSIONS, openedBefore)
}

const FORGET_EMAILS: Statement = {
  name: 'customer-emails.forget',
  text: 'DELETE FROM customer_emails WHERE cpf_index = $1',
}
const FORGET_REQUESTS: Statement = {
  name: 'customer-requests.forget',
  text: 'DELETE FROM customer_requests WHERE cpf_index = $1',
}
const FORGET_SESSIONS: Statement = {
  name: 'customer-sessions.forget',
  text: 'DELETE FROM customer_sessions WHERE cpf_index = $1',
}

/** Signs the devices out and removes the person's requests. */
export function forgetCustomerArea(tx: Transaction, cpfIndex: Buffer): void {
  for (const statement of [FORGET_EMAILS, FORGET_REQUESTS, FORGET_SESSIONS]) tx.send(statement, [cpfIndex])
}
