import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { accountOf } from './accounts.ts'
import type { EntryKind } from './entry.ts'

/** An entry that moves money on a bank account. */
export interface BankPosting {
  readonly reference: string
  readonly kind: EntryKind
  readonly amountCentavos: Centavos
  /** In São Paulo. */
  readonly day: CalendarDate
}

const DAY = `(e.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date`

const LIST_POSTINGS: Statement = {
  name: 'ledger.list-bank-postings',
  text: `SELECT e.reference, e.kind, sum(p.amount_centavos)::bigint AS "amountCentavos", ${DAY} AS day
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = $1 AND ${DAY} BETWEEN $2 AND $3
    GROUP BY e.id, e.reference, e.kind, e.occurred_at ORDER BY e.id`,
}
const SUM_POSTINGS: Statement = {
  name: 'ledger.sum-bank-postings',
  text: `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS sum
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id WHERE p.account = $1 AND ${DAY} <= $2`,
}

export function listBankPostings(
  db: Queryable,
  lenderAccountId: string,
  { from, until }: { readonly from: CalendarDate; readonly until: CalendarDate },
): Promise<BankPosting[]> {
  return db.run<BankPosting>(LIST_POSTINGS, [accountOf.bank(lenderAccountId), from, until])
}

/** The balance of a bank account in the books at the end of a day. */
export async function sumBankPostings(
  db: Queryable,
  lenderAccountId: string,
  until: CalendarDate,
): Promise<Centavos> {
  return (
    (await db.run<{ sum: Centavos }>(SUM_POSTINGS, [accountOf.bank(lenderAccountId), until]))[0]?.sum ?? 0
  )
}
