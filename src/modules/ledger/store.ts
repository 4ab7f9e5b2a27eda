import { newOrderedId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { AccountName } from './accounts.ts'
import { composeEntry, type Entry, type Posting } from './entry.ts'

/** All entries are one parameter, so any number of them is one statement, planned once. */
const INSERT_ENTRIES: Statement = {
  name: 'ledger.insert-entries',
  text: `WITH input AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS i(id text, kind text, "retailerId" text, "transactionId" text,
        reference text, "occurredAt" timestamptz, memo text, postings json)
    ), entries AS (
      INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, memo)
      SELECT id, kind, "retailerId", "transactionId", reference, "occurredAt", memo::json FROM input
    ), unsealed AS (
      INSERT INTO ledger_unsealed (entry_id) SELECT id FROM input
    )
    INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
    SELECT i.id, p.line, p.posting->>'account', (p.posting->>'amountCentavos')::bigint
    FROM input i CROSS JOIN LATERAL json_array_elements(i.postings) WITH ORDINALITY p(posting, line)`,
}

const SELECT_ENTRY: Statement = {
  name: 'ledger.find-entry',
  text: `SELECT e.kind, e.retailer_id AS "retailerId", e.transaction_id AS "transactionId", e.reference,
      e.occurred_at AS "occurredAt", e.memo,
      (SELECT json_agg(json_build_object('account', p.account, 'amountCentavos', p.amount_centavos) ORDER BY p.line)
        FROM ledger_postings p WHERE p.entry_id = e.id) AS postings
    FROM ledger_entries e WHERE e.reference = $1`,
}

const SELECT_BALANCE: Statement = {
  name: 'ledger.balance',
  text: 'SELECT coalesce(sum(amount_centavos), 0)::bigint AS balance FROM ledger_postings WHERE account = $1',
}

/**
 * Checks every entry again, so that no unbalanced one reaches the books, whichever caller composed it. Statements show
 * entries by their ids, so that those of one millisecond keep the order in which they were booked.
 */
export function postEntries(tx: Transaction, entries: readonly Entry[], now: Date): void {
  const rows = entries.map(entry => {
    const checked = composeEntry(entry)
    return { ...checked, id: newOrderedId(now.getTime()), memo: JSON.stringify(checked.memo) }
  })
  tx.send(INSERT_ENTRIES, [JSON.stringify(rows)])
}

interface EntryRow {
  readonly kind: Entry['kind']
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly reference: string
  readonly occurredAt: Date
  readonly memo: Entry['memo']
  readonly postings: readonly Posting[]
}

export async function findEntry(db: Queryable, reference: string): Promise<Entry | undefined> {
  const [row] = await db.run<EntryRow>(SELECT_ENTRY, [reference])
  if (row === undefined) return undefined
  return {
    ...row,
    retailerId: row.retailerId ?? undefined,
    transactionId: row.transactionId ?? undefined,
  }
}

export async function computeBalance(db: Queryable, account: AccountName): Promise<Centavos> {
  return (await db.run<{ balance: number }>(SELECT_BALANCE, [account]))[0]?.balance ?? 0
}
