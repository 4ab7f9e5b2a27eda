import type { App } from '../../app/app.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  computeMonthEnd,
  findLastMonthEnd,
} from '../../kernel/calendar-date.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  type OperatorNames,
  readAttention,
} from '../desk/index.ts'
import { findClosedThrough } from './closed-month-store.ts'
import { type ClosingResult, parseResult } from './compare-books.ts'
import { type ClosingRow, type ClosingState, findClosingById, listClosings } from './store.ts'

/** A month end as people see it in a list. */
interface ListedClosing {
  readonly id: string
  readonly monthEnd: CalendarDate
  /** YYYY-MM. */
  readonly month: string
  readonly state: ClosingState
  readonly startedAt: Date
  /** Absent while the snapshot is made. */
  readonly result: ClosingResult | undefined
  /** E-mail addresses. */
  readonly proposedBy: string | undefined
  readonly closedBy: string | undefined
  readonly closedAt: Date | undefined
  /** A proposal to close it waits for a second person. */
  readonly isProposed: boolean
  readonly operators: OperatorNames
}

export interface ClosingRecord extends ListedClosing {
  /** The newest first. */
  readonly decisions: readonly Decision[]
}

/** The newest first, and the month whose snapshot can be begun. */
export async function readClosings(
  app: App,
  limit: number,
): Promise<{ readonly closings: readonly ListedClosing[]; readonly next: string | undefined }> {
  const rows = await listClosings(app.database, app.secrets, limit)
  const { attention } = await readAttention(
    app,
    'closing',
    rows.map(({ id }) => id),
  )
  const operators = await nameOperators(app, [], listPeople(rows))
  const closings = rows.map(row => describe(row, attention(row.id).latest, operators))
  return { closings, next: await findNext(app, closings) }
}

/** Undefined for an unknown id. */
export async function readClosing(app: App, id: string): Promise<ClosingRecord | undefined> {
  const { database, secrets } = app
  const row = await findClosingById(database, secrets, id)
  if (row === undefined) return undefined
  const decisions = await listDecisions(database, secrets, { kind: 'closing', id })
  const operators = await nameOperators(app, decisions, listPeople([row]))
  return { ...describe(row, decisions[0], operators), decisions }
}

const listPeople = (rows: readonly ClosingRow[]): string[] =>
  rows.flatMap(({ proposedBy, closedBy }) => [proposedBy, closedBy]).filter(id => id !== null)

function describe(row: ClosingRow, latest: Decision | undefined, operators: OperatorNames): ListedClosing {
  const nameOf = (id: string | null) => (id === null ? undefined : (operators.get(id)?.email ?? id))
  return {
    id: row.id,
    monthEnd: row.monthEnd,
    month: row.monthEnd.slice(0, 7),
    state: row.state,
    startedAt: row.startedAt,
    result: row.result === null ? undefined : parseResult(row.result),
    proposedBy: nameOf(row.proposedBy),
    closedBy: nameOf(row.closedBy),
    closedAt: row.closedAt ?? undefined,
    isProposed: latest?.state === 'proposed' && latest.version === row.version,
    operators,
  }
}

/** The month after the last closed one, or the last that is over; none while its snapshot is being made. */
async function findNext(
  { database, clock }: App,
  closings: readonly ListedClosing[],
): Promise<string | undefined> {
  const lastMonthEnd = findLastMonthEnd(calendarDateAt(clock.now()))
  const closedThrough = await findClosedThrough(database)
  const monthEnd = closedThrough === undefined ? lastMonthEnd : computeMonthEnd(addDays(closedThrough, 1))
  const isRunning = closings.some(each => each.monthEnd === monthEnd && each.state === 'RUNNING')
  return monthEnd > lastMonthEnd || isRunning ? undefined : monthEnd.slice(0, 7)
}
