import { newOrderedId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'
import type { AccountName } from '../accounts.ts'
import { composeEntry, type Entry } from '../entry.ts'
import {
  entryMac,
  listGenuineEntries,
  STORED_ENTRY_COLUMNS,
  type StoredEntry,
  sumPostings,
  toEntry,
} from './stored-entry.ts'

interface EntryRow extends Omit<Entry, 'memo' | 'postings'> {
  readonly id: string
  readonly memo: string
  readonly postings: string
  readonly mac: Buffer
}

const INSERT_ENTRIES: RowStatement<EntryRow> = {
  name: 'ledger.insert-entries',
  columns: {
    id: 'text',
    kind: 'text',
    retailerId: 'text',
    transactionId: 'text',
    reference: 'text',
    occurredAt: 'timestamptz',
    memo: 'json',
    postings: 'json',
    mac: 'bytea',
  },
  text: `, entries AS (
      INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, memo, mac)
      SELECT id, kind, retailer_id, transaction_id, reference, occurred_at, memo, mac FROM rows
    ), unsealed AS (
      INSERT INTO ledger_unsealed (entry_id) SELECT id FROM rows
    )
    INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
    SELECT r.id, p.line, p.posting->>'account', (p.posting->>'amountCentavos')::bigint
    FROM rows r CROSS JOIN LATERAL json_array_elements(r.postings) WITH ORDINALITY p(posting, line)`,
}

/**
 * Checks every entry again, so that no unbalanced one reaches the books, whichever caller composed it. Statements show
 * entries by their ids, so that those of one millisecond keep the order in which they were booked.
 */
export function postEntries(tx: Transaction, secrets: Secrets, entries: readonly Entry[], now: Date): void {
  const rows = entries.map(entry => {
    const checked = composeEntry(entry)
    const row = { ...checked, id: newOrderedId(now.getTime()), memo: JSON.stringify(checked.memo) }
    const mac = entryMac.compute(secrets, toStored(row))
    return { ...row, postings: JSON.stringify(row.postings), mac }
  })
  sendRows(tx, INSERT_ENTRIES, rows)
}

/** As the row will read: its MAC has to fit what is stored. */
function toStored(row: Omit<Entry, 'memo'> & { readonly id: string; readonly memo: string }) {
  return {
    id: row.id,
    kind: row.kind,
    retailerId: row.retailerId ?? null,
    transactionId: row.transactionId ?? null,
    reference: row.reference,
    // Milliseconds; the database keeps microseconds.
    occurredAt: row.occurredAt.toISOString().replace('Z', '000'),
    memo: row.memo,
    postings: row.postings.map(
      ({ account, amountCentavos }, at) => [at + 1, account, amountCentavos] as const,
    ),
  }
}

const SELECT_ENTRY: Statement = {
  name: 'ledger.find-entry',
  text: `SELECT ${STORED_ENTRY_COLUMNS} FROM ledger_entries e WHERE e.reference = $1`,
}
const FIND_SEVERAL: Statement = {
  name: 'ledger.find-entries',
  text: `SELECT ${STORED_ENTRY_COLUMNS} FROM ledger_entries e WHERE e.reference = ANY ($1::text[])`,
}
const LIST_ENTRIES: Statement = {
  name: 'ledger.list-entries',
  text: `SELECT ${STORED_ENTRY_COLUMNS} FROM ledger_entries e WHERE e.kind = ANY ($1::text[]) AND e.id > $2
    ORDER BY e.id LIMIT $3`,
}

/** Throws ForgedRow when this program did not write it. */
export async function findEntry(
  db: Queryable,
  secrets: Secrets,
  reference: string,
): Promise<Entry | undefined> {
  const [row] = await db.run<StoredEntry>(SELECT_ENTRY, [reference])
  if (row === undefined) return undefined
  entryMac.check(secrets, row)
  return toEntry(row)
}

/** By reference, those that exist. For comparing: whether this program wrote them is not checked. */
export async function findEntries(db: Queryable, references: readonly string[]): Promise<Map<string, Entry>> {
  const rows = await db.run<StoredEntry>(FIND_SEVERAL, [references])
  return new Map(rows.map(row => [row.reference, toEntry(row)]))
}

/** Of some kinds, in the order of their ids. */
export async function listEntries(
  db: Queryable,
  {
    kinds,
    after,
    limit,
  }: { readonly kinds: readonly Entry['kind'][]; readonly after: string; readonly limit: number },
): Promise<(Entry & { readonly id: string })[]> {
  const rows = await db.run<StoredEntry>(LIST_ENTRIES, [kinds, after, limit])
  return rows.map(row => ({ id: row.id, ...toEntry(row) }))
}

/**
 * For a decision about money, of an account that few entries move. Throws ForgedRow when this program did not write
 * one of them.
 */
export async function computeGenuineBalance(
  db: Queryable,
  secrets: Secrets,
  account: AccountName,
): Promise<Centavos> {
  const entries = await listGenuineEntries(db, secrets, { accounts: [account] })
  return sumPostings(entries, each => each === account)
}
