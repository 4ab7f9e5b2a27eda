import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface ResetRow {
  readonly id: string
  readonly personId: string
  /** Null: by the command line. */
  readonly resetBy: string | null
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly state: 'open' | 'used' | 'replaced'
  readonly version: number
  /** According to the audit log. */
  readonly latestVersion: number | null
  readonly mac: Buffer
}

type WrittenReset = Omit<ResetRow, 'latestVersion'>

const COLUMNS = `r.id, r.person_id, r.reset_by, r.token_hash, r.created_at, r.expires_at, r.state, r.version,
  ${latestVersion('staff_resets', 'r.id')} AS latest_version, r.mac`

const INSERT: Statement = {
  name: 'staff-resets.insert',
  text: `WITH added AS (
      INSERT INTO staff_resets (id, person_id, reset_by, token_hash, created_at, expires_at, state, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id
    ) SELECT ${noteVersion('staff_resets', 'a.id', '$10')} AS is_noted FROM added a`,
}
const UPDATE: Statement = {
  name: 'staff-resets.update',
  text: `WITH changed AS (
      UPDATE staff_resets SET state = $2, version = $3, mac = $4 WHERE id = $1 RETURNING id
    ) SELECT ${noteVersion('staff_resets', 'c.id', '$5')} AS is_noted FROM changed c`,
}
const SELECT_BY_TOKEN: Statement = {
  name: 'staff-resets.find-by-token',
  text: `SELECT ${COLUMNS} FROM staff_resets r WHERE r.token_hash = $1`,
}
const SELECT_OPEN: Statement = {
  name: 'staff-resets.find-open',
  text: `SELECT ${COLUMNS} FROM staff_resets r WHERE r.person_id = $1 AND r.state = 'open'`,
}
const LIST_OPEN: Statement = {
  name: 'staff-resets.list-open',
  text: `SELECT ${COLUMNS} FROM staff_resets r WHERE r.person_id = ANY ($1::text[]) AND r.state = 'open'`,
}
const LIST: Statement = {
  name: 'staff-resets.list',
  text: `SELECT ${COLUMNS} FROM staff_resets r ORDER BY r.id`,
}

export async function insertReset(tx: Transaction, row: WrittenReset): Promise<void> {
  const { id, personId, resetBy, tokenHash, createdAt, expiresAt, state, version, mac } = row
  const values = [id, personId, resetBy, tokenHash, createdAt, expiresAt, state, version, mac]
  await tx.run(INSERT, [...values, describeVersion('staff_resets', version)])
}

export async function updateReset(
  tx: Transaction,
  { id, state, version, mac }: Pick<WrittenReset, 'id' | 'state' | 'version' | 'mac'>,
): Promise<void> {
  await tx.run(UPDATE, [id, state, version, mac, describeVersion('staff_resets', version)])
}

export async function findResetRow(db: Queryable, tokenHash: Buffer): Promise<ResetRow | undefined> {
  return (await db.run<ResetRow>(SELECT_BY_TOKEN, [tokenHash]))[0]
}

/** Whoever asks holds the lock of the person: there is one at a time. */
export async function findOpenReset(tx: Transaction, personId: string): Promise<ResetRow | undefined> {
  return (await tx.run<ResetRow>(SELECT_OPEN, [personId]))[0]
}

/** Of these people; at most one each. */
export function listOpenResetsOf(db: Queryable, personIds: readonly string[]): Promise<ResetRow[]> {
  return db.run<ResetRow>(LIST_OPEN, [personIds])
}

export function listResetRows(db: Queryable): Promise<ResetRow[]> {
  return db.run<ResetRow>(LIST, [])
}
