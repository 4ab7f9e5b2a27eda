import type { App } from '../../app/app.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { RefundStatus } from '../../contract/refunds.ts'
import type { TransactionsQuery } from '../../contract/statement.ts'
import { addDays, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound, isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import { getAccountOf, type LenderAccount } from '../lender/index.ts'
import { type Billet, describeBillet, readBillets, renderBilletPdf } from '../receivables/index.ts'
import { computeRefundSummary, listRefunds, listRefundsOf, type RefundSummary } from '../refunds/index.ts'
import { describePayer, findTransfer, type Purchase } from './purchase.ts'
import { listRenegotiations } from './store/lists.ts'
import { findPurchase } from './store/purchases.ts'
import {
  countFound,
  countGroups,
  type GroupCounts,
  type ListedPurchase,
  type PurchaseSearch,
  searchPurchases,
} from './store/search.ts'

export interface PurchaseView {
  readonly purchase: Purchase
  readonly downPaymentBillet: Billet | undefined
  readonly installments: readonly Billet[]
  /** The account that all its billets are paid to. */
  readonly account: LenderAccount
  /** What the retailer was or will be paid; undefined until that is known, and when the purchase was canceled before. */
  readonly transferCentavos: Centavos | undefined
  /** Undefined when nothing was ever owed back. */
  readonly refunds: RefundSummary | undefined
  /** The agreement on its debt, unless that ended early. */
  readonly renegotiatedBy?: string | undefined
}

/** A purchase with its billets; those of other retailers are not found. */
export async function readPurchase(
  app: App,
  retailerId: string,
  transactionId: string,
): Promise<PurchaseView | undefined> {
  const { database, secrets } = app
  if (!isId(transactionId)) return undefined
  const [purchase, { billets, account }, refunds, [agreement]] = await Promise.all([
    findPurchase(database, secrets, { retailerId, id: transactionId }),
    readBillets(app, retailerId, transactionId),
    listRefunds(database, transactionId),
    listRenegotiations(database, { on: [transactionId] }),
  ])
  if (purchase === undefined) return undefined
  return {
    purchase,
    transferCentavos: findTransfer(purchase),
    refunds: computeRefundSummary(refunds),
    downPaymentBillet: billets.find(({ kind }) => kind === 'down-payment'),
    installments: billets.filter(({ kind }) => kind === 'installment'),
    account: account ?? (await getAccountOf(database, secrets, retailerId)),
    renegotiatedBy: agreement?.id,
  }
}

/** Not those that are paid, canceled or expired: people pay the slip that they hold, whatever other pages say. */
const PRINTED: readonly ReturnType<typeof describeBillet>['standing'][] = ['open', 'late', 'registering']

/** The billets of a purchase that can be paid as one PDF, the down payment first. */
export async function renderBillets(
  app: App,
  retailerId: string,
  transactionId: string,
  layout: 'page' | 'booklet',
): Promise<Buffer | 'no-transaction' | 'no-installments' | 'nothing-to-pay'> {
  const view = await readPurchase(app, retailerId, transactionId)
  if (view === undefined) return 'no-transaction'
  const { purchase, downPaymentBillet, installments, account } = view
  if (installments.length === 0) return 'no-installments'
  const payer = describePayer(purchase)
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  const printedOn = calendarDateAt(app.clock.now())
  const printed = billets.filter(billet => PRINTED.includes(describeBillet(billet, printedOn).standing))
  if (printed.length === 0) return 'nothing-to-pay'
  const shop = await app.retailers.getRetailer(retailerId)
  return renderBilletPdf(
    printed.map(billet => ({ billet, account, payer, shop, printedOn })),
    layout,
  )
}

/** A group is counted so far. */
const MOST_COUNTED = 100_000
/** The matches of a text are counted so far. */
const MOST_MATCHES = 2_000

interface FoundTransaction extends ListedPurchase {
  readonly refundStatus: RefundStatus | undefined
  /** The agreement on its debt, unless that ended early. */
  readonly renegotiatedBy: string | undefined
}

/** By what is searched: the parts of the query that are not about the page. */
interface TransactionFilter {
  readonly orderId?: string | undefined
  readonly status?: TransactionsQuery['status'] | undefined
  readonly group?: TransactionsQuery['group'] | undefined
  /** Days of creation. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Any of them; without it everything. */
  readonly meanings?: PurchaseSearch['meanings']
}

interface FoundPage {
  /** The newest first. */
  readonly found: readonly FoundTransaction[]
  /** Set as long as something may be left, also when this page found nothing. */
  readonly next: string | null
}

interface TransactionSearch {
  readonly list: (limit: number, after?: string) => Promise<FoundPage>
  /** How many there are in each group, whatever the group that is searched. */
  readonly count: () => Promise<GroupCounts>
}

/** Purchases of a shop by a filter. Throws for a range that ends before it begins. */
export function searchTransactions(
  app: App,
  retailerId: string,
  filter: TransactionFilter,
): TransactionSearch {
  const { orderId, status, group, meanings } = filter
  const range = parseRange(filter)
  const isEverything = meanings === undefined && orderId === undefined && status === undefined
  return {
    list: (limit, after) =>
      listFound(app, retailerId, { orderId, status, group, meanings, ...range, after, limit }),
    count: () =>
      isEverything
        ? countGroups(app.database, retailerId, range, MOST_COUNTED)
        : countFound(app, retailerId, { orderId, status, meanings, ...range, limit: MOST_MATCHES }),
  }
}

async function listFound(app: App, retailerId: string, search: PurchaseSearch): Promise<FoundPage> {
  const { purchases, next } = await searchPurchases(app, retailerId, search)
  const ids = purchases.map(({ id }) => id)
  const [owed, agreements] = await Promise.all([
    listRefundsOf(app.database, ids),
    listRenegotiations(app.database, { on: ids }),
  ])
  const refunds = Map.groupBy(owed, ({ transactionId }) => transactionId)
  const renegotiatedBy = new Map(agreements.map(({ originalId, id }) => [originalId, id]))
  const found = purchases.map(purchase => ({
    ...purchase,
    transferCentavos: findTransfer(purchase),
    refundStatus: computeRefundSummary(refunds.get(purchase.id) ?? [])?.status,
    renegotiatedBy: renegotiatedBy.get(purchase.id),
  }))
  return { found, next }
}

/** By days of creation: ids sort by it. */
function parseRange(query: Pick<TransactionFilter, 'from' | 'to'>): {
  readonly lowest: string | undefined
  readonly highest: string | undefined
} {
  const from = query.from === undefined ? undefined : parseDay('from', query.from)
  const to = query.to === undefined ? undefined : parseDay('to', query.to)
  if (from !== undefined && to !== undefined && from > to)
    throw invalidParameter('from', 'must not be after to')
  return {
    lowest: from && computeIdBound(endOfDay(addDays(from, -1)).getTime() + 1),
    highest: to && computeIdBound(endOfDay(to).getTime() + 1),
  }
}
