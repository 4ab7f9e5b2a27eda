import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import {
  findSessionRow,
  insertSession,
  removeSession,
  removeSessionsBefore,
  touchSession,
} from './session-store.ts'

const SESSION_BYTES = 32
const MINUTE_MS = 60_000
/** Phones are lent and computers shared: whoever comes later must not find the account open. */
const IDLE_MS = 15 * MINUTE_MS
const LONGEST_MS = 2 * 60 * MINUTE_MS
/** Limits writes: reading the page again and again would otherwise update the row every time. */
const TOUCH_AFTER_MS = 30_000

/** A device whose user could read the phone that this CPF's codes go to. */
export interface CustomerSession {
  readonly id: string
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
}

/** Always a new id, so that a session id planted in the browser is worthless. */
export async function openCustomerSession(
  tx: Transaction,
  secrets: Secrets,
  person: Pick<CustomerSession, 'cpfIndex' | 'phoneIndex'>,
  now: Date,
): Promise<CustomerSession> {
  const id = takeRandomBytes(SESSION_BYTES).toString('base64url')
  const { cpfIndex, phoneIndex } = person
  await insertSession(tx, hashSession(secrets, id), { cpfIndex, phoneIndex }, now)
  return { id, cpfIndex, phoneIndex }
}

export async function findCustomerSession(
  db: Queryable,
  secrets: Secrets,
  id: string,
  now: Date,
): Promise<CustomerSession | undefined> {
  const sessionHash = hashSession(secrets, id)
  const row = await findSessionRow(db, sessionHash)
  if (row === undefined) return undefined
  const idleMs = now.getTime() - row.lastSeenAt.getTime()
  if (idleMs >= IDLE_MS || now.getTime() - row.openedAt.getTime() >= LONGEST_MS) return undefined
  if (idleMs > TOUCH_AFTER_MS) await touchSession(db, sessionHash, now)
  return { id, cpfIndex: row.cpfIndex, phoneIndex: row.phoneIndex }
}

export function endCustomerSession(db: Queryable, secrets: Secrets, { id }: CustomerSession): Promise<void> {
  return removeSession(db, hashSession(secrets, id))
}

export function removeOldCustomerSessions(db: Queryable, now: Date): Promise<number> {
  return removeSessionsBefore(db, new Date(now.getTime() - LONGEST_MS))
}

/** Keyed: with write access to the database alone, nobody can make the row of a session whose id they know. */
function hashSession(secrets: Secrets, id: string): Buffer {
  return secrets.computeMac('customer-session', id)
}
