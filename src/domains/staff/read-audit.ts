import type { App } from '../../app/app.ts'
import type { ConsolePerson } from '../../contract/console.ts'
import type { ConsoleAuditQuery } from '../../contract/console-requests.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import { type AuditEntry, findRetailerEntries, recordAudit } from '../audit/index.ts'
import { listMembershipRowsAt } from './membership-store.ts'
import { toPerson } from './people.ts'
import { listPersonRows } from './person-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'

const PAGE = 100

interface RetailerAudit {
  readonly now: Date
  readonly entries: readonly AuditEntry[]
  readonly next: number | undefined
  /** Everybody who works or worked at the retailer. */
  readonly people: readonly ConsolePerson[]
}

/** What people of the session's retailer did. Reading it is noted too, with the names of the filters. */
export async function readRetailerAudit(
  { database, secrets, realClock }: App,
  session: StaffSession,
  { before, ...query }: ConsoleAuditQuery,
): Promise<RetailerAudit> {
  const { retailerId } = session
  const from = query.from === undefined ? undefined : parseDay('from', query.from)
  const to = query.to === undefined ? undefined : parseDay('to', query.to)
  if (from !== undefined && to !== undefined && from > to)
    throw invalidParameter('to', 'must not be before from')
  const now = realClock.now()
  const by = Object.keys(query).sort().join(' ')
  const details = by === '' ? {} : { filter: by }
  await recordAudit(database, { staff: staffOf(session), action: 'console.audit-view', details }, now)
  const filter = {
    retailerId,
    staffId: query.person,
    action: query.action,
    from: from && startOf(from),
    until: to && startOf(addDays(to, 1)),
  }
  const [{ entries, next }, places] = await Promise.all([
    findRetailerEntries(database, filter, before === undefined ? undefined : Number(before), PAGE),
    listMembershipRowsAt(database, retailerId),
  ])
  const ids = places.map(({ personId }) => personId)
  const people = (await listPersonRows(database, ids)).map(row => toPerson(secrets, row))
  return { now, entries, next, people }
}

const startOf = (day: CalendarDate): Date => new Date(endOfDay(addDays(day, -1)).getTime() + 1)
