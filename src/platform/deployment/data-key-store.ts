import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'
import type { Queryable, Statement } from '../db/database.ts'

export interface DataKeyRow {
  readonly id: number
  /** Null for the first, which derives from the root key. */
  readonly wrappedBy: Buffer | null
  readonly box: Buffer | null
  readonly announcedAt: Date
  readonly activeAt: Date | null
  readonly retiredAt: Date | null
}

const LIST: Statement = {
  name: 'data-keys.list',
  text: `SELECT id, wrapped_by, box, announced_at, active_at,
      retired_at
    FROM data_keys ORDER BY id`,
}
const INSERT_FIRST: Statement = {
  name: 'data-keys.insert-first',
  text: 'INSERT INTO data_keys (id, announced_at, active_at) VALUES (1, $1, $1) ON CONFLICT (id) DO NOTHING',
}
const INSERT: Statement = {
  name: 'data-keys.insert',
  text: `INSERT INTO data_keys (id, wrapped_by, box, announced_at) VALUES ($1, $2, $3, $4)`,
}
const REWRAP: Statement = {
  name: 'data-keys.rewrap',
  text: 'UPDATE data_keys SET wrapped_by = $2, box = $3 WHERE id = $1',
}
const ACTIVATE: Statement = {
  name: 'data-keys.activate',
  text: 'UPDATE data_keys SET active_at = $2 WHERE id = $1 AND active_at IS NULL',
}
const RETIRE: Statement = {
  name: 'data-keys.retire',
  text: 'UPDATE data_keys SET retired_at = $2 WHERE id < $1 AND retired_at IS NULL',
}
const DELETE: Statement = {
  name: 'data-keys.delete',
  text: 'DELETE FROM data_keys WHERE id = $1 AND id > 1 AND retired_at IS NOT NULL',
}

export function listDataKeys(db: Queryable): Promise<DataKeyRow[]> {
  return db.run<DataKeyRow>(LIST, [])
}

export async function insertFirstKey(db: Queryable, now: Date): Promise<void> {
  await db.run(INSERT_FIRST, [now])
}

export async function insertDataKey(db: Queryable, id: number, key: WrappedKey, now: Date): Promise<void> {
  await db.run(INSERT, [id, key.wrappedBy, key.box, now])
}

export async function rewrapDataKey(db: Queryable, id: number, key: WrappedKey): Promise<void> {
  await db.run(REWRAP, [id, key.wrappedBy, key.box])
}

export async function activateDataKey(db: Queryable, id: number, now: Date): Promise<void> {
  await db.run(ACTIVATE, [id, now])
}

/** Retires the keys before this one. */
export async function retireBefore(db: Queryable, id: number, now: Date): Promise<void> {
  await db.run(RETIRE, [id, now])
}

export async function deleteDataKey(db: Queryable, id: number): Promise<void> {
  await db.run(DELETE, [id])
}

const KEY_BYTES = 32
const ID_BYTES = 16

/** A key, sealed under an ENCRYPTION_KEY. */
export interface WrappedKey {
  /** Tells under which one. */
  readonly wrappedBy: Buffer
  readonly box: Buffer
}

export function wrapKey(encryptionKey: Buffer, context: string, key: Buffer): WrappedKey {
  return {
    wrappedBy: computeWrapperId(encryptionKey),
    box: seal(deriveWrappingKey(encryptionKey), context, key),
  }
}

/** Undefined when it was wrapped under another key, or changed. */
export function unwrapKey(
  encryptionKey: Buffer,
  context: string,
  { wrappedBy, box }: WrappedKey,
): Buffer | undefined {
  if (!wrappedBy.equals(computeWrapperId(encryptionKey))) return undefined
  try {
    return open(deriveWrappingKey(encryptionKey), context, box)
  } catch {
    return undefined
  }
}

export const computeWrapperId = (key: Buffer): Buffer => derive(key, 'keyring-id').subarray(0, ID_BYTES)

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'crediario', purpose, KEY_BYTES))
const deriveWrappingKey = (key: Buffer): KeyObject => createSecretKey(derive(key, 'keyring-wrapping'))
