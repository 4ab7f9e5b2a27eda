import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { KeyKind } from './api-key.ts'

export interface Retailer {
  readonly id: string
  readonly name: string
  readonly gracePeriodEnabled: boolean
  readonly retentionEnabled: boolean
  readonly insuranceEnabled: boolean
  readonly scriptEnabled: boolean
  /** Its keys are published: anybody may sell in its name. */
  readonly isPublished: boolean
  /** The issuer of its invoices, 14 characters; without it no invoice is validated automatically. */
  readonly cnpj?: string | null | undefined
}

export interface ApiKeyRow extends ApiKey {
  readonly keyHash: Buffer
  readonly mac: Buffer | null
  /** How often its end was moved. */
  readonly version: number
  /** A newer version, or the revocation, is in the audit log, whatever the row says. */
  readonly isOutdated: boolean
}

export interface ApiKey {
  readonly id: string
  readonly retailerId: string
  readonly kind: KeyKind
  readonly hint: string
  readonly scopes: readonly string[]
  readonly rateLimitPerSecond: number | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** The version of the interface that it was made under. */
  readonly apiVersion: string
}

const RETAILER_COLUMNS = `r.id, r.name, r.grace_period_enabled, r.retention_enabled,
  r.insurance_enabled, r.script_enabled, r.is_demonstration AS is_published, r.cnpj`
const KEY_COLUMNS = `k.id, k.retailer_id, k.kind, k.hint, k.scopes, k.rate_limit_per_second,
  k.created_at, k.expires_at, k.revoked_at,
  k.key_hash, k.mac, k.api_version, k.version,
  coalesce(${latestVersion('api_keys', 'k.id')} > k.version, false) AS is_outdated`
/** Later than every version. Keys revoked before keys had versions are noted with 1, which is later than theirs. */
const REVOKED = 999_999_999

