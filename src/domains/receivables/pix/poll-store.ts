import type { Queryable, Statement } from '../../../platform/db/database.ts'

export type PollName = 'recent' | 'week' | 'returns'

const SELECT_POLL: Statement = {
  name: 'pix-polls.find',
  text: 'SELECT complete_until FROM pix_polls WHERE name = $1',
}
const ADVANCE_POLL: Statement = {
  name: 'pix-polls.advance',
  text: `INSERT INTO pix_polls AS p (name, complete_until) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET complete_until = greatest(p.complete_until, excluded.complete_until)`,
}
const SELECT_WEBHOOK: Statement = {
  name: 'pix-webhooks.find',
  text: 'SELECT url_digest FROM pix_webhooks WHERE pix_key = $1',
}
const STORE_WEBHOOK: Statement = {
  name: 'pix-webhooks.store',
  text: `INSERT INTO pix_webhooks (pix_key, url_digest, registered_at) VALUES ($1, $2, $3)
    ON CONFLICT (pix_key) DO UPDATE SET url_digest = excluded.url_digest, registered_at = excluded.registered_at`,
}

/** The end of the last window of which every payment was booked. */
export async function findCompleteUntil(db: Queryable, name: PollName): Promise<Date | undefined> {
  return (await db.run<{ completeUntil: Date }>(SELECT_POLL, [name]))[0]?.completeUntil
}

/** Never goes back. */
export async function advancePoll(db: Queryable, name: PollName, completeUntil: Date): Promise<void> {
  await db.run(ADVANCE_POLL, [name, completeUntil])
}

export async function findWebhookDigest(db: Queryable, pixKey: string): Promise<Buffer | undefined> {
  return (await db.run<{ urlDigest: Buffer }>(SELECT_WEBHOOK, [pixKey]))[0]?.urlDigest
}

export async function storeWebhookDigest(
  db: Queryable,
  webhook: { readonly pixKey: string; readonly urlDigest: Buffer; readonly now: Date },
): Promise<void> {
  await db.run(STORE_WEBHOOK, [webhook.pixKey, webhook.urlDigest, webhook.now])
}
