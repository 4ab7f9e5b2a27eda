import type { WebhookEventType } from '../../contract/webhooks.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export type DisabledReason = 'gone' | 'failing'

export interface EndpointRow {
  readonly id: string
  readonly retailerId: string
  readonly url: string
  readonly events: readonly WebhookEventType[]
  /** Deleted endpoints are never read. */
  readonly status: 'enabled' | 'disabled'
  /** Sealed. */
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly previousSecretUntil: Date | null
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
  readonly disabledReason: DisabledReason | null
  readonly createdAt: Date
  readonly mac: Buffer
}

export const ENDPOINT_COLUMNS = `e.id, e.retailer_id, e.url, e.events, e.status, e.secret, e.previous_secret,
  e.previous_secret_until, e.failing_since, e.disabled_at, e.disabled_reason, e.created_at, e.mac`
const OF_RETAILER = `e.retailer_id = $1 AND e.status <> 'deleted'`

/** Serialises creations of one retailer, so that concurrent ones cannot exceed the limit. */
const LOCK_RETAILER: Statement = {
  name: 'webhook-endpoints.take-turn',
  text: `SELECT pg_advisory_xact_lock(hashtext('webhook-endpoints'), hashtext($1))`,
}
const COUNT: Statement = {
  name: 'webhook-endpoints.count',
  text: `SELECT count(*) AS count FROM webhook_endpoints e WHERE ${OF_RETAILER}`,
}
const INSERT: Statement = {
  name: 'webhook-endpoints.insert',
  text: `INSERT INTO webhook_endpoints AS e (id, retailer_id, url, events, status, secret, created_at, mac)
    VALUES ($1, $2, $3, $4, 'enabled', $5, $6, $7) RETURNING ${ENDPOINT_COLUMNS}`,
}
const LIST: Statement = {
  name: 'webhook-endpoints.list',
  text: `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints e WHERE ${OF_RETAILER} ORDER BY e.id`,
}
const LIST_LIVING: Statement = {
  name: 'webhook-endpoints.list-living',
  text: `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints e WHERE e.status <> 'deleted' ORDER BY e.id`,
}
const FIND: Statement = {
  name: 'webhook-endpoints.find',
  text: `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints e WHERE e.id = $2 AND ${OF_RETAILER}`,
}
const DELETE: Statement = {
  name: 'webhook-endpoints.delete',
  text: `UPDATE webhook_endpoints e SET status = 'deleted' WHERE e.id = $2 AND ${OF_RETAILER} RETURNING e.id`,
}
const ROTATE: Statement = {
  name: 'webhook-endpoints.rotate',
  text: `UPDATE webhook_endpoints e SET secret = $3, previous_secret = e.secret, previous_secret_until = $4
    WHERE e.id = $2 AND ${OF_RETAILER} RETURNING ${ENDPOINT_COLUMNS}`,
}
const CHANGE: Statement = {
  name: 'webhook-endpoints.change',
  text: `UPDATE webhook_endpoints e SET url = $3, events = $4, mac = $5
    WHERE e.id = $2 AND ${OF_RETAILER} RETURNING ${ENDPOINT_COLUMNS}`,
}
const ENABLE: Statement = {
  name: 'webhook-endpoints.enable',
  text: `UPDATE webhook_endpoints e SET status = 'enabled', failing_since = NULL, disabled_at = NULL, disabled_reason = NULL
    WHERE e.id = $2 AND ${OF_RETAILER} RETURNING ${ENDPOINT_COLUMNS}`,
}
const DISABLE: Statement = {
  name: 'webhook-endpoints.disable',
  text: `UPDATE webhook_endpoints e SET status = 'disabled', disabled_at = $2, disabled_reason = $3
    WHERE e.id = $1 AND e.status = 'enabled' RETURNING ${ENDPOINT_COLUMNS}`,
}
const NOTE_FAILING: Statement = {
  name: 'webhook-endpoints.note-failing',
  text: 'UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1 AND (failing_since IS NULL) <> ($2::timestamptz IS NULL)',
}
const COUNT_DISABLED: Statement = {
  name: 'webhook-endpoints.count-disabled',
  text: `SELECT count(*) AS count FROM webhook_endpoints WHERE status = 'disabled'`,
}

