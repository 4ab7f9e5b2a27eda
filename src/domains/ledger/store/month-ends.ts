import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { accountOf } from '../accounts.ts'
import { VALUE_DAY } from './stored-entry.ts'

/** Of entries from before there were closings, the day is computed; they are few, or gone into the first closing. */
const COUNT_BOOKED: Statement = {
  name: 'ledger.count-booked',
  text: `SELECT (SELECT count(*) FROM ledger_entries e WHERE e.booked_on > $1 AND e.booked_on <= $2)
    + (SELECT count(*) FROM ledger_entries e WHERE e.booked_on IS NULL AND ${VALUE_DAY} > $1 AND ${VALUE_DAY} <= $2) AS count`,
}
const FIND_FIRST_LATER: Statement = {
  name: 'ledger.find-first-later',
  text: `SELECT least(
      (SELECT min(id) FROM ledger_entries WHERE booked_on > $1),
      (SELECT min(e.id) FROM ledger_entries e WHERE e.booked_on IS NULL AND ${VALUE_DAY} > $1)) AS id`,
}
const SUM_PAGE = `SELECT split_part(p.account, ':', 1) AS kind,
    coalesce(sum(p.amount_centavos) FILTER (WHERE p.amount_centavos > 0), 0)::bigint AS debit_centavos,
    coalesce(-sum(p.amount_centavos) FILTER (WHERE p.amount_centavos < 0), 0)::bigint AS credit_centavos
  FROM page e JOIN ledger_postings p ON p.entry_id = e.id GROUP BY 1`
const SUM_BOOKED: Statement = {
  name: 'ledger.sum-booked',
  text: `WITH page AS (SELECT id, booked_on FROM ledger_entries
      WHERE (booked_on, id) > ($1, $2) AND booked_on <= $3 ORDER BY booked_on, id LIMIT $4),
    last AS (SELECT booked_on AS day, id FROM page ORDER BY booked_on DESC, id DESC LIMIT 1)
    SELECT m.*, last.day, last.id FROM last, (${SUM_PAGE}) m`,
}
const SUM_EARLIER: Statement = {
  name: 'ledger.sum-booked-earlier',
  text: `WITH page AS (SELECT id, occurred_at FROM ledger_entries
      WHERE booked_on IS NULL AND id > $1 ORDER BY id LIMIT $4),
    last AS (SELECT id FROM page ORDER BY id DESC LIMIT 1), counted AS (
      SELECT id FROM page e WHERE ${VALUE_DAY} > $2 AND ${VALUE_DAY} <= $3)
    SELECT m.*, last.id FROM last LEFT JOIN (${SUM_PAGE.replace('FROM page e', 'FROM counted e')}) m ON true`,
}
/**
 * Entries after the month are few and recent, so only those with a later id are looked at. Each range is read from the
 * index over accounts alone.
 */
const SUM_CONTRACTS: Statement = {
  name: 'ledger.sum-contracts',
  text: `SELECT k.kind, substr(b.account, length(k.kind) + 2) AS id, b.balance FROM unnest($1::text[]) k(kind)
    CROSS JOIN LATERAL (SELECT p.account, sum(p.amount_centavos)::bigint AS balance FROM ledger_postings p
      WHERE p.account >= k.kind || ':' || $2 AND p.account < k.kind || ':' || $3
        AND (p.entry_id < $4 OR EXISTS (SELECT FROM ledger_entries e WHERE e.id = p.entry_id
          AND coalesce(e.booked_on, ${VALUE_DAY}) <= $5))
      GROUP BY p.account HAVING sum(p.amount_centavos) <> 0) b`,
}

const POSTING_COLUMNS = `e.id AS entry_id, coalesce(e.booked_on, ${VALUE_DAY}) AS booked_on, ${VALUE_DAY} AS value_date,
  e.kind, e.reference, e.retailer_id, e.transaction_id, p.line, p.account, p.amount_centavos`
const LIST_JOURNAL: Statement = {
  name: 'ledger.list-journal-of-days',
  text: `SELECT ${POSTING_COLUMNS} FROM (SELECT * FROM ledger_entries
      WHERE (booked_on, id) > ($1, $2) AND booked_on <= $3 ORDER BY booked_on, id LIMIT $4) e
    JOIN ledger_postings p ON p.entry_id = e.id ORDER BY e.booked_on, e.id, p.line`,
}
const LIST_EARLIER_JOURNAL: Statement = {
  name: 'ledger.list-earlier-journal',
  text: `SELECT ${POSTING_COLUMNS} FROM (SELECT * FROM ledger_entries e
      WHERE booked_on IS NULL AND id > $1 AND ${VALUE_DAY} > $2 AND ${VALUE_DAY} <= $3 ORDER BY id LIMIT $4) e
    JOIN ledger_postings p ON p.entry_id = e.id ORDER BY e.id, p.line`,
}

/** Days of the books: after one, through another. */
interface BookedDays {
  readonly after: CalendarDate
  readonly through: CalendarDate
}

