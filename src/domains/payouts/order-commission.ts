import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { accountOf, sumSealedDebt } from '../ledger/index.ts'
import { getAccountOf } from '../lender/index.ts'
import type { Operator } from '../operators/index.ts'
import { findPayee } from '../retailers/index.ts'
import { createOrder } from './create-order.ts'
import { proposeMadeOrder } from './desk/decide-payout.ts'
import { isFinal } from './order.ts'
import { listOrders } from './orders.ts'
import { lockPayoutSubject } from './store.ts'

/** More orders of commission than a retailer ever has. */
const ORDERS_READ = 1_000

/**
 * Orders all commission that is owed to a retailer, to the account in its terms, and proposes the order: an approver
 * answers. Returns its id. Throws Refused.
 */
export function orderCommission(
  app: App,
  operator: Operator,
  { retailerId, reason }: { readonly retailerId: string; readonly reason: string },
): Promise<string> {
  const { database, secrets, clock } = app
  return database.transaction(async tx => {
    await lockPayoutSubject(tx, `COMMISSION:${retailerId}`)
    const { payee, isSuspended } = await findPayee(tx, secrets, retailerId)
    if (isSuspended) throw new Refused(`retailer ${retailerId} is suspended and receives no payouts`)
    if (payee === undefined) throw new Refused(`retailer ${retailerId} has no payout account`)
    const search = { kind: 'COMMISSION', subject: retailerId, limit: ORDERS_READ } as const
    const { orders } = await listOrders(tx, secrets, search)
    const open = orders.find(({ state }) => !isFinal(state))
    if (open !== undefined) throw new Refused(`order ${open.id} of the commission is under way`)
    const amountCentavos = await sumSealedDebt(tx, accountOf.commissionPayable(retailerId))
    if (amountCentavos <= 0) throw new Refused(`no commission is owed to retailer ${retailerId}`)
    const now = clock.now()
    const order = await createOrder(
      tx,
      secrets,
      {
        kind: 'COMMISSION',
        subject: retailerId,
        obligation: `${retailerId}/${orders.length + 1}`,
        retailerId,
        amountCentavos,
        payee,
        lenderAccountId: (await getAccountOf(tx, secrets, retailerId)).id,
        dueOn: calendarDateAt(now),
        needsApproval: true,
        createdBy: operator.id,
      },
      now,
    )
    await proposeMadeOrder(app, tx, operator, order, reason)
    return order.id
  })
}
