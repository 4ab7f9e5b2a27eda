import type { Queryable, Statement } from '../../platform/db/database.ts'

export interface EndpointRecord {
  readonly url: string
  /** Null while somebody registers it. */
  readonly endpointId: string | null
  readonly secretBox: Buffer | null
}

const CLAIM_SECONDS = 20

const LIST: Statement = {
  name: 'store-endpoints.list',
  text: `SELECT url, endpoint_id, secret_box FROM store_endpoints ORDER BY registered_at`,
}
const CLAIM: Statement = {
  name: 'store-endpoints.claim',
  text: `INSERT INTO store_endpoints (url, claimed_until) VALUES ($1, now() + make_interval(secs => $2))
    ON CONFLICT (url) DO UPDATE SET claimed_until = excluded.claimed_until
      WHERE store_endpoints.endpoint_id IS NULL AND store_endpoints.claimed_until <= now()
    RETURNING url`,
}
const RECORD: Statement = {
  name: 'store-endpoints.record',
  text: `UPDATE store_endpoints SET endpoint_id = $2, secret_box = $3, registered_at = now() WHERE url = $1`,
}
const DELETE: Statement = {
  name: 'store-endpoints.delete',
  text: `DELETE FROM store_endpoints WHERE url = $1 AND endpoint_id IS NOT DISTINCT FROM $2`,
}

export function listEndpointRecords(db: Queryable): Promise<EndpointRecord[]> {
  return db.run<EndpointRecord>(LIST, [])
}

/** Of any number of processes one may register the address; its claim ends by itself if it dies. */
export async function claimEndpoint(db: Queryable, url: string): Promise<boolean> {
  return (await db.run(CLAIM, [url, CLAIM_SECONDS])).length === 1
}

export async function recordEndpoint(
  db: Queryable,
  {
    url,
    endpointId,
    secretBox,
  }: { readonly url: string; readonly endpointId: string; readonly secretBox: Buffer },
): Promise<void> {
  await db.run(RECORD, [url, endpointId, secretBox])
}

/** Only as it was seen: a registration that took its place stays. */
export async function deleteEndpointRecord(
  db: Queryable,
  { url, endpointId }: Pick<EndpointRecord, 'url' | 'endpointId'>,
): Promise<void> {
  await db.run(DELETE, [url, endpointId])
}
