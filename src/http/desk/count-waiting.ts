import type { App } from '../../app/app.ts'
import { countOpenCases } from '../../domains/compliance/index.ts'
import { countProposals } from '../../domains/desk/index.ts'
import { listInvoicesToReview } from '../../domains/invoices/index.ts'
import { countOpenOrders } from '../../domains/payouts/index.ts'
import { countAtDesk } from '../../domains/purchases/index.ts'
import { listRegistrationCases, listSuspendedPayments } from '../../domains/receivables/index.ts'
import { countStuckRefunds } from '../../domains/refunds/index.ts'

const COUNTED = 1_000

/** How much waits in each queue of the desk. */
export async function countWaiting(app: App) {
  const { database, secrets } = app
  const [identifications, invoices, payments, titles, proposals, orders, refunds, compliance] =
    await Promise.all([
      countAtDesk(database, COUNTED),
      listInvoicesToReview(database, secrets, { limit: COUNTED }),
      listSuspendedPayments(database, secrets, COUNTED),
      listRegistrationCases(database, COUNTED),
      countProposals(app, COUNTED),
      countOpenOrders(database),
      countStuckRefunds(database, COUNTED),
      countOpenCases(database, COUNTED),
    ])
  const created = orders.filter(({ state }) => state === 'created').reduce((sum, { count }) => sum + count, 0)
  return {
    identifications,
    invoices: invoices.length,
    suspense: payments.length,
    registrations: titles.length,
    payouts: created + refunds,
    compliance,
    proposals,
  }
}
