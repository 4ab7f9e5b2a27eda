import { RequestError } from '../../contract/errors.ts'
import { PUBLISHABLE_SCOPES, type Scope, SECRET_SCOPES, USUAL_SCOPES } from '../../contract/scopes.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { VERSIONS } from '../../contract/versions.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { ShortCache } from '../../kernel/short-cache.ts'
import { isForgeryOf, type ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import {
  computeKeyMac,
  describeApiKey,
  type Environment,
  isKeyGenuine,
  type KeyKind,
  newApiKey,
} from './api-key.ts'
import { findTerms } from './change-terms.ts'
import { type ParsedOrigin, type ParsedScheme, parseOrigin, parseScheme } from './origin.ts'
import {
  type ApiKey,
  type ApiKeyRow,
  deleteOrigin,
  deleteScheme,
  findKey,
  findKeyByHash,
  findRetailer,
  insertKey,
  insertOrigin,
  insertRetailer,
  insertScheme,
  listKeys,
  listOrigins,
  listPublishableKeys,
  listRetailers,
  listSchemes,
  moveKeyEnd,
  type Retailer,
  revokeKey,
} from './store.ts'
import { findTheme } from './theme.ts'
import { findLogoFile, type LogoFile } from './theme-store.ts'

/** A retailer as it is today. */
export interface RegisteredRetailer extends Retailer {
  /** The legal name of the company, where known. */
  readonly legalName: string | undefined
  /** It sells nothing until the suspension is lifted; existing purchases continue. */
  readonly isSuspended: boolean
}

/** Refuses what leads to a new purchase of a suspended retailer. */
export function checkSelling({ isSuspended }: Pick<RegisteredRetailer, 'isSuspended'>): void {
  if (isSuspended) throw new RequestError('retailer_suspended')
}

/** The caller: the presented key and its owner. */
export interface KeyHolder {
  readonly keyId: string
  readonly retailerId: string
  readonly scopes: readonly string[]
  readonly rateLimitPerSecond: number
  readonly apiVersion: string
}

export interface NewKey {
  readonly retailerId: string
  readonly kind: KeyKind
  readonly scopes?: readonly Scope[] | undefined
  readonly expiresAt?: Date | undefined
  readonly rateLimitPerSecond?: number | undefined
  /** The current one when absent. */
  readonly apiVersion?: string | undefined
  /** A key that is published; all others are generated randomly. */
  readonly key?: string | undefined
}

export interface IssuedKey {
  readonly id: string
  readonly key: string
}

interface ListedKey extends ApiKey {
  readonly isGenuine: boolean
  readonly usedAt: Date | null
}

/** Where the change is made, and the retailer whose key it must be. */
interface KeyChange {
  readonly on?: Queryable
  readonly retailerId?: string
}

export interface Retailers {
  findKeyHolder(key: string): Promise<KeyHolder | undefined>
  /** A change of its terms takes effect within 5 seconds. */
  getRetailer(id: string): Promise<RegisteredRetailer>
  listRetailers(): Promise<Retailer[]>
  createRetailer(retailer: Retailer): Promise<void>
  /** A secret key is only in this result; it is not stored. */
  issueKey(wanted: NewKey, on?: Queryable): Promise<IssuedKey>
  /**
   * Issues a second key with the same rights; undefined when there is no such live key. The first one stays valid until it is
   * revoked, or until `oldEndsAt`.
   */
  rotateKey(keyId: string, change?: KeyChange & { readonly oldEndsAt?: Date }): Promise<IssuedKey | undefined>
  listKeys(retailerId: string | undefined): Promise<ListedKey[]>
  /** False when there is no such live key. */
  revokeKey(keyId: string, change?: KeyChange): Promise<boolean>
  /** The newest living key for pages, as it is written there; undefined also where all are from before their text was kept. */
  findPublishableKey(retailerId: string, on?: Queryable): Promise<string | undefined>
  /** Origins whose pages may use the retailer's publishable keys; a change takes effect within 5 seconds. */
  allowOrigin(retailerId: string, text: string, on?: Queryable): Promise<ParsedOrigin>
  /** False when it was not allowed. */
  removeOrigin(retailerId: string, origin: string, on?: Queryable): Promise<boolean>
  listOrigins(retailerId: string): Promise<string[]>
  isOriginAllowed(retailerId: string, origin: string): Promise<boolean>
  /** Schemes of the retailer's own apps, to which its payment links may lead back. */
  allowScheme(retailerId: string, text: string): Promise<ParsedScheme>
  /** False when it was not allowed. */
  removeScheme(retailerId: string, scheme: string): Promise<boolean>
  listSchemes(retailerId: string): Promise<string[]>
  /** How its customers' pages look; a change takes effect within 5 seconds. */
  findTheme(retailerId: string): Promise<RetailerTheme>
  /** By the hash in its address; anybody may ask. */
  findLogo(hash: string): Promise<LogoFile | undefined>
}

/** By the kind of a key, whatever its row says: a key in a page never gets the rights of a server key. */
function chooseScopes({ kind, scopes }: Pick<ApiKeyRow, 'kind' | 'scopes'>): readonly Scope[] {
  return kind === 'publishable' ? PUBLISHABLE_SCOPES : SECRET_SCOPES.filter(scope => scopes.includes(scope))
}

/** A revocation must reach every process within 5 seconds; the rest is left for the query itself. */
const CACHE_MS = 4_000
const CACHED_KEYS = 10_000
/** A logo never changes under its hash; some megabytes in all. */
const LOGO_CACHE_MS = 600_000
const CACHED_LOGOS = 100

export function createRetailers(context: {
  database: Database
  secrets: Secrets
  environment: Environment
  /** Never moved: a key is valid exactly until its announced expiry. */
  realClock: Clock
  defaultRateLimitPerSecond: number
  /** Of publishable keys, which all visitors of a shop share. */
  storefrontRateLimitPerSecond: number
  reportForgery: ReportForgery
}): Retailers {
  const { database, secrets, environment, realClock } = context
  const keys = new ShortCache<ApiKeyRow | undefined>(CACHE_MS, CACHED_KEYS)
  const retailers = new ShortCache<RegisteredRetailer | undefined>(CACHE_MS, CACHED_KEYS)
  const origins = new ShortCache<ReadonlySet<string>>(CACHE_MS, CACHED_KEYS)
  const themes = new ShortCache<RetailerTheme>(CACHE_MS, CACHED_KEYS)
  const logos = new ShortCache<LogoFile | undefined>(LOGO_CACHE_MS, CACHED_LOGOS)

  function isLiving({ revokedAt, expiresAt }: ApiKey): boolean {
    return revokedAt === null && (expiresAt === null || expiresAt > realClock.now())
  }

  function getDefaultLimit(kind: KeyKind): number {
    return kind === 'publishable' ? context.storefrontRateLimitPerSecond : context.defaultRateLimitPerSecond
  }

  async function issueKey(wanted: NewKey, on: Queryable = database): Promise<IssuedKey> {
    const now = realClock.now()
    const key = wanted.key ?? newApiKey(wanted.kind, environment)
    const id = newId(now.getTime())
    const row = {
      id,
      retailerId: wanted.retailerId,
      kind: wanted.kind,
      keyHash: secrets.hashApiKey(key),
      hint: describeApiKey(key),
      scopes: chooseScopes({ kind: wanted.kind, scopes: wanted.scopes ?? USUAL_SCOPES }),
      rateLimitPerSecond: wanted.rateLimitPerSecond ?? null,
      createdAt: now,
      expiresAt: wanted.expiresAt ?? null,
      apiVersion: wanted.apiVersion ?? VERSIONS.current,
    }
    const publicText = wanted.kind === 'publishable' ? key : null
    const mac = computeKeyMac(secrets, { ...row, version: 0 })
    await insertKey(on, { ...row, mac }, publicText)
    return { id, key }
  }

  /** Only towards now: a key never lives longer than what was announced. */
  async function endKey(on: Queryable, old: ApiKeyRow, endsAt: Date): Promise<boolean> {
    if (old.expiresAt !== null && old.expiresAt <= endsAt) return true
    if (endsAt <= realClock.now()) return revokeKey(on, old.id, realClock.now())
    const row = { ...old, expiresAt: endsAt, version: old.version + 1 }
    return moveKeyEnd(on, { ...row, mac: computeKeyMac(secrets, row) })
  }

  async function findOwnKey(
    keyId: string,
    { on = database, retailerId }: KeyChange,
  ): Promise<ApiKeyRow | undefined> {
    const row = await findKey(on, keyId)
    return row === undefined || (retailerId !== undefined && row.retailerId !== retailerId) ? undefined : row
  }

  /** A row that was made or changed by SQL gives no right; its key is answered like an unknown one. */
  async function findGenuine(load: Promise<ApiKeyRow | undefined>): Promise<ApiKeyRow | undefined> {
    const row = await load
    if (row === undefined || row.revokedAt !== null || isKeyGenuine(secrets, row)) return row
    await context.reportForgery('api_keys', row.id)
    return undefined
  }

  /** A retailer whose terms somebody wrote without the program may not sell. */
  async function loadRetailer(id: string): Promise<RegisteredRetailer | undefined> {
    const retailer = await findRetailer(database, id)
    if (retailer === undefined) return undefined
    try {
      const terms = await findTerms(database, secrets, id)
      const { legalName, cnpj = retailer.cnpj, suspension } = terms ?? {}
      return { ...retailer, cnpj, legalName, isSuspended: suspension !== undefined }
    } catch (error) {
      if (!isForgeryOf(error, 'retailer_terms')) throw error
      await context.reportForgery('retailer_terms', id)
      return { ...retailer, legalName: undefined, isSuspended: true }
    }
  }

  return {
    issueKey,

    async findKeyHolder(key) {
      const row = await keys.get(key, () => findGenuine(findKeyByHash(database, secrets.hashApiKey(key))))
      if (row === undefined) {
        // Unknown keys are not cached: one may be issued in the next second, and strangers must not fill the cache.
        keys.forget(key)
        return undefined
      }
      if (!isLiving(row)) return undefined
      return {
        keyId: row.id,
        retailerId: row.retailerId,
        scopes: chooseScopes(row),
        rateLimitPerSecond: row.rateLimitPerSecond ?? getDefaultLimit(row.kind),
        apiVersion: row.apiVersion,
      }
    },

    async getRetailer(id) {
      const retailer = await retailers.get(id, () => loadRetailer(id))
      if (retailer === undefined) throw new Error(`retailer ${id} does not exist`)
      return retailer
    },

    async rotateKey(keyId, change = {}) {
      const { on = database, oldEndsAt } = change
      const old = await findGenuine(findOwnKey(keyId, change))
      if (old === undefined || !isLiving(old)) return undefined
      if (oldEndsAt !== undefined && !(await endKey(on, old, oldEndsAt))) return undefined
      const wanted = {
        retailerId: old.retailerId,
        kind: old.kind,
        scopes: chooseScopes(old),
        expiresAt: old.expiresAt ?? undefined,
        rateLimitPerSecond: old.rateLimitPerSecond ?? undefined,
        // Another key must not change what its holder's program gets.
        apiVersion: old.apiVersion,
      }
      return issueKey(wanted, on)
    },

    listRetailers: () => listRetailers(database),
    createRetailer: retailer => insertRetailer(database, retailer, realClock.now()),
    async listKeys(retailerId) {
      const rows = await listKeys(database, retailerId)
      return rows.map(row => ({ ...row, isGenuine: row.revokedAt !== null || isKeyGenuine(secrets, row) }))
    },

    async findPublishableKey(retailerId, on = database) {
      // The hash is covered by the MAC and the text is not: a text that somebody else wrote does not fit.
      const rows = await listPublishableKeys(on, retailerId)
      return rows.find(
        row =>
          isLiving(row) &&
          isKeyGenuine(secrets, row) &&
          secrets.hashApiKey(row.publicText).equals(row.keyHash),
      )?.publicText
    },

    async revokeKey(keyId, change = {}) {
      const { on = database } = change
      const row = await findOwnKey(keyId, change)
      return row !== undefined && revokeKey(on, keyId, realClock.now())
    },

    async allowOrigin(retailerId, text, on = database) {
      const parsed = parseOrigin(text, environment)
      if ('origin' in parsed) await insertOrigin(on, retailerId, parsed.origin, realClock.now())
      return parsed
    },

    removeOrigin: (retailerId, origin, on = database) => deleteOrigin(on, retailerId, origin),
    listOrigins: retailerId => listOrigins(database, retailerId),

    async allowScheme(retailerId, text) {
      const parsed = parseScheme(text)
      if ('scheme' in parsed) await insertScheme(database, retailerId, parsed.scheme, realClock.now())
      return parsed
    },

    removeScheme: (retailerId, scheme) => deleteScheme(database, retailerId, scheme),
    listSchemes: retailerId => listSchemes(database, retailerId),
    findTheme: retailerId => themes.get(retailerId, () => findTheme(database, retailerId)),

    async findLogo(hash) {
      const logo = await logos.get(hash, () => findLogoFile(database, hash))
      if (logo === undefined) logos.forget(hash)
      return logo
    },

    async isOriginAllowed(retailerId, origin) {
      const allowed = await origins.get(
        retailerId,
        async () => new Set(await listOrigins(database, retailerId)),
      )
      return allowed.has(origin)
    },
  }
}
