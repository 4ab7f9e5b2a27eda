import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { Entry } from './entry.ts'

/** An amount that an entry owes back to whoever paid. */
export interface RefundCredit {
  readonly reference: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly amountCentavos: Centavos
  readonly dueSince: Date
}

/** A Pix payment of a transaction. */
export interface PixReceipt {
  readonly endToEndId: string
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
  /** Null while the account at the bank is not identified. */
  readonly lenderAccountId: string | null
}

/* A payout that fails owes the same money again: its refund is recorded. */
const LIST_CREDITS: Statement = {
  name: 'ledger.list-refund-credits',
  text: `SELECT e.id, e.reference, e.retailer_id AS "retailerId", e.transaction_id AS "transactionId",
      e.occurred_at AS "dueSince", -p.amount_centavos AS "amountCentavos"
    FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.account = 'refunds-due' AND p.entry_id > $1 AND p.amount_centavos < 0 AND e.reference NOT LIKE 'payout-%'
    ORDER BY p.entry_id LIMIT $2`,
}
const SUM_DUE: Statement = {
  name: 'ledger.sum-refunds-due',
  text: `SELECT -coalesce(sum(p.amount_centavos), 0)::bigint AS due
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
    WHERE e.transaction_id = $1 AND p.account = 'refunds-due'`,
}
const LIST_PIX: Statement = {
  name: 'ledger.list-pix-receipts',
  text: `SELECT substr(e.reference, 13) AS "endToEndId", p.amount_centavos AS "amountCentavos",
      e.occurred_at AS "receivedAt", CASE WHEN p.account LIKE 'bank:%' THEN substr(p.account, 6) END AS "lenderAccountId"
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
    WHERE e.transaction_id = ANY ($1::text[]) AND e.reference LIKE 'payment:pix:%' AND p.amount_centavos > 0
      AND (p.account LIKE 'bank:%' OR p.account LIKE 'unidentified-bank:%')
    ORDER BY e.id DESC`,
}

/** What the entry itself owes back; undefined when it owes nothing. */
export function findRefundCredit(entry: Entry): RefundCredit | undefined {
  const { reference, retailerId, transactionId, occurredAt: dueSince } = entry
  const owed = entry.postings.reduce(
    (sum, { account, amountCentavos }) => (account === 'refunds-due' ? sum - amountCentavos : sum),
    0,
  )
  return owed > 0 ? { reference, retailerId, transactionId, amountCentavos: owed, dueSince } : undefined
}

/** In the order of the entries' ids, after one of them. */
export async function listRefundCredits(
  db: Queryable,
  afterId: string,
  limit: number,
): Promise<(RefundCredit & { readonly id: string })[]> {
  const rows = await db.run<
    Omit<RefundCredit, 'retailerId' | 'transactionId'> & {
      id: string
      retailerId: string | null
      transactionId: string | null
    }
  >(LIST_CREDITS, [afterId, limit])
  return rows.map(row => ({
    ...row,
    retailerId: row.retailerId ?? undefined,
    transactionId: row.transactionId ?? undefined,
  }))
}

/** What the books owe back under one transaction and have not ordered. */
export async function sumRefundsDue(db: Queryable, transactionId: string): Promise<Centavos> {
  return (await db.run<{ due: Centavos }>(SUM_DUE, [transactionId]))[0]?.due ?? 0
}

/** Pix payments made for these transactions, the last one first. */
export function listPixReceipts(db: Queryable, transactionIds: readonly string[]): Promise<PixReceipt[]> {
  return db.run<PixReceipt>(LIST_PIX, [transactionIds])
}
