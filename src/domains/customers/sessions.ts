import type { App } from '../../app/app.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { checkSessionAge, hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import {
  findSessionRow,
  insertSession,
  listSessionRows,
  removeSession,
  removeSessionsBefore,
  type SessionRow,
  touchSession,
} from './store.ts'

const MINUTE_MS = 60_000
/** Phones are lent and computers shared: the next user must not find the account open. */
const AGES = { idleMs: 15 * MINUTE_MS, longestMs: 2 * 60 * MINUTE_MS }
const REALM = 'customer-session'

/** A device whose user could read the phone that this CPF's codes go to. */
export interface CustomerSession {
  readonly id: string
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
}

export async function openCustomerSession(
  tx: Transaction,
  secrets: Secrets,
  person: Pick<CustomerSession, 'cpfIndex' | 'phoneIndex'>,
  now: Date,
): Promise<CustomerSession> {
  const { id, hash: sessionHash } = newSession(secrets, REALM)
  const { cpfIndex, phoneIndex } = person
  const row = { sessionHash, cpfIndex, phoneIndex, openedAt: now }
  await insertSession(tx, { ...row, mac: sessionMac.compute(secrets, row) })
  return { id, cpfIndex, phoneIndex }
}

export async function findCustomerSession(
  { database, secrets, reportForgery }: App,
  id: string,
  now: Date,
): Promise<CustomerSession | undefined> {
  const sessionHash = hashSession(secrets, REALM, id)
  const row = await findSessionRow(database, sessionHash)
  if (row === undefined) return undefined
  if (!sessionMac.isGenuine(secrets, row)) {
    await reportForgery('customer_sessions', nameRow(row))
    return undefined
  }
  const { isLiving, isToBeTouched } = checkSessionAge(row, AGES, now)
  if (!isLiving) return undefined
  if (isToBeTouched) await touchSession(database, sessionHash, now)
  return { id, cpfIndex: row.cpfIndex, phoneIndex: row.phoneIndex }
}

export function endCustomerSession(db: Queryable, secrets: Secrets, { id }: CustomerSession): Promise<void> {
  return removeSession(db, hashSession(secrets, REALM, id))
}

export function removeOldCustomerSessions(db: Queryable, now: Date): Promise<number> {
  return removeSessionsBefore(db, new Date(now.getTime() - AGES.longestMs))
}

/** Forged sessions, which no code has opened, by their names in reports. */
export async function listForgedCustomerSessionIds(
  db: Queryable,
  secrets: Secrets,
  now: Date,
): Promise<string[]> {
  const rows = await listSessionRows(db, new Date(now.getTime() - AGES.longestMs))
  return rows.filter(row => !sessionMac.isGenuine(secrets, row)).map(nameRow)
}

/** Whose account it opens, and since when: it ends two hours later, whatever is written about its last use. */
const sessionMac = defineMac('customer_sessions', (row: Omit<SessionRow, 'lastSeenAt' | 'mac'>) => [
  row.sessionHash,
  row.cpfIndex,
  row.phoneIndex,
  row.openedAt,
])

const NAME_DIGITS = 24

/** Enough of the hash to find the row by; the cookie does not follow from it. */
const nameRow = ({ sessionHash }: SessionRow): string => sessionHash.toString('hex').slice(0, NAME_DIGITS)
