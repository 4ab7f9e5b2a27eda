import { findIofPeriod, type IofPeriod } from '../../../brazil/iof-calendar.ts'
import { addDays, type CalendarDate, endOfDay } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { COUNTS_AS_OWED } from './reads.ts'

/** Tax of one period that is owed and not ordered to be paid. */
export interface IofDue extends IofPeriod {
  readonly amountCentavos: Centavos
}

/** Entries booked before are not read: the ids of entries begin with the time at which they were booked. */
const READ_DAYS = 400

/*
 * A reversal counts on the day on which the tax was charged, and drops it from that period. Orders name their period,
 * by its last day.
 */
const LIST_CHARGED: Statement = {
  name: 'ledger.list-iof-charged',
  text: `SELECT coalesce(e.memo->>'iofChargedOn', (e.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date::text) AS day,
      e.memo->>'iofPeriod' AS period, -sum(p.amount_centavos)::bigint AS amount_centavos
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = 'iof-payable' AND p.entry_id >= $1 AND ${COUNTS_AS_OWED} GROUP BY 1, 2`,
}
const FIND_ORDERED: Statement = {
  name: 'ledger.find-iof-ordered',
  text: `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS ordered_centavos
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = 'iof-payable' AND p.entry_id >= $1 AND e.memo->>'iofPeriod' = $2`,
}

interface ChargedRow {
  readonly day: CalendarDate
  readonly period: CalendarDate | null
  readonly amountCentavos: Centavos
}

const firstIdAfter = (day: CalendarDate): string =>
  `${newId(endOfDay(day).getTime()).slice(0, 12)}${'0'.repeat(12)}`

/**
 * What is owed to the Treasury for periods that are over, the oldest first. A period of which something was reversed
 * after its order is not listed; that tax stands on `iof-recoverable`. Entries without a seal owe nothing yet.
 */
export async function listIofPeriods(db: Queryable, today: CalendarDate): Promise<IofDue[]> {
  const rows = await db.run<ChargedRow>(LIST_CHARGED, [firstIdAfter(addDays(today, -READ_DAYS))])
  const byPeriod = new Map<CalendarDate, Centavos>()
  for (const { day, period, amountCentavos } of rows) {
    const { periodEnd } = findIofPeriod(period ?? day)
    byPeriod.set(periodEnd, (byPeriod.get(periodEnd) ?? 0) + amountCentavos)
  }
  return [...byPeriod]
    .filter(([periodEnd, amountCentavos]) => periodEnd < today && amountCentavos > 0)
    .map(([periodEnd, amountCentavos]) => ({ ...findIofPeriod(periodEnd), amountCentavos }))
    .toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
}

/** Whether the tax of a day is paid or on its way. Then it does not leave the period any more. */
export async function isIofOrdered(db: Queryable, chargedOn: CalendarDate): Promise<boolean> {
  const { periodEnd } = findIofPeriod(chargedOn)
  const [row] = await db.run<{ orderedCentavos: Centavos }>(FIND_ORDERED, [
    firstIdAfter(chargedOn),
    periodEnd,
  ])
  return (row?.orderedCentavos ?? 0) > 0
}
