import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { composeRemoval } from '../../platform/db/removal.ts'

/** What an endpoint answered on one day in Sao Paulo. Counted with each attempt, by the statement that stores it. */
export interface EndpointDay {
  readonly day: CalendarDate
  /** Attempts that it accepted. */
  readonly delivered: number
  /** Attempts that it refused, or that did not reach it. */
  readonly failed: number
}

const DAYS_SHOWN = 90
const REMOVED_AT_ONCE = 10_000

const LIST: Statement = {
  name: 'webhook-days.list',
  text: `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.delivered, d.failed FROM webhook_days d
    WHERE d.endpoint_id = $1 AND d.day BETWEEN $2 AND $3 ORDER BY d.day`,
}
const REMOVE: Statement = {
  name: 'webhook-days.remove',
  text: composeRemoval('webhook_days', 'day'),
}

/** The last 90 days, the oldest first, those without attempts too. */
export async function listEndpointDays(
  db: Queryable,
  endpointId: string,
  today: CalendarDate,
): Promise<EndpointDay[]> {
  const from = addDays(today, 1 - DAYS_SHOWN)
  const rows = await db.run<EndpointDay>(LIST, [endpointId, from, today])
  const known = new Map(rows.map(row => [row.day, row]))
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = addDays(from, index)
    return known.get(day) ?? { day, delivered: 0, failed: 0 }
  })
}

/** A step of those before the 90 days; the rest waits for the next run. */
export async function removePastDays(db: Queryable, today: CalendarDate): Promise<number> {
  return (await db.run(REMOVE, [addDays(today, 1 - DAYS_SHOWN), REMOVED_AT_ONCE])).length
}
