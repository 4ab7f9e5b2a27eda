import type { App } from '../../app/app.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import { removeExpiredClaims } from './decision-store.ts'
import {
  endSessionRow,
  findSessionRow,
  insertSession,
  removeOldChallenges,
  removeOldFailures,
  removeSessionsBefore,
  type SessionRow,
  touchSession,
} from './operator-store.ts'
import { isOperatorGenuine, type Operator, sessionMac, toOperator } from './operators.ts'

const SESSION_BYTES = 32
const MINUTE_MS = 60_000
export const IDLE_MINUTES = 15
const LONGEST_MS = 12 * 60 * MINUTE_MS
/** Limits writes: otherwise every picture request would update the row. */
const TOUCH_AFTER_MS = 30_000
/** For this long, the cookie of a signed-out operator can be distinguished from a forged one. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS

export interface Session {
  readonly idHash: Buffer
  readonly operator: Operator
  readonly openedAt: Date
  readonly endsAt: Date
}

/** `ended` names the operator of the cookie. */
export type FoundSession =
  | { readonly session: Session; readonly ended: undefined }
  | { readonly session: undefined; readonly ended: { readonly operatorId: string } | undefined }

/** The id is stored only in the cookie. */
export async function openSession(
  tx: Transaction,
  secrets: Secrets,
  operator: Pick<Operator, 'id' | 'role'>,
  now: Date,
): Promise<string> {
  const id = takeRandomBytes(SESSION_BYTES).toString('base64url')
  const { id: operatorId, role } = operator
  const session = { idHash: hashSessionId(secrets, id), operatorId, role, openedAt: now }
  await insertSession(tx, { ...session, mac: sessionMac.compute(secrets, session) })
  return id
}

export async function findSession(
  { database, secrets, realClock, reportForgery }: App,
  sessionId: string,
): Promise<FoundSession> {
  const idHash = hashSessionId(secrets, sessionId)
  const row = await findSessionRow(database, idHash)
  if (row === undefined) return { session: undefined, ended: undefined }
  const now = realClock.now()
  if (!isLiving(row, now)) return { session: undefined, ended: { operatorId: row.id } }
  const session = { idHash, operatorId: row.id, role: row.sessionRole, openedAt: row.openedAt }
  const isGenuineSession = sessionMac.isGenuine(secrets, { ...session, mac: row.sessionMac })
  if (!isGenuineSession || !isOperatorGenuine(secrets, row)) {
    await reportForgery(isGenuineSession ? 'operators' : 'operator_sessions', row.id)
    return { session: undefined, ended: undefined }
  }
  if (now.getTime() - row.lastSeenAt.getTime() > TOUCH_AFTER_MS) await touchSession(database, idHash, now)
  const { openedAt } = row
  const endsAt = new Date(openedAt.getTime() + LONGEST_MS)
  return { session: { idHash, operator: toOperator(secrets, row), openedAt, endsAt }, ended: undefined }
}

export async function endSession({ database, realClock }: App, session: Session): Promise<void> {
  const now = realClock.now()
  await database.transaction(async tx => {
    if (!(await endSessionRow(tx, session.idHash, now))) return
    await appendAudit(tx, { operatorId: session.operator.id, action: 'sign-out' }, now)
  })
}

/** Old sessions, failed sign-ins and challenges, and claims that have expired. */
export async function removeDeskLeftovers({ database, realClock }: App): Promise<void> {
  const now = realClock.now()
  await removeSessionsBefore(database, new Date(now.getTime() - KEPT_MS))
  await removeOldFailures(database, now)
  await removeOldChallenges(database, now)
  await removeExpiredClaims(database, now)
}

function isLiving(row: SessionRow, now: Date): boolean {
  const openMs = now.getTime() - row.openedAt.getTime()
  const idleMs = now.getTime() - row.lastSeenAt.getTime()
  return (
    row.endedAt === null &&
    row.disabledAt === null &&
    row.sessionRole === row.role &&
    openMs < LONGEST_MS &&
    idleMs < IDLE_MINUTES * MINUTE_MS
  )
}

/** Keyed: with write access to the database alone, nobody can make the row of a session whose id they know. */
function hashSessionId(secrets: Secrets, id: string): Buffer {
  return secrets.computeMac('operator-session', id)
}
