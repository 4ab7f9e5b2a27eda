import type { Centavos } from '../../../kernel/money.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import type { AccountName } from '../accounts.ts'
import type { Entry } from '../entry.ts'

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
  /** The day on which it counts, where its own was in a closed month. The database chose it: the seal covers it. */
  readonly lateOn: string | null
  /** Shows that this program wrote the entry; the seal shows its place among the others. */
  readonly mac: Buffer
}

/** The São Paulo day on which an entry `e` happened. */
export const VALUE_DAY = `(e.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date`

/** The day on which an entry `e` counts. Entries from before the first closing have none of their own. */
export const BOOKED_DAY = `coalesce(e.booked_on, ${VALUE_DAY})`

export const STORED_ENTRY_COLUMNS = `e.id, e.kind, e.retailer_id, e.transaction_id, e.reference,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS occurred_at, e.memo::text AS memo,
  (SELECT json_agg(json_build_array(p.line, p.account, p.amount_centavos) ORDER BY p.line)
    FROM ledger_postings p WHERE p.entry_id = e.id) AS postings,
  CASE WHEN e.booked_on > ${VALUE_DAY} THEN e.booked_on::text END AS late_on, e.mac`

export const entryMac = defineMac('ledger_entries', (entry: Omit<StoredEntry, 'mac' | 'lateOn'>) => [
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
interface Concerned {
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
 * In the order in which they were booked. Throws ForgedRow unless this program wrote each of them: what is computed from
 * them is sure.
 */
export async function listGenuineEntries(
  db: Queryable,
  secrets: Secrets,
  { transactionIds = [], accounts = [] }: Concerned,
): Promise<Entry[]> {
  const rows = await db.run<StoredEntry>(LIST_CONCERNED, [transactionIds, accounts])
  for (const row of rows) entryMac.check(secrets, row)
  return rows.map(toEntry)
}

export function toEntry(row: StoredEntry): Entry {
  return {
    kind: row.kind as Entry['kind'],
    retailerId: row.retailerId ?? undefined,
    transactionId: row.transactionId ?? undefined,
    reference: row.reference,
    occurredAt: new Date(`${row.occurredAt}Z`),
    memo: JSON.parse(row.memo) as Entry['memo'],
    postings: (row.postings ?? []).map(([, account, amountCentavos]) => ({
      account: account as AccountName,
      amountCentavos,
    })),
  }
}

/** Of all lines on accounts that count. */
export function sumPostings(
  entries: readonly Entry[],
  counts: (account: AccountName, entry: Entry) => boolean,
): Centavos {
  let sum = 0
  for (const entry of entries)
    for (const { account, amountCentavos } of entry.postings)
      if (counts(account, entry)) sum += amountCentavos
  return sum
}
