import type { App } from '../../app/app.ts'
import { addDays, addMonths, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { sumSealedDebt } from '../ledger/index.ts'
import { getAccountOf } from '../lender/index.ts'
import { createOrder } from './create-order.ts'
import type { NewPayoutOrder, PayoutOrder } from './order.ts'
import { listOrders } from './orders.ts'
import type { Payee } from './payee.ts'
import { lockPayoutSubject } from './store.ts'

/** The account of its premiums has this name. */
const INSURER = 'insurer'
/** More orders than any debt has. */
const ORDERS_READ = 100

interface Due {
  readonly kind: 'INSURER'
  readonly subject: string
  /** The debt. Where it was paid already, more of it is another debt. */
  readonly name: string
  readonly amountCentavos: Centavos
  readonly dueOn: CalendarDate
  readonly payee: Payee | undefined
}

/** Orders last month's premiums. Returns how many orders were made. */
export async function orderDues(app: App): Promise<number> {
  let ordered = 0
  for (const due of await listDues(app)) if (await orderDue(app, due)) ordered += 1
  return ordered
}

/** Dues that wait because the configuration names no payee. */
export async function countDuesWithoutPayee(app: App): Promise<number> {
  return (await listDues(app)).filter(({ payee }) => payee === undefined).length
}

async function listDues(app: App): Promise<Due[]> {
  const { database, clock, payoutPayees } = app
  const today = calendarDateAt(clock.now())
  const month = addMonths(firstOfMonth(today), -1).slice(0, 7)
  const premiums = await sumSealedDebt(database, `premium-payable:${INSURER}`)
  const premium: Due = {
    kind: 'INSURER',
    subject: INSURER,
    name: `${INSURER}:${month}`,
    amountCentavos: premiums,
    dueOn: today,
    payee: payoutPayees.insurer,
  }
  return premiums > 0 && !(await wasOrdered(app, premium)) ? [premium] : []
}

const firstOfMonth = (day: CalendarDate): CalendarDate => addDays(day, 1 - Number(day.slice(8)))

/** Premiums are paid once a month. */
async function wasOrdered({ database, secrets }: App, due: Due): Promise<boolean> {
  const orders = await listOrdersOf(database, secrets, due)
  return orders.some(({ obligation }) => obligation === `${due.kind}:${due.name}`)
}

async function listOrdersOf(
  db: Queryable,
  secrets: App['secrets'],
  { kind, subject }: Due,
): Promise<readonly PayoutOrder[]> {
  return (await listOrders(db, secrets, { kind, subject, limit: ORDERS_READ })).orders
}

function orderDue({ database, secrets, clock }: App, due: Due): Promise<boolean> {
  const { kind, subject, payee, amountCentavos, dueOn } = due
  if (payee === undefined) return Promise.resolve(false)
  return database.transaction(async tx => {
    await lockPayoutSubject(tx, `${kind}:${subject}`)
    const before = await listOrdersOf(tx, secrets, due)
    // One that is under way may be for this very amount, and one that failed waits for its correction.
    if (before.some(order => order.obligation.startsWith(`${kind}:${due.name}`) && order.state !== 'paid'))
      return false
    const paid = before.filter(({ obligation }) => obligation.startsWith(`${kind}:${due.name}`)).length
    const order: NewPayoutOrder = {
      kind,
      subject,
      obligation: paid === 0 ? due.name : `${due.name}/${paid + 1}`,
      amountCentavos,
      payee,
      lenderAccountId: await getMainAccountId(tx, secrets),
      dueOn,
      needsApproval: false,
    }
    await createOrder(tx, secrets, order, clock.now())
    return true
  })
}

/** Not the name of a retailer: selects the oldest account, which serves every retailer without its own. */
async function getMainAccountId(tx: Transaction, secrets: App['secrets']): Promise<string> {
  return (await getAccountOf(tx, secrets, '')).id
}
