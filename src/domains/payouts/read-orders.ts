import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { PayoutLine, PayoutOrder } from './order.ts'
import { findOrder, getOrderLines, listOrders } from './orders.ts'
import { type MaskedPayee, maskPayee } from './payee.ts'
import { listPayoutEvents, type OrderSearch, type PayoutEventRow } from './store.ts'

/** An order as people see it: of the payee only what they need to recognize it. */
export interface ShownOrder extends Omit<PayoutOrder, 'payee' | 'linesHash'> {
  readonly payee: MaskedPayee
}

export interface OrderView {
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
  return { ...order, payee: maskPayee(payee) }
}
