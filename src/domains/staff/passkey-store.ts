import { describeVersion, ENDED, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { PasskeyRow } from '../sign-in/index.ts'

const COLUMNS = `id, person_id AS owner_id, credential_id, public_key, counter, label, mac,
  created_at, last_used_at, ${latestVersion('staff_passkeys', 'id')} IS NOT NULL AS was_removed`

const REMOVED = describeVersion('staff_passkeys', ENDED)

const INSERT_PASSKEY: Statement = {
  name: 'staff-passkeys.insert',
  text: `INSERT INTO staff_passkeys (id, person_id, credential_id, public_key, counter, label, mac, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
}
const LIST_OF_PERSON: Statement = {
  name: 'staff-passkeys.list',
  text: `SELECT ${COLUMNS} FROM staff_passkeys WHERE person_id = $1 ORDER BY id`,
}
const SELECT_BY_CREDENTIAL: Statement = {
  name: 'staff-passkeys.find',
  text: `SELECT ${COLUMNS} FROM staff_passkeys WHERE credential_id = $1`,
}
/* An authenticator that counts has counted further, unless there are two of it. */
const USE_PASSKEY: Statement = {
  name: 'staff-passkeys.use',
  text: `UPDATE staff_passkeys SET counter = $2, last_used_at = $3
    WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
}
const DELETE_PASSKEY: Statement = {
  name: 'staff-passkeys.delete',
  text: `WITH removed AS (DELETE FROM staff_passkeys WHERE person_id = $1 AND id = $2 RETURNING id)
    SELECT ${noteVersion('staff_passkeys', 'r.id', '$3')} AS is_noted FROM removed r`,
}
const DELETE_OF_PERSON: Statement = {
  name: 'staff-passkeys.delete-all',
  text: `WITH removed AS (DELETE FROM staff_passkeys WHERE person_id = $1 RETURNING id)
    SELECT ${noteVersion('staff_passkeys', 'r.id', '$2')} AS is_noted FROM removed r`,
}
/** Returns false when the credential is registered already. */
export async function insertPasskey(
  tx: Transaction,
  row: Omit<PasskeyRow, 'lastUsedAt' | 'wasRemoved'>,
): Promise<boolean> {
  const { id, ownerId, credentialId, publicKey, counter, label, mac, createdAt } = row
  const values = [id, ownerId, credentialId, publicKey, counter, label, mac, createdAt]
  return (await tx.run(INSERT_PASSKEY, values)).length === 1
}

export function listPasskeyRows(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return db.run<PasskeyRow>(LIST_OF_PERSON, [personId])
}

export async function findPasskeyRow(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return (await db.run<PasskeyRow>(SELECT_BY_CREDENTIAL, [credentialId]))[0]
}

/** Returns false when the authenticator's own count has not grown, or the key was removed meanwhile. */
export async function usePasskey(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  return (await tx.run(USE_PASSKEY, [id, counter, now])).length === 1
}

/** Returns false when the person has no such key. */
export async function deletePasskey(tx: Transaction, personId: string, id: string): Promise<boolean> {
  return (await tx.run(DELETE_PASSKEY, [personId, id, REMOVED])).length === 1
}

export async function deletePasskeysOf(tx: Transaction, personId: string): Promise<void> {
  await tx.run(DELETE_OF_PERSON, [personId, REMOVED])
}
