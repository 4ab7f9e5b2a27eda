import { randomBytes } from 'node:crypto'
import { createDataKeys, type DataKeys } from '../crypto/data-keys.ts'
import { FIRST_KEY_ID } from '../crypto/sealed-box.ts'
import { deriveSecrets } from '../crypto/secrets.ts'
import type { Database, Queryable, Statement, Transaction } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import {
  activateDataKey,
  computeWrapperId,
  type DataKeyRow,
  deleteDataKey,
  insertDataKey,
  insertFirstKey,
  listDataKeys,
  retireBefore,
  rewrapDataKey,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from './data-key-store.ts'

const KEY_BYTES = 32
const ROOT_CONTEXT = 'keyring'

const LIST: Statement = { name: 'keyring.list', text: 'SELECT key_id AS wrapped_by, box FROM keyring' }
const INSERT: Statement = {
  name: 'keyring.insert',
  text: 'INSERT INTO keyring (key_id, box, created_at) VALUES ($1, $2, $3) ON CONFLICT (key_id) DO NOTHING',
}
const DELETE_OTHERS: Statement = {
  name: 'keyring.delete-others',
  text: 'DELETE FROM keyring WHERE key_id <> $1',
}
const READ_FINGERPRINT: Statement = {
  name: 'keyring.read-fingerprint',
  text: 'SELECT secret_fingerprint AS fingerprint FROM deployment',
}
// Arbitrary, but every process must use the same key.
const KEYRING_LOCK = 4_072_061
const LOCK: Statement = { name: 'keyring.lock', text: 'SELECT pg_advisory_xact_lock($1)' }

export interface Keyring {
  /** Indexes, MACs and hashes derive from it; it stays the same when ENCRYPTION_KEY is exchanged. */
  readonly rootKey: Buffer
  /** Seal the data; another one begins when ENCRYPTION_KEY is exchanged. */
  readonly dataKeys: DataKeys
  /** Which of the two configured keys opens it: while it is the previous one, that one is still needed. */
  readonly openedBy: 'current' | 'previous'
  /** Whether the root key is, or was, an ENCRYPTION_KEY: anybody who has that key has all that derives from it. */
  readonly rootWasConfigured: boolean
  /** Wraps all keys under the current ENCRYPTION_KEY only, and announces a new data key. One transaction. */
  rotate(now: Date): Promise<void>
  /** Learns the data keys that were announced since, and which one to seal with. Returns all of them. */
  refresh(): Promise<readonly DataKeyRow[]>
  /** From here on every program seals with this key. All of them must have learned it. */
  activate(keyId: number, now: Date): Promise<void>
  /** Nothing is sealed under the keys before this one. */
  retireBefore(keyId: number, now: Date): Promise<void>
  /** Removes a retired key for good; the first one stays, because it derives from the root key. */
  remove(keyId: number): Promise<void>
}

interface ConfiguredKeys {
  readonly current: Buffer
  readonly previous: Buffer | undefined
  /** A new database gets a root key of its own, so that ENCRYPTION_KEY can be exchanged for good. */
  readonly ownRootKey: boolean
}

/** Undefined when neither key opens this database. */
export async function openKeyring(
  database: Database,
  keys: ConfiguredKeys,
  now: Date,
): Promise<Keyring | undefined> {
  const found = await database.transaction(async tx => {
    await tx.run(LOCK, [KEYRING_LOCK])
    const rows = await tx.run<WrappedKey>(LIST, [])
    if (rows.length > 0) return findWrapped(rows, keys)
    const [deployment] = await tx.run<{ fingerprint: Buffer }>(READ_FINGERPRINT, [])
    if (deployment !== undefined) return findPlain(deployment.fingerprint, keys)
    if (!keys.ownRootKey) return { rootKey: keys.current, openedBy: 'current' } as const
    const rootKey = randomBytes(KEY_BYTES)
    await insert(tx, keys.current, rootKey, now)
    return { rootKey, openedBy: 'current' } as const
  })
  if (found === undefined) return undefined
  const { rootKey } = found
  const dataKeys = createDataKeys(rootKey)
  const learn = (rows: readonly DataKeyRow[]): void => {
    for (const row of rows) {
      if (dataKeys.knows(row.id)) continue
      const key = unwrapDataKey(keys, row)
      if (key !== undefined) dataKeys.learn(row.id, key)
    }
    const sealingId = findSealingId(rows)
    if (dataKeys.knows(sealingId)) dataKeys.sealWith(sealingId)
  }
  const first = await listDataKeys(database)
  learn(first)
  // Without the key that seals everything, hardly any request could be answered.
  if (!dataKeys.knows(findSealingId(first))) return undefined
  return {
    ...found,
    dataKeys,
    rootWasConfigured: [keys.current, keys.previous].some(key => key?.equals(rootKey)),
    rotate: at =>
      database.transaction(async tx => {
        await tx.run(LOCK, [KEYRING_LOCK])
        await insert(tx, keys.current, rootKey, at)
        await tx.run(DELETE_OTHERS, [computeWrapperId(keys.current)])
        await exchangeDataKeys(tx, keys, at)
      }),
    async refresh() {
      const rows = await listDataKeys(database)
      learn(rows)
      return rows
    },
    activate: (keyId, at) => activateDataKey(database, keyId, at),
    retireBefore: (keyId, at) => retireBefore(database, keyId, at),
    async remove(keyId) {
      await deleteDataKey(database, keyId)
    },
  }
}

/** The newest data key that all programs know. */
function findSealingId(rows: readonly DataKeyRow[]): number {
  return rows.findLast(({ activeAt }) => activeAt !== null)?.id ?? FIRST_KEY_ID
}

async function exchangeDataKeys(tx: Transaction, keys: ConfiguredKeys, now: Date): Promise<void> {
  await insertFirstKey(tx, now)
  const rows = await listDataKeys(tx)
  for (const row of rows) {
    if (row.box === null) continue
    const key = unwrapDataKey(keys, row)
    if (key === undefined) throw new Error(`data key ${row.id} does not open with the keys configured`)
    await rewrapDataKey(tx, row.id, wrapKey(keys.current, composeContext(row.id), key))
  }
  // One that an earlier exchange announced and did not use yet is as secret as the key that wrapped it: not enough.
  const id = (rows.at(-1)?.id ?? FIRST_KEY_ID) + 1
  await insertDataKey(tx, id, wrapKey(keys.current, composeContext(id), randomBytes(KEY_BYTES)), now)
}

function unwrapDataKey({ current, previous }: ConfiguredKeys, row: DataKeyRow): Buffer | undefined {
  const { id, box, wrappedBy } = row
  if (box === null || wrappedBy === null) return undefined
  const wrapped = { box, wrappedBy }
  return (
    unwrapKey(current, composeContext(id), wrapped) ??
    (previous && unwrapKey(previous, composeContext(id), wrapped))
  )
}

const composeContext = (keyId: number): string => `data_keys.box:${keyId}`

type Found = Pick<Keyring, 'rootKey' | 'openedBy'> | undefined

/** Undefined too for a box that was changed: the program refuses to start in one sentence. */
function findWrapped(rows: readonly WrappedKey[], { current, previous }: ConfiguredKeys): Found {
  for (const [openedBy, key] of [
    ['current', current],
    ['previous', previous],
  ] as const) {
    if (key === undefined) continue
    for (const row of rows) {
      const rootKey = unwrapKey(key, ROOT_CONTEXT, row)
      if (rootKey !== undefined) return { rootKey, openedBy }
    }
  }
  return undefined
}

/** A database of an earlier version, or of homologation: its root key is the ENCRYPTION_KEY that wrote it. */
function findPlain(fingerprint: Buffer, { current, previous }: ConfiguredKeys): Found {
  const wrote = (key: Buffer): boolean => deriveSecrets(key).fingerprint.equals(fingerprint)
  if (wrote(current)) return { rootKey: current, openedBy: 'current' }
  return previous && wrote(previous) ? { rootKey: previous, openedBy: 'previous' } : undefined
}

async function insert(db: Queryable, key: Buffer, rootKey: Buffer, now: Date): Promise<void> {
  const { wrappedBy, box } = wrapKey(key, ROOT_CONTEXT, rootKey)
  await db.run(INSERT, [wrappedBy, box, now])
}

/** How often a program looks for new data keys. */
export const FOLLOW_MS = 2_000

/** Learns new data keys for as long as the program runs. Returns the function that stops it. */
export function followDataKeys(keyring: Keyring, log: Log): () => void {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    try {
      const rows = await keyring.refresh()
      const sealingId = findSealingId(rows)
      if (!keyring.dataKeys.knows(rows.at(-1)?.id ?? sealingId))
        log.error('a new data key does not open: start this program with the new ENCRYPTION_KEY')
    } catch (error) {
      // The database is unavailable or a statement was too slow: the next refresh tries again.
      log.warn({ err: error }, 'data keys could not be read')
    } finally {
      isAsking = false
    }
  }, FOLLOW_MS)
  timer.unref()
  return () => clearInterval(timer)
}
