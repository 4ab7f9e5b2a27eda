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

/** The entries that an order in this state has. */
const isBooked = (step: Step, { state }: Awaited<ReturnType<typeof listOrderStates>>[number]): boolean => {
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
    for (const order of orders)
      for (const step of STEPS) {
        const expected = isBooked(step, order) ? order.amountCentavos : 0
        const entry = entries.get(nameStep(step, order.id))
        const booked = (entry?.postings ?? []).reduce(
          (sum, each) => sum + Math.max(0, each.amountCentavos),
          0,
        )
        if (booked === expected) continue
        const problem = `it is ${order.state}, and ${booked} centavos are booked as ${step}, not ${expected}`
        return { orderCount, fault: { orderId: order.id, problem } }
      }
    orderCount += orders.length
    if (orders.length < PAGE) return { orderCount, fault: undefined }
    after = orders.at(-1)?.id ?? after
  }
}

const nameStep = (step: Step, orderId: string): string => `payout-${step}:${orderId}`
