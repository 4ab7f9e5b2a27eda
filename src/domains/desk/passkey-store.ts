import { describeVersion, ENDED, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { Challenge } from './passkey-challenge.ts'

export interface PasskeyRow {
  readonly id: string
  readonly operatorId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly label: Buffer
  readonly mac: Buffer
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** According to the audit log: somebody wrote it back. */
  readonly wasRemoved: boolean
}

const COLUMNS = `id, operator_id AS "operatorId", credential_id AS "credentialId", public_key AS "publicKey", counter, label, mac,
  created_at AS "createdAt", last_used_at AS "lastUsedAt", ${latestVersion('operator_passkeys', 'id')} IS NOT NULL AS "wasRemoved"`

const REMOVED = describeVersion('operator_passkeys', ENDED)

const INSERT_PASSKEY: Statement = {
  name: 'operator-passkeys.insert',
  text: `INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, counter, label, mac, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
}
const LIST_OF_OPERATOR: Statement = {
  name: 'operator-passkeys.list',
  text: `SELECT ${COLUMNS} FROM operator_passkeys WHERE operator_id = $1 ORDER BY id`,
}
const SELECT_BY_CREDENTIAL: Statement = {
  name: 'operator-passkeys.find',
  text: `SELECT ${COLUMNS} FROM operator_passkeys WHERE credential_id = $1`,
}
/* An authenticator that counts has counted further, unless there are two of it. */
const USE_PASSKEY: Statement = {
  name: 'operator-passkeys.use',
  text: `UPDATE operator_passkeys SET counter = $2, last_used_at = $3
    WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
}
const DELETE_PASSKEY: Statement = {
  name: 'operator-passkeys.delete',
  text: `WITH removed AS (DELETE FROM operator_passkeys WHERE operator_id = $1 AND id = $2 RETURNING id)
    SELECT ${noteVersion('operator_passkeys', 'r.id', '$3')} AS "isNoted" FROM removed r`,
}
const DELETE_OF_OPERATOR: Statement = {
  name: 'operator-passkeys.delete-all',
  text: `WITH removed AS (DELETE FROM operator_passkeys WHERE operator_id = $1 RETURNING id)
    SELECT ${noteVersion('operator_passkeys', 'r.id', '$2')} AS "isNoted" FROM removed r`,
}
const USE_CHALLENGE: Statement = {
  name: 'used-passkey-challenges.insert',
  text: `INSERT INTO used_passkey_challenges (nonce, expires_at) VALUES ($1, $2) ON CONFLICT (nonce) DO NOTHING RETURNING nonce`,
}
const REMOVE_OLD: Statement = {
  name: 'used-passkey-challenges.remove-old',
  text: composeRemoval('used_passkey_challenges', 'expires_at'),
}

/** Returns false when the credential is registered already. */
export async function insertPasskey(
  tx: Transaction,
  row: Omit<PasskeyRow, 'lastUsedAt' | 'wasRemoved'>,
): Promise<boolean> {
  const { id, operatorId, credentialId, publicKey, counter, label, mac, createdAt } = row
  const values = [id, operatorId, credentialId, publicKey, counter, label, mac, createdAt]
  return (await tx.run(INSERT_PASSKEY, values)).length === 1
}

export function listPasskeyRows(db: Queryable, operatorId: string): Promise<PasskeyRow[]> {
  return db.run<PasskeyRow>(LIST_OF_OPERATOR, [operatorId])
}

export async function findPasskeyRow(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return (await db.run<PasskeyRow>(SELECT_BY_CREDENTIAL, [credentialId]))[0]
}

/** Returns false when the authenticator's own count has not grown, or the key was removed meanwhile. */
export async function usePasskey(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  return (await tx.run(USE_PASSKEY, [id, counter, now])).length === 1
}

/** Returns false when the operator has no such key. */
export async function deletePasskey(tx: Transaction, operatorId: string, id: string): Promise<boolean> {
  return (await tx.run(DELETE_PASSKEY, [operatorId, id, REMOVED])).length === 1
}

export async function deletePasskeysOf(tx: Transaction, operatorId: string): Promise<void> {
  await tx.run(DELETE_OF_OPERATOR, [operatorId, REMOVED])
}

/** Returns false when the challenge was answered before. */
export async function useChallenge(tx: Transaction, { nonce, expiresAt }: Challenge): Promise<boolean> {
  return (await tx.run(USE_CHALLENGE, [nonce, expiresAt])).length === 1
}

export async function removeOldChallenges(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, now)
}
