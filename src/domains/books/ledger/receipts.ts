import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'

/** An entry by which money came to a customer's account. */
export interface Receipt {
  readonly id: string
  readonly kind: string
  readonly reference: string
  /** Of the billet that it pays, where it pays one. */
  readonly billetId: string | null
  /** Of the suspense case that it opens or settles. */
  readonly caseId: string | null
  /** The contract whose customer is credited, and by how much. */
  readonly creditedTo: string | null
  readonly creditedCentavos: Centavos
}

const RECEIPT_COLUMNS = `e.id, e.kind, e.reference, e.memo->>'billetId' AS "billetId", e.memo->>'caseId' AS "caseId",
  split_part(c.account, ':', 2) AS "creditedTo", coalesce(-c.amount_centavos, 0) AS "creditedCentavos"
  FROM ledger_entries e LEFT JOIN ledger_postings c
    ON c.entry_id = e.id AND c.amount_centavos < 0
      AND (c.account LIKE 'customer:%' OR e.kind = 'recovery' AND c.account LIKE 'memo-written-off:%')`

const LIST_BY_REFERENCE: Statement = {
  name: 'ledger.list-receipts-by-reference',
  text: `SELECT ${RECEIPT_COLUMNS} WHERE e.reference = ANY ($1::text[])`,
}
const LIST_RECEIPTS: Statement = {
  name: 'ledger.list-receipts',
  text: `SELECT ${RECEIPT_COLUMNS} WHERE e.kind IN ('payment', 'case-credit', 'early-settlement', 'recovery') AND e.id > $1 ORDER BY e.id LIMIT $2`,
}

export async function findReceipts(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, Receipt>> {
  const rows = await db.run<Receipt>(LIST_BY_REFERENCE, [references])
  return new Map(rows.map(row => [row.reference, row]))
}

/** Entries that pay a billet, in the order of their ids. */
export function listReceipts(db: Queryable, after: string, limit: number): Promise<Receipt[]> {
  return db.run<Receipt>(LIST_RECEIPTS, [after, limit])
}
