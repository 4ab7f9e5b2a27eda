import type { App } from '../../../app/app.ts'
import { isForgeryOf } from '../../../platform/crypto/row-mac.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  noteList,
  type Operator,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../../desk/index.ts'
import { listOpenRefunds, type RefundDue } from '../../receivables/index.ts'
import { type OrderView, readOrder, readOrders, type ShownOrder } from '../read-orders.ts'
import type { OrderSearch } from '../store.ts'
import { refusePayout } from './correct-payout.ts'

const PAGE = 200

export interface PayoutQueue {
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

export interface PayoutRecord extends OrderView {
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
