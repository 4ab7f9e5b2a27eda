import { addDays, type CalendarDate, endOfDay } from '../../../kernel/calendar-date.ts'
import { computeIdBound } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../../platform/db/row-statement.ts'

/*
 * What a retailer reads of its own sales, each by an index that holds nothing else. An agreement, and a purchase that took
 * the place of another one, is not a sale of its own.
 */

interface DayOfSales {
  readonly day: CalendarDate
  readonly startsAt: Date
  readonly endsAt: Date
}

interface DayRange {
  readonly day: CalendarDate
  readonly after: string
  readonly before: string
}

const COUNT_BEGUN: RowStatement<DayRange> = {
  name: 'transactions.count-begun-by-day',
  columns: { day: 'date', after: 'text', before: 'text' },
  text: `SELECT r.day,
      ((SELECT count(*) FROM transactions t WHERE t.retailer_id = $1 AND t.id > r.after AND t.id < r.before)
       - (SELECT count(*) FROM transactions t WHERE t.retailer_id = $1 AND t.id > r.after AND t.id < r.before
            AND (t.replaces_id IS NOT NULL OR t.renegotiates IS NOT NULL)))::integer AS count
    FROM rows r`,
}
/* By the bounds of each day: a row of the index is counted without computing its day. */
const COUNT_SIGNED: RowStatement<DayOfSales> = {
  name: 'transactions.count-signed-by-day',
  columns: { day: 'date', startsAt: 'timestamptz', endsAt: 'timestamptz' },
  text: `SELECT r.day, (SELECT count(*) FROM transactions t
      WHERE t.retailer_id = $1 AND t.signed_at >= r.starts_at AND t.signed_at < r.ends_at
        AND t.replaces_id IS NULL AND t.renegotiates IS NULL)::integer AS count
    FROM rows r`,
}
const SUM_SOLD: RowStatement<DayOfSales> = {
  name: 'transactions.sum-sold-by-day',
  columns: { day: 'date', startsAt: 'timestamptz', endsAt: 'timestamptz' },
  text: `SELECT r.day, s.count, s.amount_centavos
    FROM rows r CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, coalesce(sum(t.purchase_centavos), 0)::bigint AS amount_centavos
      FROM transactions t WHERE t.retailer_id = $1 AND t.completed_at >= r.starts_at AND t.completed_at < r.ends_at
        AND t.replaces_id IS NULL AND t.renegotiates IS NULL) s`,
}
const dayOf = (instant: string): string => `(t.${instant} AT TIME ZONE 'America/Sao_Paulo')::date`
const UNTRANSFERRED = `t.retailer_id = $1 AND t.transfered_at IS NULL AND t.transfer_ordered_at IS NULL
      AND t.status IN ('OPEN', 'CLOSED') AND t.transfer_centavos > 0`
const SUM_SCHEDULED: Statement = {
  name: 'transactions.sum-scheduled-by-day',
  text: `SELECT ${dayOf('transfer_due_at')} AS day, count(*)::integer AS count,
      sum(t.transfer_centavos)::bigint AS amount_centavos FROM transactions t
    WHERE ${UNTRANSFERRED} AND t.transfer_due_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
}
const HAS_SOLD: Statement = {
  name: 'transactions.has-sold',
  text: `SELECT EXISTS (SELECT FROM transactions t
    WHERE t.retailer_id = $1 AND t.completed_at IS NOT NULL 
      AND t.replaces_id IS NULL AND t.renegotiates IS NULL) AS has_sold`,
}
const LIST_HELD: Statement = {
  name: 'transactions.list-held',
  text: `SELECT t.id, t.order_id, t.replaces_id, t.transfer_centavos AS amount_centavos FROM transactions t
    WHERE ${UNTRANSFERRED} AND t.transfer_due_at IS NULL ORDER BY t.id`,
}

interface DaySum {
  readonly day: CalendarDate
  readonly count: number
  readonly amountCentavos: Centavos
}

interface SalesOfDay {
  readonly date: CalendarDate
  /** Purchases that customers began. */
  readonly begun: number
  /** Purchases whose customer was identified, approved, and signed. */
  readonly signed: number
  readonly sold: number
  readonly soldCentavos: Centavos
}

/** One row for each day, also where nothing happened. */
export async function listSalesByDay(
  db: Queryable,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<SalesOfDay[]> {
  const days: CalendarDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const times = days.map(day => ({ day, startsAt: startOfDay(day), endsAt: startOfDay(addDays(day, 1)) }))
  const bounds = times.map(({ day, startsAt, endsAt }) => ({
    day,
    after: computeIdBound(startsAt.getTime()),
    before: computeIdBound(endsAt.getTime()),
  }))
  const [begun, signed, sold] = await Promise.all([
    runRows<Pick<DaySum, 'day' | 'count'>, DayRange>(db, COUNT_BEGUN, bounds, [retailerId]),
    runRows<Pick<DaySum, 'day' | 'count'>, DayOfSales>(db, COUNT_SIGNED, times, [retailerId]),
    runRows<DaySum, DayOfSales>(db, SUM_SOLD, times, [retailerId]),
  ])
  const [begunOn, signedOn, soldOn] = [byDay(begun), byDay(signed), byDay(sold)]
  return days.map(date => ({
    date,
    begun: begunOn.get(date)?.count ?? 0,
    signed: signedOn.get(date)?.count ?? 0,
    sold: soldOn.get(date)?.count ?? 0,
    soldCentavos: soldOn.get(date)?.amountCentavos ?? 0,
  }))
}

const startOfDay = (day: CalendarDate): Date => new Date(endOfDay(addDays(day, -1)).getTime() + 1)

const byDay = <Row extends { readonly day: CalendarDate }>(
  rows: readonly Row[],
): ReadonlyMap<CalendarDate, Row> => new Map(rows.map(row => [row.day, row]))

/** Whether it ever sold anything. */
export async function hasSold(db: Queryable, retailerId: string): Promise<boolean> {
  return (await db.run<{ hasSold: boolean }>(HAS_SOLD, [retailerId]))[0]?.hasSold ?? false
}

/** A sale whose transfer waits for something else than its day. */
interface HeldSale {
  readonly id: string
  readonly orderId: string
  /** The purchase whose place it took. */
  readonly replacesId: string | null
  readonly amountCentavos: Centavos
}

/** What the retailer is still to be paid for and is in no order. */
interface UntransferredSales {
  /** By the day on which they fell due: what the retailer's schedule transfers next. */
  readonly scheduled: readonly DaySum[]
  /** The oldest first. */
  readonly held: readonly HeldSale[]
}

export async function readUntransferred(db: Queryable, retailerId: string): Promise<UntransferredSales> {
  const [scheduled, held] = await Promise.all([
    db.run<DaySum>(SUM_SCHEDULED, [retailerId]),
    db.run<HeldSale>(LIST_HELD, [retailerId]),
  ])
  return { scheduled, held }
}
