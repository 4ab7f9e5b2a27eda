import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { type AccountName, accountOf } from './accounts.ts'
import { listGenuineEntries } from './stored-entry.ts'

/** By account: what the customer of one transaction paid and that is neither earned nor refunded yet. */
export type Refundable = ReadonlyMap<AccountName, Centavos>

/*
 * Late charges and suspended money are on accounts that all transactions share, so they are summed over the entries of
 * this transaction; charges that stayed earned when it replaced others, over theirs too. A carry-over names two
 * transactions and belongs to the later one.
 */
const LIST_REFUNDABLE: Statement = {
  name: 'ledger.list-refundable',
  text: `SELECT p.account, -sum(p.amount_centavos)::bigint AS amount_centavos
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
    WHERE e.transaction_id = ANY (array_append($3::text[], $1))
      AND (p.account IN ('late-fine', 'late-interest') OR p.account = 'suspense' AND e.transaction_id = $1)
    GROUP BY p.account HAVING sum(p.amount_centavos) <> 0
    UNION ALL
    SELECT p.account, -sum(p.amount_centavos)::bigint FROM ledger_postings p WHERE p.account = $2
    GROUP BY p.account HAVING sum(p.amount_centavos) <> 0`,
}

/**
 * For a transaction whose contract was never booked or is reversed: then everything that the customer paid is owed
 * back, with the charges that were paid for the transactions that it replaced. Throws ForgedRow.
 */
export async function listRefundable(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  replacedIds: readonly string[] = [],
): Promise<Refundable> {
  const customer = accountOf.customer(transactionId)
  const rows = await db.run<{ account: AccountName; amountCentavos: Centavos }>(LIST_REFUNDABLE, [
    transactionId,
    customer,
    replacedIds,
  ])
  await listGenuineEntries(db, secrets, {
    transactionIds: [transactionId, ...replacedIds],
    accounts: [customer],
  })
  return new Map(rows.map(({ account, amountCentavos }) => [account, amountCentavos]))
}

export function sumRefundable(refundable: Refundable): Centavos {
  return [...refundable.values()].reduce((sum, amount) => sum + amount, 0)
}
