import { takeRandomBytes } from '../crypto/random-bytes.ts'
import type { Queryable, Statement, Transaction } from '../db/database.ts'

const SALT_BYTES = 16

const SELECT: Statement = {
  name: 'file-keys.find',
  text: 'SELECT key_salt AS "keySalt" FROM file_keys WHERE name = $1',
}
const INSERT: Statement = {
  name: 'file-keys.insert',
  text: 'INSERT INTO file_keys (name, key_salt) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
}
const DELETE: Statement = {
  name: 'file-keys.delete',
  text: 'DELETE FROM file_keys WHERE name = ANY ($1)',
}

export async function findFileSalt(db: Queryable, name: string): Promise<Buffer | undefined> {
  return (await db.run<{ keySalt: Buffer }>(SELECT, [name]))[0]?.keySalt
}

/** The salt of this name. When several callers create one at the same time, the first is kept. */
export async function getFileSalt(db: Queryable, name: string): Promise<Buffer> {
  const known = await findFileSalt(db, name)
  if (known !== undefined) return known
  await db.run(INSERT, [name, takeRandomBytes(SALT_BYTES)])
  const kept = await findFileSalt(db, name)
  if (kept === undefined) throw new Error(`file ${name} was forgotten while it was written`)
  return kept
}

/** After this nobody can read these files. The same content, stored again, becomes another file. */
export async function forgetFiles(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.run(DELETE, [names])
}
