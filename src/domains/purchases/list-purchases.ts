import type { CancelReason, Status, Step } from '../../contract/enums.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

/** What a list shows of a purchase. */
export interface ListedPurchase {
  readonly id: string
  readonly orderId: string
  readonly status: Status
  readonly step: Step
  readonly totalCentavos: Centavos
  readonly netLoanCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  readonly createdAt: Date
  readonly transferCentavos: Centavos | undefined
  readonly transferOrderedAt: Date | undefined
  readonly transferedAt: Date | undefined
  readonly renegotiates: string | undefined
}

type ListedRow = {
  readonly [Name in keyof ListedPurchase]: Exclude<ListedPurchase[Name], undefined> | null
} & {
  readonly isFound: boolean
}

export interface PurchaseSearch {
  readonly orderId?: string | undefined
  readonly status?: Status | undefined
  /** Bounds of ids. */
  readonly lowest?: string | undefined
  readonly highest?: string | undefined
  /** The last id of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** As many rows one page looks at, so that a rare status costs no more than a common one. */
const SCANNED = 2_000

const COLUMNS = `t.id, t.order_id AS "orderId", t.status, t.step, (t.contract->>'totalCentavos')::bigint AS "totalCentavos",
  t.net_loan_centavos AS "netLoanCentavos", t.down_payment_centavos AS "downPaymentCentavos",
  t.created_at AS "createdAt", t.transfer_centavos AS "transferCentavos", t.transfer_ordered_at AS "transferOrderedAt",
  t.transfered_at AS "transferedAt", t.renegotiates`
const IN_RANGE = `t.retailer_id = $1 AND t.id > $2 AND t.id < $3`
const IS_FOUND = `($4::text IS NULL OR t.status = $4)`
const ENDED = `('CANCELED', 'ABANDONED')`

const LIST_NEWEST: Statement = {
  name: 'transactions.list-newest',
  text: `SELECT ${COLUMNS}, ${IS_FOUND} AS "isFound" FROM transactions t WHERE ${IN_RANGE} ORDER BY t.id DESC LIMIT $5`,
}
/* Two indexes: one keeps an order from having two living purchases, the other finds those that ended. */
const LIST_BY_ORDER: Statement = {
  name: 'transactions.list-by-order',
  text: `SELECT * FROM (
      SELECT ${COLUMNS}, ${IS_FOUND} AS "isFound" FROM transactions t
      WHERE ${IN_RANGE} AND t.order_id = $6 AND t.status NOT IN ${ENDED}
      UNION ALL
      SELECT ${COLUMNS}, ${IS_FOUND} FROM transactions t
      WHERE ${IN_RANGE} AND t.order_id = $6 AND t.status IN ${ENDED}
    ) f ORDER BY f.id DESC LIMIT $5`,
}
const LIST_ORDERS: Statement = {
  name: 'transactions.list-orders',
  text: `SELECT id, order_id AS "orderId", cancel_reason AS "cancelReason" FROM transactions
    WHERE id = ANY ($2) AND retailer_id = $1`,
}

const FIRST = ''
const LAST = 'g'

/** The newest first. `next` is what to go on from, as long as something may be left. */
export async function listPurchases(
  db: Queryable,
  retailerId: string,
  search: PurchaseSearch,
): Promise<{ readonly purchases: readonly ListedPurchase[]; readonly next: string | null }> {
  const { orderId, status, lowest = FIRST, highest = LAST, after = LAST, limit } = search
  const isFiltered = status !== undefined
  const scanned = isFiltered ? SCANNED : limit + 1
  const values = [retailerId, lowest, after < highest ? after : highest, status ?? null, scanned]
  const rows = await (orderId === undefined
    ? db.run<ListedRow>(LIST_NEWEST, values)
    : db.run<ListedRow>(LIST_BY_ORDER, [...values, orderId]))
  const found = rows.filter(({ isFound }) => isFound)
  const shown = found.slice(0, limit)
  const isMore = found.length > limit
  const lastScanned = rows.length < scanned ? undefined : rows.at(-1)?.id
  const next = isMore ? shown.at(-1)?.id : isFiltered ? lastScanned : undefined
  return { purchases: shown.map(toListed), next: next ?? null }
}

function toListed({ isFound: _, ...row }: ListedRow): ListedPurchase {
  return {
    ...(row as ListedPurchase),
    transferCentavos: row.transferCentavos ?? undefined,
    transferOrderedAt: row.transferOrderedAt ?? undefined,
    transferedAt: row.transferedAt ?? undefined,
    renegotiates: row.renegotiates ?? undefined,
  }
}

export interface OrderFacts {
  readonly orderId: string
  /** Ended because a purchase with fewer products took its place. */
  readonly isReplaced: boolean
}

/** By transaction, of this retailer's only. */
export async function listOrderFacts(
  db: Queryable,
  retailerId: string,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, OrderFacts>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.run<{ id: string; orderId: string; cancelReason: CancelReason }>(LIST_ORDERS, [
    retailerId,
    transactionIds,
  ])
  return new Map(
    rows.map(({ id, orderId, cancelReason }) => [
      id,
      { orderId, isReplaced: cancelReason === 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS' },
    ]),
  )
}