export function lockEndpointsOf(tx: Transaction, retailerId: string): void {
  tx.send(LOCK_RETAILER, [retailerId])
}

export async function countEndpoints(db: Queryable, retailerId: string): Promise<number> {
  return (await db.run<{ count: number }>(COUNT, [retailerId]))[0]?.count ?? 0
}

export async function insertEndpoint(
  db: Queryable,
  row: Pick<EndpointRow, 'id' | 'retailerId' | 'url' | 'events' | 'secret' | 'createdAt' | 'mac'>,
): Promise<EndpointRow> {
  const { id, retailerId, url, events, secret, createdAt, mac } = row
  const [added] = await db.run<EndpointRow>(INSERT, [id, retailerId, url, events, secret, createdAt, mac])
  if (added === undefined) throw new Error('an endpoint was not written')
  return added
}

export function listEndpoints(db: Queryable, retailerId: string): Promise<EndpointRow[]> {
  return db.run<EndpointRow>(LIST, [retailerId])
}

function listLivingEndpoints(db: Queryable): Promise<EndpointRow[]> {
  return db.run<EndpointRow>(LIST_LIVING, [])
}

export async function findEndpoint(
  db: Queryable,
  retailerId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await db.run<EndpointRow>(FIND, [retailerId, id]))[0]
}

export async function deleteEndpoint(db: Queryable, retailerId: string, id: string): Promise<boolean> {
  return (await db.run(DELETE, [retailerId, id])).length > 0
}

export async function replaceSecret(
  db: Queryable,
  retailerId: string,
  id: string,
  { secret, previousUntil }: { readonly secret: Buffer; readonly previousUntil: Date },
): Promise<EndpointRow | undefined> {
  return (await db.run<EndpointRow>(ROTATE, [retailerId, id, secret, previousUntil]))[0]
}

/** Undefined when it was deleted meanwhile. */
export async function changeEndpoint(
  db: Queryable,
  { id, retailerId, url, events, mac }: Pick<EndpointRow, 'id' | 'retailerId' | 'url' | 'events' | 'mac'>,
): Promise<EndpointRow | undefined> {
  return (await db.run<EndpointRow>(CHANGE, [retailerId, id, url, events, mac]))[0]
}

/** Pending deliveries continue. Events from the disabled time were not addressed to it, but can be replayed. */
export async function enableEndpoint(
  db: Queryable,
  retailerId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await db.run<EndpointRow>(ENABLE, [retailerId, id]))[0]
}

/** Undefined when the endpoint was not enabled. */
export async function disableEndpoint(
  db: Queryable,
  id: string,
  { at, reason }: { readonly at: Date; readonly reason: DisabledReason },
): Promise<EndpointRow | undefined> {
  return (await db.run<EndpointRow>(DISABLE, [id, at, reason]))[0]
}

/** Undefined `since`: it has succeeded again. */
export async function noteFailing(db: Queryable, id: string, since: Date | undefined): Promise<void> {
  await db.run(NOTE_FAILING, [id, since ?? null])
}

export async function countDisabledEndpoints(db: Queryable): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_DISABLED, []))[0]?.count ?? 0
}

type CoveredEndpoint = Pick<EndpointRow, 'id' | 'retailerId' | 'url' | 'events' | 'createdAt'>

/** Covers owner, events and address. Secrets are sealed for this id; the enabled state gives no right. */
export const endpointMac = defineMac('webhook_endpoints', (row: CoveredEndpoint) => [
  row.id,
  row.retailerId,
  row.url,
  row.events,
  row.createdAt,
])

export async function listForgedEndpointIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  return (await listLivingEndpoints(db))
    .filter(row => !endpointMac.isGenuine(secrets, row))
    .map(({ id }) => id)
}
