import type { App } from '../../app/app.ts'
import type { ConsolePerson, ConsoleRole } from '../../contract/console.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { checkSessionAge, hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import type { SignInMethod } from '../sign-in/index.ts'
import type { MembershipRow } from './membership-store.ts'
import { isPersonGenuine, listPlaces, toPerson } from './people.ts'
import { listPersonRows, type PersonRow } from './person-store.ts'
import {
  endSessionById,
  endSessionRow,
  endSessionsOf,
  findLastRetailer,
  findSessionRow,
  insertSession,
  listSessionRows,
  removeSessionsBefore,
  type SessionRow,
  touchSession,
} from './session-store.ts'

const REALM = 'staff-session'
const MINUTE_MS = 60_000
const IDLE_MINUTES = 15
const AGES = { idleMs: IDLE_MINUTES * MINUTE_MS, longestMs: 12 * 60 * MINUTE_MS }
/** For this long, the cookie of a signed-out person can be distinguished from a forged one. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS

/** A person at work: everything that the session reads and changes is of this one retailer. */
export interface StaffSession {
  readonly id: string
  readonly idHash: Buffer
  readonly person: ConsolePerson
  readonly retailerId: string
  readonly role: ConsoleRole
  /** All living places of the person. */
  readonly places: readonly Pick<MembershipRow, 'retailerId' | 'role'>[]
  readonly browser: string
  readonly openedAt: Date
  readonly endsAt: Date
  /** The session ends earlier after so long without a request. */
  readonly idleMinutes: number
}

type FoundSession =
  | { readonly session: StaffSession; readonly ended: undefined }
  | { readonly session: undefined; readonly ended: AuditStaff | undefined }

type CoveredSession = Omit<SessionRow, 'lastSeenAt' | 'endedAt' | 'mac'>

const sessionMac = defineMac('staff_sessions', (row: CoveredSession) => [
  row.id,
  row.idHash,
  row.personId,
  row.retailerId,
  row.role,
  row.browser,
  row.openedAt,
])

/** The id is only in the cookie. `openedAt` is the time of the sign-in, also for a session that follows from another one. */
async function openSession(
  tx: Transaction,
  secrets: Secrets,
  place: Pick<MembershipRow, 'personId' | 'retailerId' | 'role'>,
  { browser, openedAt, now }: { readonly browser: string; readonly openedAt: Date; readonly now: Date },
): Promise<string> {
  const { id: sessionId, hash: idHash } = newSession(secrets, REALM)
  const { personId, retailerId, role } = place
  const row = { id: newId(now.getTime()), idHash, personId, retailerId, role, browser, openedAt }
  await insertSession(tx, { ...row, lastSeenAt: now, mac: sessionMac.compute(secrets, row) })
  return sessionId
}

interface Opening {
  readonly browser: string
  readonly how: SignInMethod
  readonly now: Date
  /** Where to begin; otherwise where the person was last. */
  readonly retailerId?: string | undefined
}

/** The session of somebody whose credentials were right. Somebody without a place at any retailer gets none. */
export async function openStaffSession(
  { secrets }: App,
  tx: Transaction,
  personId: string,
  { browser, how, now, retailerId }: Opening,
): Promise<{ readonly sessionId: string; readonly why?: undefined } | { readonly why: AuditRefusal }> {
  const { places } = await listPlaces(tx, secrets, personId)
  const wanted = retailerId ?? (await findLastRetailer(tx, personId))
  const place = places.find(each => each.retailerId === wanted) ?? places[0]
  if (place === undefined) return { why: 'removed' }
  const sessionId = await openSession(tx, secrets, place, { browser, openedAt: now, now })
  const staff = { personId, retailerId: place.retailerId }
  await appendAudit(tx, { staff, action: 'console.sign-in', details: { ...how } }, now)
  return { sessionId }
}

