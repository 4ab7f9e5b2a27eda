import { defineMac, type ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'

const REALM = 'onboarding-session'
const SESSION_LIFE_MS = 30 * 24 * 3_600_000

const FIND_ROOT: Statement = {
  name: 'onboarding-sessions.find-root',
  text: 'SELECT root_id AS "rootId" FROM onboardings WHERE transaction_id = $1',
}
const INSERT: Statement = {
  name: 'onboarding-sessions.insert',
  text: `INSERT INTO onboarding_sessions (session_hash, root_id, created_at, expires_at, mac) VALUES ($1, $2, $3, $4, $5)`,
}
const FIND: Statement = {
  name: 'onboarding-sessions.find',
  text: `SELECT s.session_hash AS "sessionHash", s.root_id AS "rootId", s.created_at AS "createdAt",
      s.expires_at AS "expiresAt", s.mac
    FROM onboarding_sessions s JOIN onboardings o ON o.root_id = s.root_id
    WHERE s.session_hash = ANY ($1) AND o.transaction_id = $2 AND s.expires_at > $3`,
}
const REMOVE_EXPIRED: Statement = {
  name: 'onboarding-sessions.remove-expired',
  text: composeRemoval('onboarding_sessions', 'expires_at'),
}

/** Proves that the user of a device can read the customer's phone. */
export interface DeviceSession {
  readonly id: string
  /** The purchase with which the onboarding began; its replacements share the sessions. */
  readonly rootId: string
  readonly expiresAt: Date
}

interface SessionRow {
  readonly sessionHash: Buffer
  readonly rootId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly mac: Buffer
}

/** Of a purchase: its buyer comes from a sealed box. */
export interface SessionOwner {
  readonly id: string
  readonly customer: { readonly cpf: string; readonly phone: string }
}

export async function startSession(
  tx: Transaction,
  secrets: Secrets,
  owner: SessionOwner,
  now: Date,
): Promise<DeviceSession> {
  const { id, hash: sessionHash } = newSession(secrets, REALM)
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS)
  const [root] = await tx.run<{ rootId: string }>(FIND_ROOT, [owner.id])
  if (root === undefined) throw new Error(`the onboarding of ${owner.id} was not opened`)
  const { rootId } = root
  const row = { sessionHash, rootId, createdAt: now, expiresAt }
  const mac = sessionMac.compute(secrets, { ...row, ...indexOwner(secrets, owner) })
  await tx.run(INSERT, [row.sessionHash, rootId, now, expiresAt, mac])
  return { id, rootId, expiresAt }
}

/** Whether one of these ids is a living session of this purchase. */
export async function hasSession(
  {
    database,
    secrets,
    reportForgery,
  }: { readonly database: Queryable; readonly secrets: Secrets; readonly reportForgery: ReportForgery },
  owner: SessionOwner,
  sessionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const hashes = sessionIds.map(id => hashSession(secrets, REALM, id))
  const rows = await database.run<SessionRow>(FIND, [hashes, owner.id, now])
  const indexes = indexOwner(secrets, owner)
  if (rows.some(row => sessionMac.isGenuine(secrets, { ...row, ...indexes }))) return true
  for (const { rootId } of rows) await reportForgery('onboarding_sessions', rootId)
  return false
}

/**
 * Also the person whose phone was confirmed: which purchases share an onboarding stands in rows without a MAC, and a session
 * that was led to another person's purchase opens nothing there.
 */
const sessionMac = defineMac(
  'onboarding_sessions',
  (row: Omit<SessionRow, 'mac'> & ReturnType<typeof indexOwner>) => [
    row.sessionHash,
    row.rootId,
    row.cpfIndex,
    row.phoneIndex,
    row.createdAt,
    row.expiresAt,
  ],
)

const indexOwner = (secrets: Secrets, { customer }: SessionOwner) => ({
  cpfIndex: secrets.computeBlindIndex('cpf', customer.cpf),
  phoneIndex: secrets.computeBlindIndex('phone', customer.phone),
})

export function removeExpiredSessions(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_EXPIRED, now)
}
