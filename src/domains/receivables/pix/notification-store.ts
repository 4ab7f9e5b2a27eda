import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../../platform/db/removal.ts'

export interface PixNotification {
  readonly endToEndId: string
  readonly attempts: number
  readonly receivedAt: Date
}

const STORE_NOTIFICATIONS: Statement = {
  name: 'pix-notifications.store',
  text: `INSERT INTO pix_hints (end_to_end_id, due_at, received_at)
    SELECT DISTINCT h.id, $2::timestamptz, $2::timestamptz FROM unnest($1::text[]) AS h(id)
    ON CONFLICT (end_to_end_id) DO UPDATE SET state = 'waiting', attempts = 0, due_at = excluded.due_at,
      received_at = excluded.received_at, problem = NULL`,
}
const LIST_DUE: Statement = {
  name: 'pix-notifications.list-due',
  text: `SELECT end_to_end_id, attempts, received_at FROM pix_hints
    WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT $2`,
}
/* A notification that was repeated while the PSP was asked is asked about once more: something may have changed. */
const SETTLE: Statement = {
  name: 'pix-notifications.settle',
  text: `UPDATE pix_hints SET state = $3, problem = $4 WHERE end_to_end_id = $1 AND received_at = $2`,
}
const POSTPONE: Statement = {
  name: 'pix-notifications.postpone',
  text: `UPDATE pix_hints SET attempts = attempts + 1, due_at = $3, problem = $4
    WHERE end_to_end_id = $1 AND received_at = $2`,
}
const REMOVE_OLD: Statement = {
  name: 'pix-notifications.remove-old',
  text: composeRemoval('pix_hints', 'received_at'),
}

export async function storeNotifications(
  db: Queryable,
  endToEndIds: readonly string[],
  now: Date,
): Promise<void> {
  if (endToEndIds.length > 0) await db.run(STORE_NOTIFICATIONS, [endToEndIds, now])
}

export function listDueNotifications(db: Queryable, now: Date, limit: number): Promise<PixNotification[]> {
  return db.run<PixNotification>(LIST_DUE, [now, limit])
}

export async function settleNotification(
  db: Queryable,
  { endToEndId, receivedAt }: PixNotification,
  state: 'done' | 'refused',
  problem: string | null = null,
): Promise<void> {
  await db.run(SETTLE, [endToEndId, receivedAt, state, problem])
}

export async function postponeNotification(
  db: Queryable,
  { endToEndId, receivedAt }: PixNotification,
  { dueAt, problem }: { readonly dueAt: Date; readonly problem: string },
): Promise<void> {
  await db.run(POSTPONE, [endToEndId, receivedAt, dueAt, problem])
}

const KEPT_MS = 30 * 86_400_000

/** Polling has found the payment of a notification this old, if it was true. */
export async function removeOldPixNotifications(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}
