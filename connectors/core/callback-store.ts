import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'

export interface DueCallback {
  readonly paymentId: string
  readonly kind: string
  readonly attempts: number
}

export interface CallbackRecord extends DueCallback {
  readonly lastStatus: number | null
  readonly dueAt: Date
  readonly endedAt: Date | null
  readonly isDelivered: boolean
}

const CLAIM_SECONDS = 60

const INSERT: Statement = {
  name: 'connector-callbacks.insert',
  text: `INSERT INTO connector_notices (payment_id, kind, due_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
}
/** A callback waits while an operation is under way that might make it untrue. */
const CLAIM: Statement = {
  name: 'connector-callbacks.claim',
  text: `UPDATE connector_notices n SET attempts = n.attempts + 1, claimed_until = $2
    FROM (SELECT d.payment_id, d.kind FROM connector_notices d WHERE d.ended_at IS NULL AND d.due_at <= $1
        AND (d.claimed_until IS NULL OR d.claimed_until <= $1)
        AND NOT EXISTS (SELECT FROM connector_operations o WHERE o.payment_id = d.payment_id AND o.state IN ('intended', 'unknown'))
      ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE n.payment_id = due.payment_id AND n.kind = due.kind RETURNING n.payment_id, n.kind, n.attempts`,
}
const END: Statement = {
  name: 'connector-callbacks.end',
  text: `UPDATE connector_notices SET ended_at = $3, is_delivered = $4, last_status = $5, claimed_until = NULL
    WHERE payment_id = $1 AND kind = $2 AND ended_at IS NULL`,
}
const POSTPONE: Statement = {
  name: 'connector-callbacks.postpone',
  text: `UPDATE connector_notices SET due_at = $3, last_status = $4, claimed_until = NULL
    WHERE payment_id = $1 AND kind = $2 AND ended_at IS NULL`,
}
const LIST: Statement = {
  name: 'connector-callbacks.list',
  text: `SELECT n.payment_id, n.kind, n.attempts, n.last_status, n.due_at, n.ended_at, n.is_delivered
    FROM connector_notices n WHERE n.payment_id = $1 ORDER BY n.kind`,
}
const HURRY: Statement = {
  name: 'connector-callbacks.hurry',
  text: `UPDATE connector_notices SET due_at = $2 WHERE payment_id = $1 AND ended_at IS NULL`,
}

/** Sends once more what the platform was told before: it shows something else. */
const REPEAT: Statement = {
  name: 'connector-callbacks.repeat',
  text: `INSERT INTO connector_notices AS n (payment_id, kind, due_at) VALUES ($1, $2, $3)
    ON CONFLICT (payment_id, kind) DO UPDATE SET due_at = excluded.due_at, ended_at = NULL, is_delivered = false`,
}

export async function repeatCallback(
  db: Queryable,
  paymentId: string,
  kind: string,
  now: Date,
): Promise<void> {
  await db.run(REPEAT, [paymentId, kind, now])
}

export function insertCallback(tx: Transaction, paymentId: string, kind: string, dueAt: Date): void {
  tx.send(INSERT, [paymentId, kind, dueAt])
}

/** Counted before it is sent: a worker that dies in between leaves a trace, and the callback is claimed again. */
export function claimCallbacks(db: Queryable, now: Date, limit: number): Promise<DueCallback[]> {
  return db.run<DueCallback>(CLAIM, [now, new Date(now.getTime() + CLAIM_SECONDS * 1_000), limit])
}

interface Ending {
  readonly at: Date
  readonly isDelivered: boolean
  readonly status: number | undefined
}

export async function endCallback(
  db: Queryable,
  { paymentId, kind }: DueCallback,
  { at, isDelivered, status }: Ending,
): Promise<void> {
  await db.run(END, [paymentId, kind, at, isDelivered, status ?? null])
}

export async function postponeCallback(
  db: Queryable,
  { paymentId, kind }: DueCallback,
  { until, status }: { readonly until: Date; readonly status: number | undefined },
): Promise<void> {
  await db.run(POSTPONE, [paymentId, kind, until, status ?? null])
}

export function listCallbacks(db: Queryable, paymentId: string): Promise<CallbackRecord[]> {
  return db.run<CallbackRecord>(LIST, [paymentId])
}

/** Makes unsent callbacks due at once. */
export async function hurryCallbacks(db: Queryable, paymentId: string, now: Date): Promise<void> {
  await db.run(HURRY, [paymentId, now])
}
