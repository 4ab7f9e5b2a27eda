import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { AccountName } from './accounts.ts'
import type { Version1Balances } from './version-1.ts'

const IS_VERSION_1 = `(p.account IN ('interest', 'fee', 'iof', 'premium') OR p.account LIKE 'retention:%' OR p.account LIKE 'commission:%')`

const FIND_PROGRESS: Statement = {
  name: 'ledger.find-books-progress',
  text: 'SELECT moved_through AS "movedThrough" FROM books_progress',
}
const SAVE_PROGRESS: Statement = {
  name: 'ledger.save-books-progress',
  text: 'UPDATE books_progress SET moved_through = $1 WHERE moved_through < $1',
}
const LIST_ENTRIES: Statement = {
  name: 'ledger.list-version-1',
  text: `SELECT e.id, e.transaction_id AS "transactionId", e.kind <> 'books-moved'
      AND EXISTS (SELECT FROM ledger_postings p WHERE p.entry_id = e.id AND ${IS_VERSION_1}) AS "isVersion1"
    FROM ledger_entries e WHERE e.id > $1 AND e.id < $2 ORDER BY e.id LIMIT $3`,
}
const SUM_VERSION_1: Statement = {
  name: 'ledger.sum-version-1',
  text: `SELECT p.account, sum(p.amount_centavos)::bigint AS "amountCentavos"
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
    WHERE e.transaction_id = $1 AND ${IS_VERSION_1} GROUP BY 1 HAVING sum(p.amount_centavos) <> 0`,
}

export interface SearchedEntry {
  readonly id: string
  readonly transactionId: string | null
  /** It has lines on accounts of version 1. */
  readonly isVersion1: boolean
}

/** Entries booked between the last searched one and a time, in the order of their ids. */
export async function listUnsearched(db: Queryable, until: Date, limit: number): Promise<SearchedEntry[]> {
  const [progress] = await db.run<{ movedThrough: string }>(FIND_PROGRESS, [])
  const before = until.getTime().toString(16).padStart(12, '0')
  return db.run<SearchedEntry>(LIST_ENTRIES, [progress?.movedThrough ?? '', before, limit])
}

export async function saveSearched(db: Queryable, throughId: string): Promise<void> {
  await db.run(SAVE_PROGRESS, [throughId])
}

/** What the entries of a transaction leave on accounts of version 1. */
export async function sumVersion1(tx: Transaction, transactionId: string): Promise<Version1Balances> {
  const rows = await tx.run<{ account: AccountName; amountCentavos: Centavos }>(SUM_VERSION_1, [
    transactionId,
  ])
  return new Map(rows.map(({ account, amountCentavos }) => [account, amountCentavos]))
}