/** Membership, role and person are read again for every request: a removal needs no session to end. */
export async function findStaffSession(app: App, sessionId: string): Promise<FoundSession> {
  const { database, secrets, realClock, reportForgery } = app
  const idHash = hashSession(secrets, REALM, sessionId)
  const row = await findSessionRow(database, idHash)
  if (row === undefined) return { session: undefined, ended: undefined }
  const now = realClock.now()
  const { isLiving, isToBeTouched } = checkSessionAge(row, AGES, now)
  const { personId, retailerId } = row
  const ended = { personId, retailerId }
  if (!isLiving || row.endedAt !== null) return { session: undefined, ended }
  if (!sessionMac.isGenuine(secrets, row)) {
    await reportForgery('staff_sessions', row.id)
    return { session: undefined, ended: undefined }
  }
  const [person, places] = await Promise.all([
    findGenuinePerson(app, personId),
    listGenuinePlaces(app, personId),
  ])
  const place = places.find(each => each.retailerId === retailerId)
  if (person === undefined || person.disabledAt !== null || place?.role !== row.role)
    return { session: undefined, ended }
  if (isToBeTouched) await touchSession(database, idHash, now)
  const { id, role, browser, openedAt } = row
  const endsAt = new Date(openedAt.getTime() + AGES.longestMs)
  const known = { person: toPerson(secrets, person), retailerId, role, places }
  const times = { openedAt, endsAt, idleMinutes: IDLE_MINUTES }
  return { session: { id, idHash, ...known, browser, ...times }, ended: undefined }
}

async function findGenuinePerson(
  { database, secrets, reportForgery }: App,
  personId: string,
): Promise<PersonRow | undefined> {
  const [person] = await listPersonRows(database, [personId])
  if (person === undefined || isPersonGenuine(secrets, person)) return person
  await reportForgery('staff_people', personId)
  return undefined
}

/** Where the person may work. A forged membership is none. */
async function listGenuinePlaces(
  { database, secrets, reportForgery }: App,
  personId: string,
): Promise<MembershipRow[]> {
  const { places, forgedIds } = await listPlaces(database, secrets, personId)
  for (const id of forgedIds) await reportForgery('staff_memberships', id)
  return places
}

export async function endStaffSession({ database, realClock }: App, session: StaffSession): Promise<void> {
  const now = realClock.now()
  await database.transaction(async tx => {
    if (!(await endSessionRow(tx, session.idHash, now))) return
    await appendAudit(tx, { staff: staffOf(session), action: 'console.sign-out' }, now)
  })
}

/** For the audit log: who acts, and where. */
export const staffOf = ({ person, retailerId }: Pick<StaffSession, 'person' | 'retailerId'>): AuditStaff => ({
  personId: person.id,
  retailerId,
})

/**
 * Another retailer of the same person. The old session ends and a new one begins with a new id, as old as the sign-in.
 * Undefined when the person does not belong there.
 */
export async function switchRetailer(
  app: App,
  session: StaffSession,
  retailerId: string,
): Promise<string | undefined> {
  const { database, secrets, realClock } = app
  const place = (await listGenuinePlaces(app, session.person.id)).find(each => each.retailerId === retailerId)
  if (place === undefined) return undefined
  const now = realClock.now()
  return database.transaction(async tx => {
    if (!(await endSessionRow(tx, session.idHash, now))) return undefined
    const { browser, openedAt } = session
    const opened = await openSession(tx, secrets, place, { browser, openedAt, now })
    const staff = { personId: session.person.id, retailerId }
    await appendAudit(tx, { staff, action: 'console.switch' }, now)
    return opened
  })
}

interface ListedSession {
  readonly id: string
  readonly browser: string
  readonly retailerId: string
  readonly openedAt: Date
  readonly lastSeenAt: Date
}

export async function listStaffSessions(
  { database, realClock }: App,
  personId: string,
): Promise<ListedSession[]> {
  const now = realClock.now()
  return (await listSessionRows(database, personId)).filter(row => checkSessionAge(row, AGES, now).isLiving)
}

/** Ends one of the person's own sessions. False when there is no such session. */
export function endOwnSession(
  { database, realClock }: App,
  session: StaffSession,
  id: string,
): Promise<boolean> {
  const now = realClock.now()
  return database.transaction(async tx => {
    if (!(await endSessionById(tx, id, session.person.id, now))) return false
    await appendAudit(tx, { staff: staffOf(session), action: 'session.end', subject: id }, now)
    return true
  })
}

/** Ends all sessions of the person but this one. */
export function endOtherSessions({ database, realClock }: App, session: StaffSession): Promise<void> {
  const now = realClock.now()
  return database.transaction(async tx => {
    await endSessionsOf(tx, session.person.id, now, { except: session.id })
    const { id } = session.person
    await appendAudit(tx, { staff: staffOf(session), action: 'session.end-all', subject: id }, now)
  })
}

export async function removeStaffLeftovers({ database, realClock }: App): Promise<void> {
  await removeSessionsBefore(database, new Date(realClock.now().getTime() - KEPT_MS))
}