const INSERT_RETAILER: Statement = {
  name: 'retailers.insert',
  text: `INSERT INTO retailers (id, name, grace_period_enabled, retention_enabled, insurance_enabled, script_enabled, is_demonstration, created_at, cnpj)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
}
const SELECT_RETAILER: Statement = {
  name: 'retailers.find',
  text: `SELECT ${RETAILER_COLUMNS} FROM retailers r WHERE r.id = $1`,
}
const LIST_RETAILERS: Statement = {
  name: 'retailers.list',
  text: `SELECT ${RETAILER_COLUMNS} FROM retailers r ORDER BY r.created_at, r.id`,
}
const INSERT_KEY: Statement = {
  name: 'api-keys.insert',
  text: `INSERT INTO api_keys (id, retailer_id, kind, key_hash, hint, scopes, rate_limit_per_second, created_at, expires_at, mac, api_version,
      public_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (key_hash) DO NOTHING`,
}
const SELECT_KEY_BY_HASH: Statement = {
  name: 'api-keys.find-by-hash',
  text: `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.key_hash = $1`,
}
const SELECT_KEY: Statement = {
  name: 'api-keys.find',
  text: `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.id = $1`,
}
const LIST_KEYS: Statement = {
  name: 'api-keys.list',
  text: `SELECT ${KEY_COLUMNS}, u.used_at FROM api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id
    WHERE $1::text IS NULL OR k.retailer_id = $1 ORDER BY k.retailer_id, k.created_at, k.id`,
}
const MOVE_KEY_END: Statement = {
  name: 'api-keys.move-end',
  text: `WITH moved AS (
      UPDATE api_keys SET expires_at = $2, version = $3, mac = $4
      WHERE id = $1 AND version = $3 - 1 AND revoked_at IS NULL RETURNING id
    ) SELECT m.id, ${noteVersion('api_keys', 'm.id', '$5')} AS is_noted FROM moved m`,
}
const LIST_PUBLISHABLE: Statement = {
  name: 'api-keys.list-publishable',
  text: `SELECT ${KEY_COLUMNS}, k.public_text FROM api_keys k
    WHERE k.retailer_id = $1 AND k.kind = 'publishable' AND k.public_text IS NOT NULL AND k.revoked_at IS NULL
    ORDER BY k.created_at DESC, k.id DESC`,
}
/* Without its MAC the key stays refused, even if somebody takes the date away again. */
const REVOKE_KEY: Statement = {
  name: 'api-keys.revoke',
  text: `WITH revoked AS (
      UPDATE api_keys SET revoked_at = $2, mac = NULL WHERE id = $1 AND revoked_at IS NULL RETURNING id
    ) SELECT r.id, ${noteVersion('api_keys', 'r.id', '$3')} AS is_noted FROM revoked r`,
}
const INSERT_ORIGIN: Statement = {
  name: 'retailer-origins.insert',
  text: `INSERT INTO retailer_origins (retailer_id, origin, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (retailer_id, origin) DO NOTHING`,
}
const DELETE_ORIGIN: Statement = {
  name: 'retailer-origins.delete',
  text: 'DELETE FROM retailer_origins WHERE retailer_id = $1 AND origin = $2 RETURNING origin',
}
const LIST_ORIGINS: Statement = {
  name: 'retailer-origins.list',
  text: 'SELECT o.origin FROM retailer_origins o WHERE o.retailer_id = $1 ORDER BY o.origin',
}
const INSERT_SCHEME: Statement = {
  name: 'retailer-schemes.insert',
  text: `INSERT INTO retailer_schemes (retailer_id, scheme, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (retailer_id, scheme) DO NOTHING`,
}
const DELETE_SCHEME: Statement = {
  name: 'retailer-schemes.delete',
  text: 'DELETE FROM retailer_schemes WHERE retailer_id = $1 AND scheme = $2 RETURNING scheme',
}
const LIST_SCHEMES: Statement = {
  name: 'retailer-schemes.list',
  text: 'SELECT s.scheme FROM retailer_schemes s WHERE s.retailer_id = $1 ORDER BY s.scheme',
}

export async function insertRetailer(db: Queryable, retailer: Retailer, now: Date): Promise<void> {
  const r = retailer
  await db.run(INSERT_RETAILER, [
    r.id,
    r.name,
    r.gracePeriodEnabled,
    r.retentionEnabled,
    r.insuranceEnabled,
    r.scriptEnabled,
    r.isPublished,
    now,
    r.cnpj ?? null,
  ])
}

export async function findRetailer(db: Queryable, id: string): Promise<Retailer | undefined> {
  return (await db.run<Retailer>(SELECT_RETAILER, [id]))[0]
}

export function listRetailers(db: Queryable): Promise<Retailer[]> {
  return db.run<Retailer>(LIST_RETAILERS, [])
}

export async function insertKey(
  db: Queryable,
  key: Omit<ApiKeyRow, 'revokedAt' | 'version' | 'isOutdated'>,
  publicText: string | null,
): Promise<void> {
  await db.run(INSERT_KEY, [
    key.id,
    key.retailerId,
    key.kind,
    key.keyHash,
    key.hint,
    key.scopes,
    key.rateLimitPerSecond,
    key.createdAt,
    key.expiresAt,
    key.mac,
    key.apiVersion,
    publicText,
  ])
}

export interface PublishableKeyRow extends ApiKeyRow {
  readonly publicText: string
}

/** The newest first. */
export function listPublishableKeys(db: Queryable, retailerId: string): Promise<PublishableKeyRow[]> {
  return db.run<PublishableKeyRow>(LIST_PUBLISHABLE, [retailerId])
}

export async function findKeyByHash(db: Queryable, keyHash: Buffer): Promise<ApiKeyRow | undefined> {
  return (await db.run<ApiKeyRow>(SELECT_KEY_BY_HASH, [keyHash]))[0]
}

export async function findKey(db: Queryable, id: string): Promise<ApiKeyRow | undefined> {
  return (await db.run<ApiKeyRow>(SELECT_KEY, [id]))[0]
}

export function listKeys(
  db: Queryable,
  retailerId: string | undefined,
): Promise<(ApiKeyRow & { readonly usedAt: Date | null })[]> {
  return db.run(LIST_KEYS, [retailerId ?? null])
}

/** False when somebody else changed the key meanwhile. */
export async function moveKeyEnd(
  db: Queryable,
  { id, expiresAt, version, mac }: Pick<ApiKeyRow, 'id' | 'expiresAt' | 'version' | 'mac'>,
): Promise<boolean> {
  const note = describeVersion('api_keys', version)
  return (await db.run(MOVE_KEY_END, [id, expiresAt, version, mac, note])).length > 0
}

/** Returns false when the key is unknown or already revoked: the first revocation time is kept. */
export async function revokeKey(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (await db.run(REVOKE_KEY, [id, now, describeVersion('api_keys', REVOKED)])).length > 0
}

export async function insertOrigin(
  db: Queryable,
  retailerId: string,
  origin: string,
  now: Date,
): Promise<void> {
  await db.run(INSERT_ORIGIN, [retailerId, origin, now])
}

/** False when it was not there. */
export async function deleteOrigin(db: Queryable, retailerId: string, origin: string): Promise<boolean> {
  return (await db.run(DELETE_ORIGIN, [retailerId, origin])).length > 0
}

export async function listOrigins(db: Queryable, retailerId: string): Promise<string[]> {
  return (await db.run<{ origin: string }>(LIST_ORIGINS, [retailerId])).map(({ origin }) => origin)
}

export async function insertScheme(
  db: Queryable,
  retailerId: string,
  scheme: string,
  now: Date,
): Promise<void> {
  await db.run(INSERT_SCHEME, [retailerId, scheme, now])
}

/** False when it was not there. */
export async function deleteScheme(db: Queryable, retailerId: string, scheme: string): Promise<boolean> {
  return (await db.run(DELETE_SCHEME, [retailerId, scheme])).length > 0
}

export async function listSchemes(db: Queryable, retailerId: string): Promise<string[]> {
  return (await db.run<{ scheme: string }>(LIST_SCHEMES, [retailerId])).map(({ scheme }) => scheme)
}