export async function countBooked(db: Queryable, { after, through }: BookedDays): Promise<number> {
  return Number((await db.run<{ count: number }>(COUNT_BOOKED, [after, through]))[0]?.count ?? 0)
}

/** The smallest id of an entry that counts after the day. */
export async function findFirstLaterId(db: Queryable, day: CalendarDate): Promise<string | undefined> {
  return (await db.run<{ id: string | null }>(FIND_FIRST_LATER, [day]))[0]?.id ?? undefined
}

/** Debits and credits of one kind of account. */
export interface KindMovement {
  readonly kind: string
  readonly debitCentavos: Centavos
  readonly creditCentavos: Centavos
}

/** Entries of a page; an accrual has hundreds of lines. */
const ENTRIES_AT_ONCE = 1_000

/** What moved by kind of account, read page by page: a month of a large book is more than one statement may take. */
export async function sumBooked(db: Queryable, days: BookedDays): Promise<KindMovement[]> {
  const sums = new Map<string, { debitCentavos: Centavos; creditCentavos: Centavos }>()
  const add = (rows: readonly (KindMovement | (KindMovement & { kind: null }))[]): void => {
    for (const { kind, debitCentavos, creditCentavos } of rows) {
      if (kind === null) continue
      const sum = sums.get(kind) ?? { debitCentavos: 0, creditCentavos: 0 }
      sum.debitCentavos += debitCentavos
      sum.creditCentavos += creditCentavos
      sums.set(kind, sum)
    }
  }
  type Page = KindMovement & { readonly id: string; readonly day: CalendarDate }
  for (let day: CalendarDate = days.after, id = 'g'; ; ) {
    const rows = await db.run<Page>(SUM_BOOKED, [day, id, days.through, ENTRIES_AT_ONCE])
    const [last] = rows
    if (last === undefined) break
    add(rows)
    day = last.day
    id = last.id
  }
  for (let id = ''; ; ) {
    const rows = await db.run<Page>(SUM_EARLIER, [id, days.after, days.through, ENTRIES_AT_ONCE])
    const [last] = rows
    if (last === undefined) break
    add(rows)
    id = last.id
  }
  return [...sums]
    .map(([kind, sum]) => ({ kind, ...sum }))
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
}

interface ContractBalance {
  readonly kind: string
  /** Of the contract. */
  readonly id: string
  readonly balance: Centavos
}

/** Balances other than zero of contracts' accounts, for ids from one up to before another, at the end of a day. */
export function sumContracts(
  db: Queryable,
  range: {
    readonly kinds: readonly string[]
    readonly firstId: string
    readonly beforeId: string
    readonly day: CalendarDate
    readonly firstLaterId: string
  },
): Promise<ContractBalance[]> {
  const { kinds, firstId, beforeId, day, firstLaterId } = range
  return db.run<ContractBalance>(SUM_CONTRACTS, [kinds, firstId, beforeId, firstLaterId, day])
}

/** A line of the journal. */
interface JournalPosting {
  readonly entryId: string
  /** The day on which it counts. */
  readonly bookedOn: CalendarDate
  /** The day on which it happened. */
  readonly valueDate: CalendarDate
  readonly kind: string
  readonly reference: string
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly line: number
  readonly account: string
  readonly amountCentavos: Centavos
}

const JOURNAL_ENTRIES_AT_ONCE = 200

/** In the order of the days on which entries count, a page of whole entries at a time. */
export async function* listJournal(db: Queryable, days: BookedDays): AsyncGenerator<JournalPosting[]> {
  for (let id = ''; ; ) {
    const values = [id, days.after, days.through, JOURNAL_ENTRIES_AT_ONCE]
    const rows = await db.run<JournalPosting>(LIST_EARLIER_JOURNAL, values)
    const last = rows.at(-1)
    if (last === undefined) break
    yield rows
    id = last.entryId
  }
  for (let day: CalendarDate = days.after, id = 'g'; ; ) {
    const rows = await db.run<JournalPosting>(LIST_JOURNAL, [day, id, days.through, JOURNAL_ENTRIES_AT_ONCE])
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    day = last.bookedOn
    id = last.entryId
  }
}

const SUM_ACCRUED: Statement = {
  name: 'ledger.sum-accrued',
  text: `SELECT split_part(p.account, ':', 2) AS id, sum(p.amount_centavos)::bigint AS earned
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = ANY ($1::text[]) AND e.kind = 'accrual'
      AND date_trunc('month', coalesce(e.booked_on, ${VALUE_DAY})) = date_trunc('month', $2::date)
    GROUP BY 1`,
}

/** By contract: the interest that was earned in the month of a day. */
export async function sumAccrued(
  db: Queryable,
  transactionIds: readonly string[],
  day: CalendarDate,
): Promise<ReadonlyMap<string, Centavos>> {
  const accounts = transactionIds.map(id => accountOf.unearnedInterest(id))
  const rows = await db.run<{ id: string; earned: Centavos }>(SUM_ACCRUED, [accounts, day])
  return new Map(rows.map(({ id, earned }) => [id, earned]))
}
