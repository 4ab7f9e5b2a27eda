import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { accountOf, sumSealedDebt } from '../ledger/index.ts'
import { getAccountOf } from '../lender/index.ts'
import { createOrder } from './create-order.ts'
import { listOrders } from './orders.ts'
import type { Payee } from './payee.ts'
import { lockPayoutSubject } from './store.ts'

/** More orders than a fund has under way. */
const ORDERS_READ = 100

/**
 * Orders what a fund is owed of what customers have paid, once a day; only sealed entries count. False when nothing is
 * owed, or an order of the fund has not ended yet: one that failed waits for its correction.
 */
export function orderForFund(
  { database, secrets, clock }: App,
  {
    fundId,
    payee,
    isNew,
  }: {
    readonly fundId: string
    readonly payee: Payee
    /** Its account was registered a short time ago: a person approves. */
    readonly isNew: boolean
  },
): Promise<boolean> {
  return database.transaction(async tx => {
    await lockPayoutSubject(tx, `FUND:${fundId}`)
    const amountCentavos = await sumSealedDebt(tx, accountOf.fundPayable(fundId))
    const today = calendarDateAt(clock.now())
    const obligation = `${fundId}:${today}`
    const { orders } = await listOrders(tx, secrets, { kind: 'FUND', subject: fundId, limit: ORDERS_READ })
    const isUnderWay = orders.some(order => order.state !== 'paid' || order.obligation.endsWith(obligation))
    if (amountCentavos <= 0 || isUnderWay) return false
    const { id: lenderAccountId } = await getAccountOf(tx, secrets, '')
    const order = { subject: fundId, obligation, amountCentavos, payee, lenderAccountId, dueOn: today }
    await createOrder(tx, secrets, { ...order, kind: 'FUND', needsApproval: isNew }, clock.now())
    return true
  })
}
