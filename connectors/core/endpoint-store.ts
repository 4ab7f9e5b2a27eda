import type { Queryable, Statement } from '../../src/platform/db/database.ts'

export interface EndpointRecord {
  readonly accountId: string
  readonly url: string
  readonly endpointId: string | null
  readonly secretBox: Buffer | null
  /** When the interface last confirmed it. */
  readonly lookedAt: Date | null
}

const CLAIM_SECONDS = 30

const FIND: Statement = {
  name: 'connector-endpoints.find',
  text: `SELECT e.account_id, e.url, e.endpoint_id, e.secret_box, e.looked_at FROM connector_endpoints e WHERE e.account_id = $1`,
}
/** One worker at a time; an address that has changed is registered anew. */
const CLAIM: Statement = {
  name: 'connector-endpoints.claim',
  text: `INSERT INTO connector_endpoints AS e (account_id, url, claimed_until) VALUES ($1, $2, now() + make_interval(secs => $3))
    ON CONFLICT (account_id) DO UPDATE SET claimed_until = excluded.claimed_until WHERE e.claimed_until <= now()
    RETURNING e.account_id`,
}
const RECORD: Statement = {
  name: 'connector-endpoints.record',
  text: `UPDATE connector_endpoints SET url = $2, endpoint_id = $3, secret_box = $4, looked_at = $5, claimed_until = now()
    WHERE account_id = $1`,
}
const NOTE_LOOK: Statement = {
  name: 'connector-endpoints.note-look',
  text: `UPDATE connector_endpoints SET looked_at = $2, claimed_until = now() WHERE account_id = $1`,
}
const RELEASE: Statement = {
  name: 'connector-endpoints.release',
  text: `UPDATE connector_endpoints SET claimed_until = now() WHERE account_id = $1`,
}

export async function findEndpointRecord(
  db: Queryable,
  accountId: string,
): Promise<EndpointRecord | undefined> {
  return (await db.run<EndpointRecord>(FIND, [accountId]))[0]
}

export async function claimEndpoint(db: Queryable, accountId: string, url: string): Promise<boolean> {
  return (await db.run(CLAIM, [accountId, url, CLAIM_SECONDS])).length === 1
}

export async function recordEndpoint(
  db: Queryable,
  record: {
    readonly accountId: string
    readonly url: string
    readonly endpointId: string
    readonly secretBox: Buffer
    readonly lookedAt: Date
  },
): Promise<void> {
  await db.run(RECORD, [record.accountId, record.url, record.endpointId, record.secretBox, record.lookedAt])
}

export async function noteLook(db: Queryable, accountId: string, now: Date): Promise<void> {
  await db.run(NOTE_LOOK, [accountId, now])
}

export async function releaseEndpoint(db: Queryable, accountId: string): Promise<void> {
  await db.run(RELEASE, [accountId])
}
