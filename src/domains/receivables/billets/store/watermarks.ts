import { addBusinessDays } from '../../../../brazil/business-days.ts'
import { addDays, type CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Queryable, Statement } from '../../../../platform/db/database.ts'
import type { BankReport, BilletKind } from '../billet.ts'
import { IS_OPEN } from './billet-row.ts'

/** A way in which money reaches an account, reported in its own files or messages. */
export type Rail = BankReport['method']

/** Up to which day all payments of one rail are known. */
export interface Watermark {
  readonly accountId: string
  readonly rail: Rail
  /** Undefined when nothing was ever read. */
  readonly readUntil: CalendarDate | undefined
  /** Of the account. */
  readonly createdAt: Date
}

const ADVANCE: Statement = {
  name: 'bank-watermarks.advance',
  text: `INSERT INTO bank_watermarks AS w (account_id, rail, read_until, moved_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account_id, rail) DO UPDATE SET read_until = excluded.read_until, moved_at = excluded.moved_at,
        last_file = NULL
      WHERE w.read_until < excluded.read_until`,
}

const ADVANCE_BY_FILE: Statement = {
  name: 'bank-watermarks.advance-by-file',
  text: `INSERT INTO bank_watermarks AS w (account_id, rail, read_until, moved_at, last_file) VALUES ($1, 'BILLET', $2, $3, $4)
    ON CONFLICT (account_id, rail) DO UPDATE SET read_until = greatest(w.read_until, excluded.read_until),
        moved_at = excluded.moved_at, last_file = excluded.last_file
      WHERE w.last_file IS NULL OR excluded.last_file = w.last_file + 1
        OR excluded.last_file = 1 AND excluded.read_until > w.read_until`,
}

const SELECT_LAST_FILE: Statement = {
  name: 'bank-watermarks.last-file',
  text: `SELECT last_file FROM bank_watermarks WHERE account_id = $1 AND rail = 'BILLET'`,
}

const LIST_OF_OPEN: Statement = {
  name: 'bank-watermarks.list-of-open',
  text: `SELECT DISTINCT b.account_id, w.rail, w.read_until
    FROM billets b LEFT JOIN bank_watermarks w ON w.account_id = b.account_id
    WHERE b.transaction_id = $1 AND b.kind = $2 AND ${IS_OPEN}`,
}

/* Billets are the rail of every account; another one is read from its first watermark on. */
const LIST_WATERMARKS: Statement = {
  name: 'bank-watermarks.list',
  text: `SELECT a.id AS account_id, coalesce(w.rail, 'BILLET') AS rail, w.read_until, a.created_at
    FROM lender_accounts a LEFT JOIN bank_watermarks w ON w.account_id = a.id ORDER BY 1, 2`,
}

/** Everything up to and with that day was read, whatever the files' numbers. A watermark never goes back. */
export async function advanceWatermark(
  db: Queryable,
  { accountId, rail, readUntil }: { accountId: string; rail: Rail; readUntil: CalendarDate },
  now: Date,
): Promise<void> {
  await db.run(ADVANCE, [accountId, rail, readUntil, now])
}

/**
 * A return file reports everything from before the day on which it was made, if no file is missing before it. Returns the
 * number of the file to import first, where one is missing.
 */
export async function advanceByFile(
  db: Queryable,
  accountId: string,
  { fileSequence, createdOn }: { readonly fileSequence: number; readonly createdOn: CalendarDate },
  now: Date,
): Promise<number | undefined> {
  await db.run(ADVANCE_BY_FILE, [accountId, addDays(createdOn, -1), now, fileSequence])
  const lastFile = (await db.run<{ lastFile: number | null }>(SELECT_LAST_FILE, [accountId]))[0]?.lastFile
  return typeof lastFile === 'number' && lastFile < fileSequence ? lastFile + 1 : undefined
}

/**
 * Whether money paid by that day for the open billets of a kind would be known by now: every rail of their accounts was
 * read a business day beyond it.
 */
export async function isReadBeyond(
  db: Queryable,
  { transactionId, kind }: { readonly transactionId: string; readonly kind: BilletKind },
  day: CalendarDate,
): Promise<boolean> {
  const rows = await db.run<AccountRail>(LIST_OF_OPEN, [transactionId, kind])
  const accounts = Map.groupBy(rows, ({ accountId }) => accountId)
  const needed = addBusinessDays(day, 1)
  // Without an open billet no money is under way.
  return [...accounts.values()].every(
    rails =>
      rails.every(({ readUntil }) => readUntil !== null && readUntil >= needed) &&
      rails.some(({ rail }) => rail === 'BILLET'),
  )
}

interface AccountRail {
  readonly accountId: string
  readonly rail: Rail | null
  readonly readUntil: CalendarDate | null
}

export function listWatermarks(db: Queryable): Promise<Watermark[]> {
  return db.run<Watermark>(LIST_WATERMARKS, [])
}
