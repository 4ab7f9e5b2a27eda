import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { isForgeryOf } from '../../../platform/crypto/row-mac.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../../desk/index.ts'
import { listRetailerDebts } from '../../ledger/index.ts'
import type { Operator } from '../../operators/index.ts'
import { listOpenRefunds, type RefundDue } from '../../refunds/index.ts'
import { allowsSuccessor, type PayoutLine, type PayoutOrder } from '../order.ts'
import { findOrder, getOrderLines, listOrders } from '../orders.ts'
import { type MaskedPayee, maskPayee } from '../payee.ts'
import { listPayoutEvents, type OrderSearch, type PayoutEventRow } from '../store.ts'
import { refusePayout } from './correct-payout.ts'

const PAGE = 200

interface PayoutQueue {
  readonly orders: readonly ShownOrder[]
  readonly forgedIds: readonly string[]
  /** Refunds that no order pays, because a person has to look. */
  readonly refunds: readonly RefundDue[]
}

/** The newest first. */
export async function listPayouts(
  app: App,
  operator: Operator,
  search: Omit<OrderSearch, 'limit'>,
): Promise<PayoutQueue> {
  const [{ orders, forgedIds }, open] = await Promise.all([
    readOrders(app, { ...search, limit: PAGE }),
    listOpenRefunds(app.database, PAGE),
  ])
  await noteList(app, operator, 'payout.list', { found: orders.length })
  return { orders, forgedIds, refunds: open.filter(({ orderId, waitsFor }) => orderId === null && waitsFor) }
}

interface PayoutRecord extends OrderView {
  readonly decisions: readonly Decision[]
  readonly attention: SubjectAttention
  readonly operators: OperatorNames
}

export async function readPayoutCase(app: App, operator: Operator, orderId: string): Promise<PayoutRecord> {
  const { database, secrets, realClock } = app
  const view = await readOrder(app, orderId).catch((error: unknown) => {
    throw isForgeryOf(error, 'payout_orders') ? refusePayout(error.message, error) : error
  })
  const note = { operatorId: operator.id, action: 'payout.view', subject: orderId, details: {} } as const
  await recordAudit(database, note, realClock.now())
  const [decisions, { attention, operators }] = await Promise.all([
    listDecisions(database, secrets, { kind: 'payout', id: orderId }),
    readAttention(app, 'payout', [orderId]),
  ])
  const actors = view.events.map(({ actor }) => actor).filter(actor => /^[0-9a-f]{24}$/.test(actor))
  const named = await nameOperators(app, decisions, actors)
  return { ...view, decisions, attention: attention(orderId), operators: new Map([...operators, ...named]) }
}

/** An order as people see it, with only as much of the payee as they need to recognize it. */
interface ShownOrder extends Omit<PayoutOrder, 'payee' | 'linesHash'> {
  readonly payee: MaskedPayee
  /** Whether another order may take its place. */
  readonly isCorrectable: boolean
}

interface OrderView {
  readonly order: ShownOrder
  readonly lines: readonly PayoutLine[]
  readonly events: readonly PayoutEventRow[]
}

/** The newest first; orders that were changed outside the program by their ids. */
export async function readOrders(
  { database, secrets }: App,
  search: OrderSearch,
): Promise<{ readonly orders: readonly ShownOrder[]; readonly forgedIds: readonly string[] }> {
  const { orders, forgedIds } = await listOrders(database, secrets, search)
  return { orders: orders.map(showOrder), forgedIds }
}

/** Throws desk_not_found when there is no such order, and ForgedRow when it was changed outside the program. */
export async function readOrder({ database, secrets }: App, id: string): Promise<OrderView> {
  const order = isId(id) ? await findOrder(database, secrets, id) : undefined
  if (order === undefined) throw new RequestError('desk_not_found')
  const [lines, events] = await Promise.all([getOrderLines(database, order), listPayoutEvents(database, id)])
  return { order: showOrder(order), lines, events }
}

function showOrder({ payee, linesHash: _, ...order }: PayoutOrder): ShownOrder {
  return { ...order, payee: maskPayee(payee), isCorrectable: allowsSuccessor(order.state) }
}

type RetailerDebt = Awaited<ReturnType<typeof listRetailerDebts>>[number]

interface WatchedDebt extends RetailerDebt {
  readonly isCase: boolean
}

const DAY_MS = 86_400_000

/** Undefined for a retailer that owes nothing. */
export async function findWatchedDebt(app: App, retailerId: string): Promise<WatchedDebt | undefined> {
  const [debt] = await listRetailerDebts(app.database, retailerId)
  return debt && { ...debt, isCase: isOld(app, debt) }
}

/** Debts that the next transfers did not cover: somebody has to talk to the retailer. */
export async function listOldDebts(app: App): Promise<RetailerDebt[]> {
  return (await listRetailerDebts(app.database)).filter(debt => isOld(app, debt))
}

const isOld = ({ clock, retailerDebtDays }: App, { since }: RetailerDebt): boolean =>
  clock.now().getTime() - since.getTime() > retailerDebtDays * DAY_MS
