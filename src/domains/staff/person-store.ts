import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface PersonRow {
  readonly id: string
  readonly emailIndex: Buffer
  readonly profile: Buffer
  readonly passwordHash: string | null
  readonly totpSecret: Buffer | null
  /** The version that the secret came with, or was taken away with. */
  readonly totpVersion: number
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** Counts the changes. */
  readonly version: number
  /** According to the audit log. */
  readonly latestVersion: number | null
  readonly mac: Buffer
}

type WrittenPerson = Omit<PersonRow, 'latestVersion'>

const PERSON_COLUMNS = `p.id, p.email_index, p.profile, p.password_hash, p.totp_secret, p.totp_version,
  p.created_at, p.disabled_at, p.version, ${latestVersion('staff_people', 'p.id')} AS latest_version, p.mac`

const INSERT: Statement = {
  name: 'staff-people.insert',
  text: `WITH added AS (
      INSERT INTO staff_people (id, email_index, profile, password_hash, totp_secret, totp_last_step, created_at, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (email_index) DO NOTHING RETURNING id
    ) SELECT ${noteVersion('staff_people', 'a.id', '$10')} AS is_noted FROM added a`,
}
const SELECT_BY_EMAIL: Statement = {
  name: 'staff-people.find-by-email',
  text: `SELECT ${PERSON_COLUMNS} FROM staff_people p WHERE p.email_index = $1`,
}
const LIST_BY_IDS: Statement = {
  name: 'staff-people.list-by-ids',
  text: `SELECT ${PERSON_COLUMNS} FROM staff_people p WHERE p.id = ANY ($1::text[]) ORDER BY p.id`,
}
const LIST: Statement = {
  name: 'staff-people.list',
  text: `SELECT ${PERSON_COLUMNS} FROM staff_people p ORDER BY p.id`,
}
const USE_TOTP_STEP: Statement = {
  name: 'staff-people.use-totp-step',
  text: `UPDATE staff_people SET totp_last_step = $3
    WHERE id = $1 AND version = $2 AND totp_last_step < $3 AND disabled_at IS NULL RETURNING id`,
}

const SET_CREDENTIALS: Statement = {
  name: 'staff-people.set-credentials',
  text: `WITH changed AS (
      UPDATE staff_people SET password_hash = $2, totp_secret = $3, totp_version = $4,
        totp_last_step = coalesce($5, totp_last_step), version = $6, mac = $7
      WHERE id = $1 RETURNING id
    ) SELECT ${noteVersion('staff_people', 'c.id', '$8')} AS is_noted FROM changed c`,
}
/* By itself: the row with its newest version is read after the wait. */
const LOCK: Statement = {
  name: 'staff-people.lock',
  text: 'SELECT id FROM staff_people WHERE id = $1 FOR NO KEY UPDATE',
}
const LOCK_ENABLED: Statement = {
  name: 'staff-people.lock-enabled',
  text: 'SELECT id FROM staff_people WHERE id = $1 AND disabled_at IS NULL FOR SHARE',
}

export async function lockEnabledPerson(tx: Transaction, personId: string): Promise<boolean> {
  return (await tx.run(LOCK_ENABLED, [personId])).length === 1
}

/** Returns false when the e-mail is already in use. `totpStep` is the step of the code that was shown. */
export async function insertPerson(tx: Transaction, row: WrittenPerson, totpStep: number): Promise<boolean> {
  const { id, emailIndex, profile, passwordHash, totpSecret, createdAt, version, mac } = row
  const values = [id, emailIndex, profile, passwordHash, totpSecret, totpStep, createdAt, version, mac]
  return (await tx.run(INSERT, [...values, describeVersion('staff_people', version)])).length === 1
}

export async function findPersonRow(db: Queryable, emailIndex: Buffer): Promise<PersonRow | undefined> {
  return (await db.run<PersonRow>(SELECT_BY_EMAIL, [emailIndex]))[0]
}

export function listPersonRows(db: Queryable, ids?: readonly string[]): Promise<PersonRow[]> {
  return ids === undefined ? db.run<PersonRow>(LIST, []) : db.run<PersonRow>(LIST_BY_IDS, [ids])
}

/**
 * Returns false when this code or a later one was used, or the credentials are others since the row was read. The row lock
 * keeps two sign-ins from sharing a code.
 */
export async function usePersonTotpStep(
  tx: Transaction,
  { id, version }: Pick<PersonRow, 'id' | 'version'>,
  step: number,
): Promise<boolean> {
  return (await tx.run(USE_TOTP_STEP, [id, version, step])).length === 1
}

/** Whoever signs in at the same time waits, and then finds what was changed. */
export async function lockPersonRow(tx: Transaction, personId: string): Promise<PersonRow | undefined> {
  await tx.run(LOCK, [personId])
  return (await listPersonRows(tx, [personId]))[0]
}

/** `totpStep` is the step of the code that was shown with another secret. */
export async function updateCredentials(
  tx: Transaction,
  row: WrittenPerson,
  totpStep: number | undefined,
): Promise<void> {
  const { id, passwordHash, totpSecret, totpVersion, version, mac } = row
  const values = [id, passwordHash, totpSecret, totpVersion, totpStep ?? null, version, mac]
  await tx.run(SET_CREDENTIALS, [...values, describeVersion('staff_people', version)])
}
