import type { Centavos } from '../../kernel/money.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

/** An entry as stored, every field in the text form that seal and MAC cover. */
export interface StoredEntry {
  readonly id: string
  readonly kind: string
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly reference: string
  readonly occurredAt: string
  readonly memo: string
  readonly postings: readonly (readonly [line: number, account: string, amountCentavos: number])[] | null
  /** Shows that this program wrote the entry; the seal shows its place among the others. */
  readonly mac: Buffer
}

export const STORED_ENTRY_COLUMNS = `e.id, e.kind, e.retailer_id, e.transaction_id, e.reference,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS occurred_at, e.memo::text AS memo,
  (SELECT json_agg(json_build_array(p.line, p.account, p.amount_centavos) ORDER BY p.line)
    FROM ledger_postings p WHERE p.entry_id = e.id) AS postings, e.mac`

export const entryMac = defineMac('ledger_entries', (entry: Omit<StoredEntry, 'mac'>) => [
  entry.id,
  entry.kind,
  entry.retailerId,
  entry.transactionId,
  entry.reference,
  entry.occurredAt,
  entry.memo,
  JSON.stringify(entry.postings),
])

/** Entries that a decision about money depends on: those of some transactions, and those that move some accounts. */
export interface Concerned {
  readonly transactionIds?: readonly string[]
  readonly accounts?: readonly string[]
}

/* Two index scans: an OR of both conditions would read the whole table. */
const LIST_CONCERNED: Statement = {
  name: 'ledger.list-concerned',
  text: `SELECT ${STORED_ENTRY_COLUMNS} FROM ledger_entries e WHERE e.id IN (
      SELECT id FROM ledger_entries WHERE transaction_id = ANY ($1::text[])
      UNION SELECT entry_id FROM ledger_postings WHERE account = ANY ($2::text[]))
    ORDER BY e.id`,
}

/**
 * Throws ForgedRow unless this program wrote each of them. Call it after summing: an entry that the sum has seen is
 * checked, and one that comes later was not counted.
 */
export async function listGenuineEntries(
  db: Queryable,
  secrets: Secrets,
  { transactionIds = [], accounts = [] }: Concerned,
): Promise<StoredEntry[]> {
  const entries = await db.run<StoredEntry>(LIST_CONCERNED, [transactionIds, accounts])
  for (const entry of entries) entryMac.check(secrets, entry)
  return entries
}

/** Of all lines on accounts that count. */
export function sumPostings(
  entries: readonly StoredEntry[],
  counts: (account: string, entry: StoredEntry) => boolean,
): Centavos {
  let sum = 0
  for (const entry of entries)
    for (const [, account, amountCentavos] of entry.postings ?? [])
      if (counts(account, entry)) sum += amountCentavos
  return sum
}
