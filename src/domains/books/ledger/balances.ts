import { type CalendarDate, endOfDay } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import type { AccountName } from './accounts.ts'
import { listGenuineEntries, sumPostings } from './stored-entry.ts'

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

/**
 * A condition on a posting `p`. What is owed counts once its entry is sealed, because sealing checks that the program
 * wrote it; what lowers the debt counts at once.
 */
export const COUNTS_AS_OWED =
  '(p.amount_centavos > 0 OR EXISTS (SELECT FROM ledger_seals s WHERE s.entry_id = p.entry_id))'
const SUM_SEALED_DEBT: Statement = {
  name: 'ledger.sum-sealed-debt',
  text: `SELECT coalesce(-sum(p.amount_centavos), 0)::bigint AS owed FROM ledger_postings p
    WHERE p.account = $1 AND ${COUNTS_AS_OWED}`,
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

/** What an account owes by entries that were checked when they were sealed. */
export async function sumSealedDebt(db: Queryable, account: AccountName): Promise<Centavos> {
  return (await db.run<{ owed: Centavos }>(SUM_SEALED_DEBT, [account]))[0]?.owed ?? 0
}

/** By transaction: what its entries credit to an account. Throws ForgedRow. */
export async function sumOwedByTransaction(
  db: Queryable,
  secrets: Secrets,
  account: AccountName,
  transactionIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const entries = await listGenuineEntries(db, secrets, { transactionIds })
  return new Map(
    transactionIds.map(id => [
      id,
      -sumPostings(
        entries.filter(({ transactionId }) => transactionId === id),
        each => each === account,
      ),
    ]),
  )
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
