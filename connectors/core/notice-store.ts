import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'

export interface DueNotice {
  readonly paymentId: string
  readonly kind: string
  readonly attempts: number
}

export interface NoticeRecord extends DueNotice {
  readonly lastStatus: number | null
  readonly dueAt: Date
  readonly endedAt: Date | null
  readonly isDelivered: boolean
}

const CLAIM_SECONDS = 60

const INSERT: Statement = {
  name: 'connector-notices.insert',
  text: `INSERT INTO connector_notices (payment_id, kind, due_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
}
/** What an operation under way might make untrue waits until it has ended. */
const CLAIM: Statement = {
  name: 'connector-notices.claim',
  text: `UPDATE connector_notices n SET attempts = n.attempts + 1, claimed_until = $2
    FROM (SELECT d.payment_id, d.kind FROM connector_notices d WHERE d.ended_at IS NULL AND d.due_at <= $1
        AND (d.claimed_until IS NULL OR d.claimed_until <= $1)
        AND NOT EXISTS (SELECT FROM connector_operations o WHERE o.payment_id = d.payment_id AND o.state IN ('intended', 'unknown'))
      ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE n.payment_id = due.payment_id AND n.kind = due.kind RETURNING n.payment_id, n.kind, n.attempts`,
}
const END: Statement = {
  name: 'connector-notices.end',
  text: `UPDATE connector_notices SET ended_at = $3, is_delivered = $4, last_status = $5, claimed_until = NULL
    WHERE payment_id = $1 AND kind = $2 AND ended_at IS NULL`,
}
const POSTPONE: Statement = {
  name: 'connector-notices.postpone',
  text: `UPDATE connector_notices SET due_at = $3, last_status = $4, claimed_until = NULL
    WHERE payment_id = $1 AND kind = $2 AND ended_at IS NULL`,
}
const LIST: Statement = {
  name: 'connector-notices.list',
  text: `SELECT n.payment_id, n.kind, n.attempts, n.last_status, n.due_at, n.ended_at, n.is_delivered
    FROM connector_notices n WHERE n.payment_id = $1 ORDER BY n.kind`,
}
const HURRY: Statement = {
  name: 'connector-notices.hurry',
  text: `UPDATE connector_notices SET due_at = $2 WHERE payment_id = $1 AND ended_at IS NULL`,
}

/** What a person asks to be told once more, because the platform shows something else. */
const REPEAT: Statement = {
  name: 'connector-notices.repeat',
  text: `INSERT INTO connector_notices AS n (payment_id, kind, due_at) VALUES ($1, $2, $3)
    ON CONFLICT (payment_id, kind) DO UPDATE SET due_at = excluded.due_at, ended_at = NULL, is_delivered = false`,
}

export async function repeatNotice(db: Queryable, paymentId: string, kind: string, now: Date): Promise<void> {
  await db.run(REPEAT, [paymentId, kind, now])
}

export function sendNotice(tx: Transaction, paymentId: string, kind: string, dueAt: Date): void {
  tx.send(INSERT, [paymentId, kind, dueAt])
}

/** Counted before it is sent: a worker that dies in between leaves a trace, and the notice is claimed again. */
export function claimNotices(db: Queryable, now: Date, limit: number): Promise<DueNotice[]> {
  return db.run<DueNotice>(CLAIM, [now, new Date(now.getTime() + CLAIM_SECONDS * 1_000), limit])
}

interface Ending {
  readonly at: Date
  readonly isDelivered: boolean
  readonly status: number | undefined
}

export async function endNotice(
  db: Queryable,
  { paymentId, kind }: DueNotice,
  { at, isDelivered, status }: Ending,
): Promise<void> {
  await db.run(END, [paymentId, kind, at, isDelivered, status ?? null])
}

export async function postponeNotice(
  db: Queryable,
  { paymentId, kind }: DueNotice,
  { until, status }: { readonly until: Date; readonly status: number | undefined },
): Promise<void> {
  await db.run(POSTPONE, [paymentId, kind, until, status ?? null])
}

export function listNotices(db: Queryable, paymentId: string): Promise<NoticeRecord[]> {
  return db.run<NoticeRecord>(LIST, [paymentId])
}

/** What is still to be told is due at once. */
export async function hurryNotices(db: Queryable, paymentId: string, now: Date): Promise<void> {
  await db.run(HURRY, [paymentId, now])
}
