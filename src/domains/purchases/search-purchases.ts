import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { RefundStatus } from '../../contract/refunds.ts'
import type { TransactionsQuery } from '../../contract/statement.ts'
import { addDays, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { computeRefundSummary, listRefundsOf } from '../receivables/index.ts'
import { listAgreementsOn } from './agreement-reads.ts'
import { type ListedPurchase, listPurchases } from './list-purchases.ts'

export interface FoundTransaction extends ListedPurchase {
  readonly refundStatus: RefundStatus | undefined
  /** The agreement on its debt, unless that ended early. */
  readonly renegotiatedBy: string | undefined
}

/** The newest first. `next` is set as long as something may be left, also when this page found nothing. */
export async function searchTransactions(
  database: Queryable,
  retailerId: string,
  query: Omit<TransactionsQuery, 'limit'>,
  limit: number,
): Promise<{ readonly found: readonly FoundTransaction[]; readonly next: string | null }> {
  const { orderId, status, after } = query
  const from = query.from === undefined ? undefined : parseDay('from', query.from)
  const to = query.to === undefined ? undefined : parseDay('to', query.to)
  if (from !== undefined && to !== undefined && from > to)
    throw invalidParameter('from', 'must not be after to')
  // Ids sort by creation.
  const lowest = from && computeIdBound(endOfDay(addDays(from, -1)).getTime() + 1)
  const highest = to && computeIdBound(endOfDay(to).getTime() + 1)
  const search = { orderId, status, lowest, highest, after, limit }
  const { purchases, next } = await listPurchases(database, retailerId, search)
  const ids = purchases.map(({ id }) => id)
  const [owed, agreements] = await Promise.all([
    listRefundsOf(database, ids),
    listAgreementsOn(database, ids),
  ])
  const refunds = Map.groupBy(owed, ({ transactionId }) => transactionId)
  const renegotiatedBy = new Map(agreements.map(({ originalId, id }) => [originalId, id]))
  const found = purchases.map(purchase => ({
    ...purchase,
    refundStatus: computeRefundSummary(refunds.get(purchase.id) ?? [])?.status,
    renegotiatedBy: renegotiatedBy.get(purchase.id),
  }))
  return { found, next }
}
