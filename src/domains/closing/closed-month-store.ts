import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

/* The trigger of ledger_entries reads these months: what happened in one counts on the first open day. */

/** The trigger takes it shared. */
const BOOKING_LOCK = 4_072_041

const LOCK_BOOKING: Statement = { name: 'closings.lock-booking', text: 'SELECT pg_advisory_xact_lock($1)' }
const INSERT_CLOSED: Statement = {
  name: 'closings.insert-closed-month',
  text: 'INSERT INTO ledger_closed_months (month_end, closed_at) VALUES ($1, $2)',
}
const FIND_CLOSED: Statement = {
  name: 'closings.find-closed-through',
  text: 'SELECT max(month_end) AS day FROM ledger_closed_months',
}

/** Waits for every booking on its way, and keeps others waiting until the transaction ends. */
export async function lockBooking(tx: Transaction): Promise<void> {
  await tx.run(LOCK_BOOKING, [BOOKING_LOCK])
}

/** From the commit on, nothing is booked on a day of the month any more. Booking is locked. */
export async function insertClosedMonth(tx: Transaction, monthEnd: CalendarDate, now: Date): Promise<void> {
  await tx.run(INSERT_CLOSED, [monthEnd, now])
}

/** The end of the last closed month. */
export async function findClosedThrough(db: Queryable): Promise<CalendarDate | undefined> {
  return (await db.run<{ day: CalendarDate | null }>(FIND_CLOSED, []))[0]?.day ?? undefined
}
