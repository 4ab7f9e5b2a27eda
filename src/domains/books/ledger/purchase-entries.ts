import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { type AccountName, accountOf } from './accounts.ts'
import { composeEntry, type Entry } from './entry.ts'
import { listGenuineEntries } from './stored-entry.ts'

interface PurchaseNames {
  readonly retailerId: string
  readonly transactionId: string
}

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

/** Everything paid is owed back from now on; undefined when nothing was paid. */
export function computeRefundEntry(
  refund: PurchaseNames & {
    readonly reference: string
    readonly refundable: Refundable
    readonly decidedAt: Date
  },
): Entry | undefined {
  const { retailerId, transactionId, refundable } = refund
  const total = sumRefundable(refundable)
  if (total === 0) return undefined
  return composeEntry({
    kind: 'refund-due',
    retailerId,
    transactionId,
    reference: refund.reference,
    occurredAt: refund.decidedAt,
    memo: {},
    postings: [
      ...[...refundable].map(([account, amountCentavos]) => ({ account, amountCentavos })),
      { account: 'refunds-due', amountCentavos: -total },
    ],
  })
}

export function sumRefundable(refundable: Refundable): Centavos {
  return [...refundable.values()].reduce((sum, amount) => sum + amount, 0)
}

/** What was paid for one contract counts for its replacement. */
export function computeCarryOverEntry(
  carried: PurchaseNames & {
    readonly fromTransactionId: string
    readonly amountCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, fromTransactionId, amountCentavos } = carried
  return composeEntry({
    kind: 'carry-over',
    retailerId,
    transactionId,
    reference: `carry-over:${transactionId}`,
    occurredAt: carried.decidedAt,
    memo: { from: fromTransactionId },
    postings: [
      { account: accountOf.customer(fromTransactionId), amountCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -amountCentavos },
    ],
  })
}

/** The retailer was paid for a purchase, and its replacement is worth less: the difference is owed back. */
export function computeClawbackEntry(
  clawback: PurchaseNames & { readonly amountCentavos: Centavos; readonly decidedAt: Date },
): Entry {
  const { retailerId, transactionId, amountCentavos, decidedAt } = clawback
  return composeEntry({
    kind: 'clawback',
    retailerId,
    transactionId,
    reference: `clawback:${transactionId}`,
    occurredAt: decidedAt,
    memo: {},
    postings: [
      { account: accountOf.clawback(retailerId), amountCentavos },
      { account: accountOf.retailer(retailerId), amountCentavos: -amountCentavos },
    ],
  })
}
