import { newOrderedId } from '../../src/kernel/ids.ts'
import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../src/platform/db/removal.ts'

export type LogLevel = 'info' | 'problem'

export interface LogLine {
  readonly accountId: string
  readonly paymentId?: string | undefined
  readonly level: LogLevel
  readonly code: string
  /** A sentence of the connector's own, in Portuguese: never what somebody else wrote, no name, no number of a document. */
  readonly message: string
}

export interface LoggedLine {
  readonly id: string
  readonly paymentId: string | null
  readonly orderId: string | null
  readonly level: LogLevel
  readonly code: string
  readonly message: string
  readonly loggedAt: Date
}

const INSERT: Statement = {
  name: 'connector-log.insert',
  text: `INSERT INTO connector_log (id, account_id, payment_id, level, code, message, logged_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIST: Statement = {
  name: 'connector-log.list',
  text: `SELECT l.id, l.payment_id, p.order_id, l.level, l.code, l.message, l.logged_at
    FROM connector_log l LEFT JOIN connector_payments p ON p.id = l.payment_id
    WHERE l.account_id = $1 AND ($2::text IS NULL OR p.order_id = $2) ORDER BY l.id DESC LIMIT $3`,
}
const REMOVE_OLD: Statement = {
  name: 'connector-log.remove-old',
  text: composeRemoval('connector_log', 'logged_at'),
}

const listValues = ({ accountId, paymentId, level, code, message }: LogLine, now: Date): unknown[] => [
  newOrderedId(now.getTime()),
  accountId,
  paymentId ?? null,
  level,
  code,
  message,
  now,
]

export async function writeLog(db: Queryable, line: LogLine, now: Date): Promise<void> {
  await db.run(INSERT, listValues(line, now))
}

export function sendLog(tx: Transaction, line: LogLine, now: Date): void {
  tx.send(INSERT, listValues(line, now))
}

/** The newest first. */
export function listLog(
  db: Queryable,
  accountId: string,
  { orderId, limit }: { readonly orderId?: string | undefined; readonly limit: number },
): Promise<LoggedLine[]> {
  return db.run<LoggedLine>(LIST, [accountId, orderId ?? null, limit])
}

export async function removeOldLog(db: Queryable, before: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, before)
}
