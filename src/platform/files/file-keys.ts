import { createSecretKey, type KeyObject } from 'node:crypto'
import { takeRandomBytes } from '../crypto/random-bytes.ts'
import { FIRST_KEY_ID, open, seal } from '../crypto/sealed-box.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Queryable, Statement } from '../db/database.ts'

const SALT_BYTES = 16
const KEY_BYTES = 32

const SELECT: Statement = {
  name: 'file-keys.find',
  text: 'SELECT key_salt AS "salt", key_box AS "box" FROM file_keys WHERE name = $1',
}
const INSERT: Statement = {
  name: 'file-keys.insert',
  text: 'INSERT INTO file_keys (name, key_salt, key_box) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
}
const DELETE: Statement = {
  name: 'file-keys.delete',
  text: 'DELETE FROM file_keys WHERE name = ANY ($1)',
}

/**
 * A file is never sealed again, wherever it is stored: its key is. Null stands for the key that derives from the first
 * data key and the salt, as all do until there is another data key.
 */
export interface FileKey {
  readonly salt: Buffer
  readonly box: Buffer | null
}

export async function findFileKey(db: Queryable, name: string): Promise<FileKey | undefined> {
  return (await db.run<FileKey>(SELECT, [name]))[0]
}

/** The key of this name. When several callers create one at the same time, the first is kept. */
export async function getFileKey(db: Queryable, secrets: Secrets, name: string): Promise<FileKey> {
  const known = await findFileKey(db, name)
  if (known !== undefined) return known
  const { sealing } = secrets
  const box =
    sealing.sealingId === FIRST_KEY_ID
      ? null
      : seal(sealing, composeKeyContext(name), takeRandomBytes(KEY_BYTES))
  await db.run(INSERT, [name, takeRandomBytes(SALT_BYTES), box])
  const kept = await findFileKey(db, name)
  if (kept === undefined) throw new Error(`file ${name} was forgotten while it was written`)
  return kept
}

export function openFileKey(secrets: Secrets, name: string, { salt, box }: FileKey): KeyObject {
  if (box === null) return secrets.deriveFixedKey(salt)
  return createSecretKey(open(secrets.sealing, composeKeyContext(name), box))
}

export const composeKeyContext = (name: string): string => `file_keys.key_box:${name}`

/** After this nobody can read these files. The same content, stored again, becomes another file. */
export async function forgetFiles(db: Queryable, names: readonly string[]): Promise<void> {
  await db.run(DELETE, [names])
}
