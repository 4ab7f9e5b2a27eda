import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { Page, Window } from './listing.ts'

export interface WebhookRecord {
  readonly pixKey: string
  readonly url: string
  readonly createdAt: Date
}

const COLUMNS = `w.pix_key, w.url, w.created_at`
const PUT: Statement = {
  name: 'psp-webhooks.put',
  text: `INSERT INTO psp_webhooks (pix_key, url, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (pix_key) DO UPDATE SET url = excluded.url, created_at = excluded.created_at`,
}
const FIND: Statement = {
  name: 'psp-webhooks.find',
  text: `SELECT ${COLUMNS} FROM psp_webhooks w WHERE w.pix_key = $1`,
}
const DELETE: Statement = {
  name: 'psp-webhooks.delete',
  text: 'DELETE FROM psp_webhooks WHERE pix_key = $1 RETURNING pix_key',
}
const COUNT: Statement = {
  name: 'psp-webhooks.count',
  text: 'SELECT count(*) AS count FROM psp_webhooks WHERE created_at BETWEEN $1 AND $2',
}
const LIST: Statement = {
  name: 'psp-webhooks.list',
  text: `SELECT ${COLUMNS} FROM psp_webhooks w WHERE w.created_at BETWEEN $1 AND $2
    ORDER BY w.created_at, w.pix_key LIMIT $3 OFFSET $4`,
}

export async function putWebhook(db: Queryable, { pixKey, url, createdAt }: WebhookRecord): Promise<void> {
  await db.run(PUT, [pixKey, url, createdAt])
}

export async function findWebhook(db: Queryable, pixKey: string): Promise<WebhookRecord | undefined> {
  return (await db.run<WebhookRecord>(FIND, [pixKey]))[0]
}

/** False when the key has none. */
export async function deleteWebhook(db: Queryable, pixKey: string): Promise<boolean> {
  return (await db.run(DELETE, [pixKey])).length > 0
}

export async function countWebhooks(db: Queryable, { from, to }: Window): Promise<number> {
  return (await db.run<{ count: number }>(COUNT, [from, to]))[0]?.count ?? 0
}

export function listWebhooks(
  db: Queryable,
  { from, to }: Window,
  { size, number }: Page,
): Promise<WebhookRecord[]> {
  return db.run<WebhookRecord>(LIST, [from, to, size, size * number])
}
