import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'
import { deriveSecrets } from '../crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../db/database.ts'

const KEY_BYTES = 32
const ID_BYTES = 16
const CONTEXT = 'keyring'

const LIST: Statement = { name: 'keyring.list', text: 'SELECT key_id AS "keyId", box FROM keyring' }
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

interface KeyringRow {
  readonly keyId: Buffer
  readonly box: Buffer
}

export interface Keyring {
  /** All other secrets are derived from it; it stays the same when ENCRYPTION_KEY is exchanged. */
  readonly rootKey: Buffer
  /** Which of the two configured keys opens it: while it is the previous one, that one is still needed. */
  readonly openedBy: 'current' | 'previous'
  /** Whether the root key is, or was, an ENCRYPTION_KEY: then whoever has that one can still read the data. */
  readonly rootWasConfigured: boolean
  /** Wraps the root key under the current ENCRYPTION_KEY only. Repeatable: one transaction. */
  rotate(now: Date): Promise<void>
}

export interface ConfiguredKeys {
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
    const rows = await tx.run<KeyringRow>(LIST, [])
    if (rows.length > 0) return findWrapped(rows, keys)
    const [deployment] = await tx.run<{ fingerprint: Buffer }>(READ_FINGERPRINT, [])
    if (deployment !== undefined) return findPlain(deployment.fingerprint, keys)
    if (!keys.ownRootKey) return { rootKey: keys.current, openedBy: 'current' } as const
    const rootKey = randomBytes(KEY_BYTES)
    await insert(tx, keys.current, rootKey, now)
    return { rootKey, openedBy: 'current' } as const
  })
  return (
    found && {
      ...found,
      rootWasConfigured: [keys.current, keys.previous].some(key => key?.equals(found.rootKey)),
      rotate: at =>
        database.transaction(async tx => {
          await tx.run(LOCK, [KEYRING_LOCK])
          await insert(tx, keys.current, found.rootKey, at)
          await tx.run(DELETE_OTHERS, [computeKeyId(keys.current)])
        }),
    }
  )
}

type Found = Pick<Keyring, 'rootKey' | 'openedBy'> | undefined

function findWrapped(rows: readonly KeyringRow[], { current, previous }: ConfiguredKeys): Found {
  for (const [openedBy, key] of [
    ['current', current],
    ['previous', previous],
  ] as const) {
    const row = key && rows.find(({ keyId }) => keyId.equals(computeKeyId(key)))
    const rootKey = key && row && findRootKey(key, row)
    if (rootKey) return { rootKey, openedBy }
  }
  return undefined
}

/** Undefined for a box that was changed: the program refuses to start in one sentence. */
function findRootKey(key: Buffer, { box }: KeyringRow): Buffer | undefined {
  try {
    return open(deriveWrappingKey(key), CONTEXT, box)
  } catch {
    return undefined
  }
}

/** A database of an earlier version, or of homologation: its root key is the ENCRYPTION_KEY that wrote it. */
function findPlain(fingerprint: Buffer, { current, previous }: ConfiguredKeys): Found {
  const wrote = (key: Buffer): boolean => deriveSecrets(key).fingerprint.equals(fingerprint)
  if (wrote(current)) return { rootKey: current, openedBy: 'current' }
  return previous && wrote(previous) ? { rootKey: previous, openedBy: 'previous' } : undefined
}

async function insert(db: Queryable, key: Buffer, rootKey: Buffer, now: Date): Promise<void> {
  await db.run(INSERT, [computeKeyId(key), seal(deriveWrappingKey(key), CONTEXT, rootKey), now])
}

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'crediario', purpose, KEY_BYTES))
const deriveWrappingKey = (key: Buffer): KeyObject => createSecretKey(derive(key, 'keyring-wrapping'))
const computeKeyId = (key: Buffer): Buffer => derive(key, 'keyring-id').subarray(0, ID_BYTES)
