import type { App } from '../../app/app.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { checkSessionAge, hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import { removeOldAttempts } from '../sign-in/index.ts'
import {
  endSessionRow,
  findSessionRow,
  insertSession,
  removeSessionsBefore,
  touchSession,
} from './operator-store.ts'
import { isOperatorGenuine, type Operator, sessionMac, toOperator } from './operators.ts'

const REALM = 'operator-session'
const MINUTE_MS = 60_000
const IDLE_MINUTES = 15
const AGES = { idleMs: IDLE_MINUTES * MINUTE_MS, longestMs: 12 * 60 * MINUTE_MS }
/** For this long, the cookie of a signed-out operator can be distinguished from a forged one. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS

export interface Session {
  readonly idHash: Buffer
  readonly operator: Operator
  readonly openedAt: Date
  readonly endsAt: Date
  /** The session ends earlier after so long without a request. */
  readonly idleMinutes: number
}

/** `ended` names the operator of the cookie. */
type FoundSession =
  | { readonly session: Session; readonly ended: undefined }
  | { readonly session: undefined; readonly ended: { readonly operatorId: string } | undefined }

export async function openSession(
  tx: Transaction,
  secrets: Secrets,
  operator: Pick<Operator, 'id' | 'role'>,
  now: Date,
): Promise<string> {
  const { id, hash: idHash } = newSession(secrets, REALM)
  const { id: operatorId, role } = operator
  const session = { idHash, operatorId, role, openedAt: now }
  await insertSession(tx, { ...session, mac: sessionMac.compute(secrets, session) })
  return id
}

export async function findSession(
  { database, secrets, realClock, reportForgery }: App,
  sessionId: string,
): Promise<FoundSession> {
  const idHash = hashSession(secrets, REALM, sessionId)
  const row = await findSessionRow(database, idHash)
  if (row === undefined) return { session: undefined, ended: undefined }
  const now = realClock.now()
  const { isLiving, isToBeTouched } = checkSessionAge(row, AGES, now)
  const isOver = row.endedAt !== null || row.disabledAt !== null || row.sessionRole !== row.role
  if (!isLiving || isOver) return { session: undefined, ended: { operatorId: row.id } }
  const session = { idHash, operatorId: row.id, role: row.sessionRole, openedAt: row.openedAt }
  const isGenuineSession = sessionMac.isGenuine(secrets, { ...session, mac: row.sessionMac })
  if (!isGenuineSession || !isOperatorGenuine(secrets, row)) {
    await reportForgery(isGenuineSession ? 'operators' : 'operator_sessions', row.id)
    return { session: undefined, ended: undefined }
  }
  if (isToBeTouched) await touchSession(database, idHash, now)
  const { openedAt } = row
  const endsAt = new Date(openedAt.getTime() + AGES.longestMs)
  const times = { openedAt, endsAt, idleMinutes: IDLE_MINUTES }
  return { session: { idHash, operator: toOperator(secrets, row), ...times }, ended: undefined }
}

export async function endSession({ database, realClock }: App, session: Session): Promise<void> {
  const now = realClock.now()
  await database.transaction(async tx => {
    if (!(await endSessionRow(tx, session.idHash, now))) return
    await appendAudit(tx, { operatorId: session.operator.id, action: 'sign-out' }, now)
  })
}

/** Old sessions, failed sign-ins and challenges. */
export async function removeSignInLeftovers({ database, realClock }: App): Promise<void> {
  const now = realClock.now()
  await removeSessionsBefore(database, new Date(now.getTime() - KEPT_MS))
  await removeOldAttempts(database, now)
}
