import type { ConsoleRole } from '../../contract/console.ts'
import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface MembershipRow {
  readonly id: string
  readonly personId: string
  readonly retailerId: string
  readonly role: ConsoleRole
  readonly createdAt: Date
  readonly removedAt: Date | null
  readonly version: number
  /** According to the audit log. */
  readonly latestVersion: number | null
  readonly mac: Buffer
}

type WrittenMembership = Omit<MembershipRow, 'latestVersion'>

const COLUMNS = `m.id, m.person_id, m.retailer_id, m.role, m.created_at, m.removed_at, m.version,
  ${latestVersion('staff_memberships', 'm.id')} AS latest_version, m.mac`

const INSERT: Statement = {
  name: 'staff-memberships.insert',
  text: `WITH added AS (
      INSERT INTO staff_memberships (id, person_id, retailer_id, role, created_at, removed_at, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
    ) SELECT ${noteVersion('staff_memberships', 'a.id', '$9')} AS is_noted FROM added a`,
}
const UPDATE: Statement = {
  name: 'staff-memberships.update',
  text: `WITH changed AS (
      UPDATE staff_memberships SET role = $2, removed_at = $3, version = $4, mac = $5 WHERE id = $1 RETURNING id
    ) SELECT ${noteVersion('staff_memberships', 'c.id', '$6')} AS is_noted FROM changed c`,
}
const LIST_OF_PERSON: Statement = {
  name: 'staff-memberships.list-of-person',
  text: `SELECT ${COLUMNS} FROM staff_memberships m WHERE m.person_id = $1 ORDER BY m.id`,
}
const LIST_OF_RETAILER: Statement = {
  name: 'staff-memberships.list-of-retailer',
  text: `SELECT ${COLUMNS} FROM staff_memberships m WHERE m.retailer_id = $1 AND m.removed_at IS NULL ORDER BY m.id`,
}
const LIST_ALL_OF_RETAILER: Statement = {
  name: 'staff-memberships.list-all-of-retailer',
  text: `SELECT ${COLUMNS} FROM staff_memberships m WHERE m.retailer_id = $1 ORDER BY m.id`,
}
const LIST: Statement = {
  name: 'staff-memberships.list',
  text: `SELECT ${COLUMNS} FROM staff_memberships m ORDER BY m.id`,
}
/* All of a retailer, so that two people cannot remove each other as the last owners. */
const LOCK_OF_RETAILER: Statement = {
  name: 'staff-memberships.lock-of-retailer',
  text: `SELECT ${COLUMNS} FROM staff_memberships m WHERE m.retailer_id = $1 ORDER BY m.id FOR UPDATE`,
}

export async function insertMembership(tx: Transaction, row: WrittenMembership): Promise<void> {
  const { id, personId, retailerId, role, createdAt, removedAt, version, mac } = row
  const values = [id, personId, retailerId, role, createdAt, removedAt, version, mac]
  await tx.run(INSERT, [...values, describeVersion('staff_memberships', version)])
}

export async function updateMembership(tx: Transaction, row: WrittenMembership): Promise<void> {
  const { id, role, removedAt, version, mac } = row
  await tx.run(UPDATE, [id, role, removedAt, version, mac, describeVersion('staff_memberships', version)])
}

/** Removed ones too. */
export function listMembershipsOf(db: Queryable, personId: string): Promise<MembershipRow[]> {
  return db.run<MembershipRow>(LIST_OF_PERSON, [personId])
}

export function listMembershipsAt(db: Queryable, retailerId: string): Promise<MembershipRow[]> {
  return db.run<MembershipRow>(LIST_OF_RETAILER, [retailerId])
}

/** Removed ones too. */
export function listMembershipRowsAt(db: Queryable, retailerId: string): Promise<MembershipRow[]> {
  return db.run<MembershipRow>(LIST_ALL_OF_RETAILER, [retailerId])
}

export function listMembershipRows(db: Queryable): Promise<MembershipRow[]> {
  return db.run<MembershipRow>(LIST, [])
}

/** Removed ones too. */
export function lockMembershipsAt(tx: Transaction, retailerId: string): Promise<MembershipRow[]> {
  return tx.run<MembershipRow>(LOCK_OF_RETAILER, [retailerId])
}
