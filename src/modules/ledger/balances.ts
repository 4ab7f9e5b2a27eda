import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { AccountName } from './accounts.ts'

const SUM_ACCOUNTS: Statement = {
  name: 'ledger.sum-accounts',
  text: `SELECT account, sum(amount_centavos)::bigint AS balance FROM ledger_postings WHERE account = ANY ($1::text[])
    GROUP BY account`,
}
const SUM_ACCOUNTS_AT: Statement = {
  name: 'ledger.sum-accounts-at',
  text: `SELECT p.account, sum(p.amount_centavos)::bigint AS balance
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = ANY ($1::text[]) AND e.occurred_at <= $2 GROUP BY p.account`,
}
const SUM_BY_KIND: Statement = {
  name: 'ledger.sum-by-kind',
  text: `SELECT split_part(p.account, ':', 1) AS kind, sum(p.amount_centavos)::bigint AS balance
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id WHERE e.occurred_at <= $1
    GROUP BY 1 HAVING sum(p.amount_centavos) <> 0 ORDER BY 1`,
}

const SUM_MOVED: Statement = {
  name: 'ledger.sum-moved',
  text: `SELECT e.reference, sum(p.amount_centavos) FILTER (WHERE p.amount_centavos > 0)::bigint AS moved
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.reference = ANY ($1::text[]) GROUP BY 1`,
}

/** By reference: what the entry moves from account to account. Entries that do not exist are left out. */
export async function computeMoved(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await db.run<{ reference: string; moved: Centavos }>(SUM_MOVED, [references])
  return new Map(rows.map(({ reference, moved }) => [reference, moved]))
}

/** Accounts without a posting are left out. */
export async function computeBalances(
  db: Queryable,
  accounts: readonly AccountName[],
): Promise<Map<AccountName, Centavos>> {
  const rows = await db.run<{ account: AccountName; balance: Centavos }>(SUM_ACCOUNTS, [accounts])
  return new Map(rows.map(({ account, balance }) => [account, balance]))
}

/** At the end of a day in São Paulo. */
export async function computeBalancesOn(
  db: Queryable,
  accounts: readonly AccountName[],
  day: CalendarDate,
): Promise<Map<AccountName, Centavos>> {
  const rows = await db.run<{ account: AccountName; balance: Centavos }>(SUM_ACCOUNTS_AT, [
    accounts,
    endOfDay(day),
  ])
  return new Map(rows.map(({ account, balance }) => [account, balance]))
}

export interface KindBalance {
  /** What stands before the colon in an account's name. */
  readonly kind: string
  readonly balance: Centavos
}

/** Balances by kind of account at the end of a day in São Paulo. */
export function listTrialBalance(db: Queryable, day: CalendarDate): Promise<KindBalance[]> {
  return db.run<KindBalance>(SUM_BY_KIND, [endOfDay(day)])
}
