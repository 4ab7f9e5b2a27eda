import type { Database } from '../../platform/db/database.ts'
import { findEntries } from '../ledger/index.ts'
import { listOrderStates } from '../payouts/index.ts'

interface PayoutFault {
  readonly orderId: string
  readonly problem: string
}

const PAGE = 500
const STEPS = ['ordered', 'paid', 'failed', 'returned'] as const
type Step = (typeof STEPS)[number]

type OrderState = Awaited<ReturnType<typeof listOrderStates>>[number]

/** The entries that an order in this state has. */
const isBooked = (step: Step, { state }: OrderState): boolean => {
  if (step === 'ordered') return true
  if (step === 'paid') return state === 'paid' || state === 'returned'
  if (step === 'failed') return state === 'failed' || state === 'canceled'
  return state === 'returned'
}

/**
 * Compares orders of money out with the books: each step that an order has taken is booked with its amount, and no other
 * is. Returns the first difference, or how many orders there are.
 */
export async function reconcilePayouts(
  database: Database,
): Promise<{ readonly orderCount: number; readonly fault: PayoutFault | undefined }> {
  let orderCount = 0
  for (let after = ''; ; ) {
    const orders = await listOrderStates(database, after, PAGE)
    const entries = await findEntries(
      database,
      orders.flatMap(({ id }) => STEPS.map(step => nameStep(step, id))),
    )
    const fault = findFault(orders, entries)
    if (fault !== undefined) {
      if (await isUnchanged(database, { orders, after, orderId: fault.orderId })) return { orderCount, fault }
      continue
    }
    orderCount += orders.length
    if (orders.length < PAGE) return { orderCount, fault: undefined }
    after = orders.at(-1)?.id ?? after
  }
}

function findFault(
  orders: readonly OrderState[],
  entries: Awaited<ReturnType<typeof findEntries>>,
): PayoutFault | undefined {
  for (const order of orders)
    for (const step of STEPS) {
      const expected = isBooked(step, order) ? order.amountCentavos : 0
      const entry = entries.get(nameStep(step, order.id))
      const booked = (entry?.postings ?? []).reduce((sum, each) => sum + Math.max(0, each.amountCentavos), 0)
      if (booked === expected) continue
      const problem = `it is ${order.state}, and ${booked} centavos are booked as ${step}, not ${expected}`
      return { orderId: order.id, problem }
    }
  return undefined
}

/** An order may take a step between the two reads: then its page is read again. */
async function isUnchanged(
  database: Database,
  { orders, after, orderId }: { orders: readonly OrderState[]; after: string; orderId: string },
): Promise<boolean> {
  const stateOf = (each: readonly OrderState[]) => each.find(({ id }) => id === orderId)?.state
  return stateOf(await listOrderStates(database, after, PAGE)) === stateOf(orders)
}

const nameStep = (step: Step, orderId: string): string => `payout-${step}:${orderId}`
