import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../src/platform/db/removal.ts'

/** A webhook event of ours. It says only that something happened; what it was is read from the interface. */
export interface InboxEvent {
  readonly accountId: string
  readonly eventId: string
  readonly type: string
  readonly orderId: string | undefined
  readonly linkId: string | undefined
  readonly transactionId: string | undefined
}

export interface StoredEvent {
  readonly accountId: string
  readonly eventId: string
  readonly type: string
  readonly orderId: string | null
  readonly linkId: string | null
  readonly transactionId: string | null
  readonly tries: number
}

const INSERT: Statement = {
  name: 'connector-inbox.insert',
  text: `INSERT INTO connector_inbox (account_id, event_id, type, order_id, link_id, transaction_id, received_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING RETURNING event_id`,
}
const CLAIM: Statement = {
  name: 'connector-inbox.claim',
  text: `UPDATE connector_inbox i SET tries = i.tries + 1, due_at = $2
    FROM (SELECT d.account_id, d.event_id FROM connector_inbox d WHERE d.handled_at IS NULL AND d.due_at <= $1
      ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE i.account_id = due.account_id AND i.event_id = due.event_id
    RETURNING i.account_id, i.event_id, i.type, i.order_id, i.link_id, i.transaction_id, i.tries`,
}
const FINISH: Statement = {
  name: 'connector-inbox.finish',
  text: `UPDATE connector_inbox SET handled_at = $3 WHERE account_id = $1 AND event_id = $2`,
}
const REMOVE_OLD: Statement = {
  name: 'connector-inbox.remove-old',
  text: composeRemoval('connector_inbox', 'received_at'),
}

/** False for an event that came before. */
export async function insertEvent(tx: Transaction, event: InboxEvent, now: Date): Promise<boolean> {
  const { accountId, eventId, type, orderId, linkId, transactionId } = event
  const values = [accountId, eventId, type, orderId ?? null, linkId ?? null, transactionId ?? null, now]
  return (await tx.run(INSERT, values)).length > 0
}

const AGAIN_MS = 30_000

/** A worker that dies leaves what it claimed to the next one. */
export function claimEvents(db: Queryable, now: Date, limit: number): Promise<StoredEvent[]> {
  return db.run<StoredEvent>(CLAIM, [now, new Date(now.getTime() + AGAIN_MS), limit])
}

export async function finishEvent(
  db: Queryable,
  { accountId, eventId }: StoredEvent,
  now: Date,
): Promise<void> {
  await db.run(FINISH, [accountId, eventId, now])
}

export async function removeOldEvents(db: Queryable, before: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, before)
}
