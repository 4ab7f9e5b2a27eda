import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { type AccountName, accountOf } from '../accounts.ts'
import type { EntryKind } from '../entry.ts'
import { BOOKED_DAY, VALUE_DAY } from './stored-entry.ts'

const SUM_ACCOUNTS: Statement = {
  name: 'ledger.sum-accounts',
  text: `SELECT account, sum(amount_centavos)::bigint AS balance FROM ledger_postings WHERE account = ANY ($1::text[])
    GROUP BY account`,
}
const SUM_ACCOUNTS_AT: Statement = {
  name: 'ledger.sum-accounts-at',
  text: `SELECT p.account, sum(p.amount_centavos)::bigint AS balance
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = ANY ($1::text[]) AND ${BOOKED_DAY} <= $2 GROUP BY p.account`,
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
/**
 * Now, or at the end of a day of the books. Accounts without a posting are left out. For reports, and for accounts that
 * move with every purchase: whether this program wrote the entries is not checked.
 */
export async function computeBalances(
  db: Queryable,
  accounts: readonly AccountName[],
  day?: CalendarDate,
): Promise<Map<AccountName, Centavos>> {
  const rows = await (day === undefined
    ? db.run<AccountBalance>(SUM_ACCOUNTS, [accounts])
    : db.run<AccountBalance>(SUM_ACCOUNTS_AT, [accounts, day]))
  return new Map(rows.map(({ account, balance }) => [account, balance]))
}

interface AccountBalance {
  readonly account: AccountName
  readonly balance: Centavos
}

/** What an account owes by entries that were checked when they were sealed. */
export async function sumSealedDebt(db: Queryable, account: AccountName): Promise<Centavos> {
  return (await db.run<{ owed: Centavos }>(SUM_SEALED_DEBT, [account]))[0]?.owed ?? 0
}

/** An entry that moves money on a bank account. */
interface BankPosting {
  readonly reference: string
  readonly kind: EntryKind
  readonly amountCentavos: Centavos
  /** On which it happened, in São Paulo: the bank knows no other. */
  readonly day: CalendarDate
}

const LIST_POSTINGS: Statement = {
  name: 'ledger.list-bank-postings',
  text: `SELECT e.reference, e.kind, sum(p.amount_centavos)::bigint AS amount_centavos, ${VALUE_DAY} AS day
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = $1 AND ${VALUE_DAY} BETWEEN $2 AND $3
    GROUP BY e.id, e.reference, e.kind, e.occurred_at ORDER BY e.id`,
}
const SUM_POSTINGS: Statement = {
  name: 'ledger.sum-bank-postings',
  text: `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS sum
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = $1 AND ${VALUE_DAY} BETWEEN $2 AND $3`,
}

/** The postings of a bank account from `listedFrom`, and their sum from `summedFrom`, both up to `until`. */
export async function readBankPostings(
  db: Queryable,
  lenderAccountId: string,
  days: {
    readonly summedFrom: CalendarDate
    readonly listedFrom: CalendarDate
    readonly until: CalendarDate
  },
): Promise<{ readonly sumCentavos: Centavos; readonly postings: readonly BankPosting[] }> {
  const account = accountOf.bank(lenderAccountId)
  const [sums, postings] = await Promise.all([
    db.run<{ sum: Centavos }>(SUM_POSTINGS, [account, days.summedFrom, days.until]),
    db.run<BankPosting>(LIST_POSTINGS, [account, days.listedFrom, days.until]),
  ])
  return { sumCentavos: sums[0]?.sum ?? 0, postings }
}

/** An entry that moved an account of one contract, or that its purchase caused. */
interface JournalLine {
  readonly id: string
  readonly kind: EntryKind
  readonly reference: string
  readonly occurredAt: Date
  /** The day on which it counts, where its own was in a closed month. */
  readonly lateOn: CalendarDate | null
  /** From account to account. Of an entry about many contracts only this one's. */
  readonly movedCentavos: Centavos
  /** On the customer's account: positive when more is owed. */
  readonly customerCentavos: Centavos
}

/** A chore's entry has lines of thousands of contracts, so only those on this one's accounts are read. */
const LIST_JOURNAL: Statement = {
  name: 'ledger.list-journal',
  text: `WITH touching AS (
      SELECT p.entry_id AS id FROM ledger_postings p WHERE p.account = ANY ($2::text[])
      UNION SELECT e.id FROM ledger_entries e WHERE e.transaction_id = $1
      ORDER BY id DESC LIMIT $4)
    SELECT e.id, e.kind, e.reference, e.occurred_at,
      CASE WHEN e.booked_on > ${VALUE_DAY} THEN e.booked_on END AS late_on,
      coalesce(CASE WHEN e.transaction_id = $1
        THEN (SELECT sum(p.amount_centavos) FROM ledger_postings p WHERE p.entry_id = e.id AND p.amount_centavos > 0)
        ELSE (SELECT sum(abs(p.amount_centavos)) FROM ledger_postings p
          WHERE p.entry_id = e.id AND p.account = ANY ($2::text[])) END, 0)::bigint AS moved_centavos,
      coalesce((SELECT sum(p.amount_centavos) FROM ledger_postings p
        WHERE p.entry_id = e.id AND p.account = $3), 0)::bigint AS customer_centavos
    FROM touching w JOIN ledger_entries e ON e.id = w.id ORDER BY e.id`,
}

/** What the books say of one contract. */
interface ContractBooks {
  /** The newest ones, in the order in which they were booked. */
  readonly journal: readonly JournalLine[]
  /** What the customer owes by the books. */
  readonly customerCentavos: Centavos
  /** Interest that is not earned yet. */
  readonly unearnedCentavos: Centavos
}

export async function readContractBooks(
  db: Queryable,
  transactionId: string,
  limit: number,
): Promise<ContractBooks> {
  const customer = accountOf.customer(transactionId)
  const unearned = accountOf.unearnedInterest(transactionId)
  const accounts = [
    customer,
    unearned,
    accountOf.deferredFee(transactionId),
    accountOf.deferredRetention(transactionId),
    accountOf.deferredLateCharges(transactionId),
    accountOf.restructuring(transactionId),
    accountOf.allowance(transactionId),
    accountOf.memoWrittenOff(transactionId),
  ]
  const [journal, balances] = await Promise.all([
    db.run<JournalLine>(LIST_JOURNAL, [transactionId, accounts, customer, limit]),
    computeBalances(db, [customer, unearned]),
  ])
  return {
    journal,
    customerCentavos: balances.get(customer) ?? 0,
    unearnedCentavos: -(balances.get(unearned) ?? 0),
  }
}
