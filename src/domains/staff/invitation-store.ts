import type { ConsoleRole } from '../../contract/console.ts'
import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface InvitationRow {
  readonly id: string
  readonly retailerId: string
  readonly emailIndex: Buffer
  readonly emailBox: Buffer
  readonly role: ConsoleRole
  /** Null: by the command line. */
  readonly invitedBy: string | null
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly sentAt: Date
  readonly expiresAt: Date
  readonly state: 'open' | 'accepted' | 'withdrawn'
  readonly acceptedBy: string | null
  readonly version: number
  /** According to the audit log. */
  readonly latestVersion: number | null
  readonly mac: Buffer
}

type WrittenInvitation = Omit<InvitationRow, 'latestVersion'>

const COLUMNS = `i.id, i.retailer_id, i.email_index, i.email_box, i.role, i.invited_by, i.token_hash, i.created_at,
  i.sent_at, i.expires_at, i.state, i.accepted_by, i.version,
  ${latestVersion('staff_invitations', 'i.id')} AS latest_version, i.mac`

const INSERT: Statement = {
  name: 'staff-invitations.insert',
  text: `WITH added AS (
      INSERT INTO staff_invitations (id, retailer_id, email_index, email_box, role, invited_by, token_hash, created_at, sent_at,
        expires_at, state, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      ON CONFLICT (retailer_id, email_index) WHERE state = 'open' DO NOTHING RETURNING id
    ) SELECT ${noteVersion('staff_invitations', 'a.id', '$14')} AS is_noted FROM added a`,
}
const UPDATE: Statement = {
  name: 'staff-invitations.update',
  text: `WITH changed AS (
      UPDATE staff_invitations SET token_hash = $2, sent_at = $3, expires_at = $4, state = $5, accepted_by = $6, version = $7,
        mac = $8
      WHERE id = $1 RETURNING id
    ) SELECT ${noteVersion('staff_invitations', 'c.id', '$9')} AS is_noted FROM changed c`,
}
const SELECT_BY_TOKEN: Statement = {
  name: 'staff-invitations.find-by-token',
  text: `SELECT ${COLUMNS} FROM staff_invitations i WHERE i.token_hash = $1`,
}
const LOCK_BY_TOKEN: Statement = {
  name: 'staff-invitations.lock-by-token',
  text: `SELECT ${COLUMNS} FROM staff_invitations i WHERE i.token_hash = $1 FOR UPDATE`,
}
const LOCK_OPEN: Statement = {
  name: 'staff-invitations.lock-open',
  text: `SELECT ${COLUMNS} FROM staff_invitations i WHERE i.retailer_id = $1 AND i.id = $2 AND i.state = 'open' FOR UPDATE`,
}
const LOCK_OPEN_TO: Statement = {
  name: 'staff-invitations.lock-open-to',
  text: `SELECT ${COLUMNS} FROM staff_invitations i
    WHERE i.retailer_id = $1 AND i.email_index = $2 AND i.state = 'open' FOR UPDATE`,
}
const LIST_OPEN: Statement = {
  name: 'staff-invitations.list-open',
  text: `SELECT ${COLUMNS} FROM staff_invitations i WHERE i.retailer_id = $1 AND i.state = 'open' ORDER BY i.id`,
}
const LIST: Statement = {
  name: 'staff-invitations.list',
  text: `SELECT ${COLUMNS} FROM staff_invitations i ORDER BY i.id`,
}

/** Returns false when one to this e-mail is open already. */
export async function insertInvitation(tx: Transaction, row: WrittenInvitation): Promise<boolean> {
  const { id, retailerId, emailIndex, emailBox, role, invitedBy, tokenHash } = row
  const { createdAt, sentAt, expiresAt, state, version, mac } = row
  const who = [id, retailerId, emailIndex, emailBox, role, invitedBy, tokenHash]
  const values = [...who, createdAt, sentAt, expiresAt, state, version, mac]
  return (await tx.run(INSERT, [...values, describeVersion('staff_invitations', version)])).length === 1
}

export async function updateInvitation(tx: Transaction, row: WrittenInvitation): Promise<void> {
  const { id, tokenHash, sentAt, expiresAt, state, acceptedBy, version, mac } = row
  const note = describeVersion('staff_invitations', version)
  await tx.run(UPDATE, [id, tokenHash, sentAt, expiresAt, state, acceptedBy, version, mac, note])
}

export async function findInvitationRow(
  db: Queryable,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  return (await db.run<InvitationRow>(SELECT_BY_TOKEN, [tokenHash]))[0]
}

export async function lockInvitationRow(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  return (await tx.run<InvitationRow>(LOCK_BY_TOKEN, [tokenHash]))[0]
}

export async function lockOpenInvitation(
  tx: Transaction,
  retailerId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return (await tx.run<InvitationRow>(LOCK_OPEN, [retailerId, id]))[0]
}

export async function lockOpenInvitationTo(
  tx: Transaction,
  retailerId: string,
  emailIndex: Buffer,
): Promise<InvitationRow | undefined> {
  return (await tx.run<InvitationRow>(LOCK_OPEN_TO, [retailerId, emailIndex]))[0]
}

export function listOpenInvitationRows(db: Queryable, retailerId: string): Promise<InvitationRow[]> {
  return db.run<InvitationRow>(LIST_OPEN, [retailerId])
}

export function listInvitationRows(db: Queryable): Promise<InvitationRow[]> {
  return db.run<InvitationRow>(LIST, [])
}
