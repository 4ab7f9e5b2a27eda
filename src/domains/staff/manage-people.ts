import type { App } from '../../app/app.ts'
import type { ConsolePerson, ConsoleRole } from '../../contract/console.ts'
import type { ConsoleAuditAction } from '../../contract/console-audit.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { lockOpenInvitation } from './invitation-store.ts'
import { endInvitation, isInvitationGenuine, sendInvitationAgain } from './invitations.ts'
import { listMembershipsAt, lockMembershipsAt, type MembershipRow } from './membership-store.ts'
import { changePlace, isMembershipGenuine, isPersonGenuine, toPerson } from './people.ts'
import { listPersonRows } from './person-store.ts'
import { endSessionsOf } from './session-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'

export interface ListedPerson extends ConsolePerson {
  readonly role: ConsoleRole
  readonly since: Date
}

/** Who works at the retailer. Forged rows give nothing and are not listed. */
export async function listPeopleAt(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<ListedPerson[]> {
  const places = await listMembershipsAt(db, retailerId)
  const genuine = places.filter(row => isMembershipGenuine(secrets, row))
  const rows = await listPersonRows(
    db,
    genuine.map(({ personId }) => personId),
  )
  const known = new Map(
    rows.filter(row => isPersonGenuine(secrets, row)).map(row => [row.id, toPerson(secrets, row)]),
  )
  return genuine.flatMap(({ personId, role, createdAt }) => {
    const person = known.get(personId)
    return person === undefined ? [] : [{ ...person, role, since: createdAt }]
  })
}

/**
 * Gives a person of the retailer another role, or ends the person's place at it. The person's sessions here end: the next
 * sign-in has the new role.
 */
export function changePerson(
  { database, secrets, realClock }: App,
  session: StaffSession,
  personId: string,
  wanted: ConsoleRole | 'removed',
): Promise<'done' | 'not found' | 'last owner' | 'unchanged'> {
  const { retailerId } = session
  const now = realClock.now()
  return database.transaction(async tx => {
    // All places are locked: of two owners who remove each other at once, one stays.
    const rows = (await lockMembershipsAt(tx, retailerId)).filter(
      row => row.removedAt === null && isMembershipGenuine(secrets, row),
    )
    const place = rows.find(row => row.personId === personId)
    if (place === undefined) return 'not found'
    if (wanted === place.role) return 'unchanged'
    if (wanted !== 'OWNER' && isLastOwner(rows, place)) return 'last owner'
    const isRemoved = wanted === 'removed'
    const role = isRemoved ? place.role : wanted
    await changePlace(tx, secrets, place, { role, removedAt: isRemoved ? now : null })
    await endSessionsOf(tx, personId, now, { retailerId })
    const action = isRemoved ? 'person.remove' : 'person.role'
    const details = { role, was: place.role }
    await appendAudit(tx, { staff: staffOf(session), action, subject: personId, details }, now)
    return 'done'
  })
}

const isLastOwner = (rows: readonly MembershipRow[], place: MembershipRow): boolean =>
  place.role === 'OWNER' && rows.filter(({ role }) => role === 'OWNER').length === 1

/** Ends what a person of this retailer has open at it; sessions at other retailers are not this owner's business. */
export async function endSessionsOfPerson(
  { database, realClock }: App,
  session: StaffSession,
  personId: string,
): Promise<boolean> {
  const { retailerId } = session
  const now = realClock.now()
  const places = await listMembershipsAt(database, retailerId)
  if (!places.some(each => each.personId === personId)) return false
  await database.transaction(async tx => {
    await endSessionsOf(tx, personId, now, { retailerId, except: session.id })
    await appendAudit(tx, { staff: staffOf(session), action: 'session.end-all', subject: personId }, now)
  })
  return true
}

/** False when no invitation of this retailer with this id is open. */
export function withdrawInvitation(app: App, session: StaffSession, id: string): Promise<boolean> {
  return changeInvitation(app, session, id, 'person.withdraw', (tx, row) =>
    endInvitation(tx, app.secrets, row, { state: 'withdrawn' }),
  )
}

/** The older link opens nothing any more. */
export function resendInvitation(app: App, session: StaffSession, id: string): Promise<boolean> {
  return changeInvitation(app, session, id, 'person.invite-again', (tx, row) =>
    sendInvitationAgain(app, tx, row, session.person.name),
  )
}

function changeInvitation(
  { database, secrets, realClock }: App,
  session: StaffSession,
  id: string,
  action: ConsoleAuditAction,
  change: (
    tx: Transaction,
    row: NonNullable<Awaited<ReturnType<typeof lockOpenInvitation>>>,
  ) => Promise<void>,
): Promise<boolean> {
  const staff: AuditStaff = staffOf(session)
  return database.transaction(async tx => {
    const row = await lockOpenInvitation(tx, session.retailerId, id)
    if (row === undefined || !isInvitationGenuine(secrets, row)) return false
    await change(tx, row)
    await appendAudit(tx, { staff, action, subject: id }, realClock.now())
    return true
  })
}
