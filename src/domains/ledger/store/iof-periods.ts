import { findIofPeriod, type IofPeriod } from '../../../brazil/iof-calendar.ts'
import { addDays, type CalendarDate, endOfDay } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { readIofParts } from '../iof-parts.ts'
import { COUNTS_AS_OWED } from './reads.ts'
import { VALUE_DAY } from './stored-entry.ts'

/** Tax of one period that is owed and not ordered to be paid. */
export interface IofDue extends IofPeriod {
  readonly amountCentavos: Centavos
}

/** Periods that ended before are read only when the books say that something of them is left. */
const READ_DAYS = 400

/*
 * A reversal counts on the day on which the tax was charged, and drops it from that period. Payments name their period,
 * by its last day, and what they pay of earlier ones.
 */
const LIST_CHARGED: Statement = {
  name: 'ledger.list-iof-charged',
  text: `SELECT coalesce(e.memo->>'iofPeriod', e.memo->>'iofChargedOn', ${VALUE_DAY}::text) AS day,
      e.memo->>'iofCarried' AS carried,
      coalesce(-sum(p.amount_centavos) FILTER (WHERE ${COUNTS_AS_OWED}), 0)::bigint AS owed_centavos,
      -sum(p.amount_centavos)::bigint AS booked_centavos,
      (SELECT -sum(amount_centavos)::bigint FROM ledger_postings WHERE account = 'iof-payable') AS all_centavos
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = 'iof-payable' AND p.entry_id >= $1 GROUP BY 1, 2`,
}
const FIND_ORDERED: Statement = {
  name: 'ledger.find-iof-ordered',
  text: `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS ordered_centavos
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = 'iof-payable' AND p.entry_id >= $1 
      AND (e.memo->>'iofPeriod' = $2 OR e.memo->>'iofCarried' LIKE '%' || $2 || ':%')`,
}

/** Tax of a day, or of the period that ends on it. */
interface ChargedRow {
  readonly day: CalendarDate
  /** Of a payment: what of it is tax of earlier periods. */
  readonly carried: string | null
  readonly owedCentavos: Centavos
  /** Unsealed entries included. */
  readonly bookedCentavos: Centavos
  /** The sum over all days. */
  readonly allCentavos: Centavos
}

/** The ids of entries begin with the time at which they were booked, which is not before the day they are about. */
const firstIdAfter = (day: CalendarDate): string =>
  `${newId(endOfDay(day).getTime()).slice(0, 12)}${'0'.repeat(12)}`

/**
 * What is owed to the Treasury for periods that are over, the oldest first. A period of which something was reversed
 * after its order is not listed; that tax stands on `iof-recoverable`. Entries without a seal owe nothing yet.
 */
export async function listIofPeriods(db: Queryable, today: CalendarDate): Promise<IofDue[]> {
  const byPeriod = new Map<CalendarDate, Centavos>()
  const add = (periodEnd: CalendarDate, amountCentavos: Centavos): void =>
    void byPeriod.set(periodEnd, (byPeriod.get(periodEnd) ?? 0) + amountCentavos)
  for (const { day, carried, owedCentavos } of await listCharged(db, today)) {
    const { periodEnd } = findIofPeriod(day)
    add(periodEnd, owedCentavos)
    for (const part of readIofParts(carried ?? '')) {
      add(part.periodEnd, -part.amountCentavos)
      add(periodEnd, part.amountCentavos)
    }
  }
  return [...byPeriod]
    .filter(([periodEnd, amountCentavos]) => periodEnd < today && amountCentavos > 0)
    .map(([periodEnd, amountCentavos]) => ({ ...findIofPeriod(periodEnd), amountCentavos }))
    .toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
}

/**
 * Reads whole periods, because the tax of one may be booked long after its payment: when an agreement is broken a year
 * later, its payments count for the original on their own days. The balance that recent periods do not explain belongs
 * to older ones.
 */
async function listCharged(db: Queryable, today: CalendarDate): Promise<ChargedRow[]> {
  const { periodEnd: lastLeftOut } = findIofPeriod(addDays(today, -READ_DAYS))
  const rows = await db.run<ChargedRow>(LIST_CHARGED, [firstIdAfter(lastLeftOut)])
  const recent = rows.filter(({ day }) => day > lastLeftOut)
  const olderCentavos = recent.reduce(
    (rest, row) => rest - row.bookedCentavos,
    rows[0]?.allCentavos ?? Number.NaN,
  )
  return olderCentavos === 0 ? recent : db.run<ChargedRow>(LIST_CHARGED, [''])
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
