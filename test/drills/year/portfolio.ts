import assert from 'node:assert/strict'
import { addDays, type CalendarDate, calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { DEMO_KEY, type TestApp } from '../../support/app.ts'
import {
  askCancel,
  type BilletBody,
  buyOpen,
  centavos,
  giveUp,
  moveClock,
  pay,
  playUntil,
  read,
  removeProducts,
} from '../../support/purchase-http.ts'
import { createRandom, type SeededRandom } from '../chaos/seeded-random.ts'

export const PLAIN_KEY = 'sk_homolog_plain_000000000000000000000000000'

/** How a customer lives with the debt. Every portfolio has each of them. */
export const HABITS = [
  'punctual',
  'settles early',
  'settles the last ones',
  'pays late',
  'pays one real short',
  'pays half, then the rest',
  'pays too much',
  'pays twice',
  'stops paying',
  'agrees and pays',
  'agrees and breaks it',
  'gives a product back',
  'withdraws',
  'is canceled by the shop',
] as const
export type Habit = (typeof HABITS)[number]

export interface Customer {
  readonly habit: Habit
  readonly key: string
  /** Of the purchase, of what is left of it after a return, or of the agreement that took its place. */
  transactionId: string
  /** Every contract that the purchase ever was. */
  readonly transactionIds: string[]
  readonly joinedOn: CalendarDate
  /** Nothing more is done about the contract. */
  isOver: boolean
  /** What was done already, each once. */
  readonly done: Set<string>
}

export interface PortfolioOptions {
  readonly app: TestApp
  readonly purchases: number
  readonly days: number
  readonly seed: number
  readonly log: (line: string) => void
  /** At the first moment of each month, about the month before. */
  readonly onMonthEnd: (month: string) => Promise<void>
}

const PRODUCTS = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_800 },
  { id: 'stove', name: 'Fogão', amount: 1, value: 900 },
  { id: 'lamp', name: 'Luminária', amount: 1, value: 120 },
] as const

/** Customers of two shops live with their debts for so many days, by the interface alone. */
export async function livePortfolio(options: PortfolioOptions): Promise<Customer[]> {
  const { app, purchases, days, seed, log, onMonthEnd } = options
  const random = createRandom(seed)
  const customers: Customer[] = []
  const today = () => calendarDateAt(app.services.clock.now())
  const begin = today()
  const end = addDays(begin, days)
  // Sales end early enough that the last contracts have a life, too.
  const sellingDays = Math.floor(days * 0.7)
  const joinDays = Array.from({ length: purchases }, (_, index) =>
    addDays(begin, Math.floor((index * sellingDays) / purchases)),
  )
  let month = today().slice(0, 7)
  while (today() < end) {
    while (customers.length < purchases && (joinDays[customers.length] ?? end) <= today())
      customers.push(await join(app, random, customers.length, today()))
    for (const customer of customers) if (!customer.isOver) await act(app, random, customer, today())
    await moveClock(app, 'P1D')
    if (today().slice(0, 7) !== month) {
      await onMonthEnd(month)
      const living = customers.filter(({ isOver }) => !isOver).length
      log(`${month}: ${customers.length} purchases, ${living} with something left to do`)
      month = today().slice(0, 7)
    }
  }
  return customers
}

async function join(
  app: TestApp,
  random: SeededRandom,
  index: number,
  joinedOn: CalendarDate,
): Promise<Customer> {
  const habit = HABITS[index % HABITS.length] ?? 'punctual'
  // Only the first shop's terms know insurance.
  const key = index % 4 === 3 ? PLAIN_KEY : DEMO_KEY
  const products = PRODUCTS.map(product => ({ ...product, value: product.value + random.below(500) }))
  const hasInsurance = key === DEMO_KEY && random.chance(0.3)
  const { transactionId } = await buyOpen(app, {
    key,
    products,
    installments: random.pick([3, 6, 10]),
    downPayment: random.chance(0.5),
    ...(key === DEMO_KEY ? { hasInsurance } : {}),
  })
  return {
    habit,
    key,
    transactionId,
    transactionIds: [transactionId],
    joinedOn,
    isOver: false,
    done: new Set(),
  }
}

type Act = (place: Place) => Promise<void>

interface Place {
  readonly app: TestApp
  readonly random: SeededRandom
  readonly customer: Customer
  readonly today: CalendarDate
  /** Unpaid, the oldest first. */
  readonly open: readonly BilletBody[]
  readonly paid: readonly BilletBody[]
}

async function act(
  app: TestApp,
  random: SeededRandom,
  customer: Customer,
  today: CalendarDate,
): Promise<void> {
  const { status, installments = [] } = await read(app, customer.transactionId, customer.key)
  if (status !== 'OPEN') {
    customer.isOver = true
    return
  }
  const open = installments.filter(({ paymentStatus }) => paymentStatus === 'PENDING')
  const paid = installments.filter(({ paymentStatus }) => paymentStatus === 'PAID')
  await ACTS[customer.habit]({ app, random, customer, today, open, paid })
}

const daysAfter = (day: string, days: number): CalendarDate => addDays(day.slice(0, 10) as CalendarDate, days)

/** Pays the oldest installment so many days after it was due. */
const payAfter =
  (days: number, change: (asked: number, place: Place) => number = asked => asked): Act =>
  async place => {
    const [oldest] = place.open
    if (oldest === undefined || place.today < daysAfter(oldest.dueDate, days)) return
    await payOldest(place, oldest, change)
  }

async function payOldest(
  place: Place,
  oldest: BilletBody,
  change: (asked: number, place: Place) => number,
): Promise<void> {
  const { app, customer, today } = place
  const { key } = customer
  const isLate = today > daysAfter(oldest.dueDate, 4)
  const billet = isLate ? await reissue(place, oldest) : oldest
  if (billet === undefined) return
  const amount = change(centavos(billet.value), place) / 100
  await pay(app, billet.id, { amount }, key)
}

/** Undefined on a day on which no billet is issued. */
async function reissue({ app, customer }: Place, { id }: BilletBody): Promise<BilletBody | undefined> {
  const path = `/public/transaction/${customer.transactionId}/billets/${id}/reissue`
  const answer = await app.post<BilletBody>(path, { apiKey: customer.key })
  return answer.status === 200 ? answer.body : undefined
}

/** Does something once, so many days after the purchase. */
async function onceAfter(
  place: Place,
  days: number,
  name: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const { customer, today } = place
  if (customer.done.has(name) || today < addDays(customer.joinedOn, days)) return false
  if (!(await work())) return false
  customer.done.add(name)
  return true
}

async function settle(place: Place, installments: string): Promise<boolean> {
  const { app, customer } = place
  const path = `/public/transaction/${customer.transactionId}/settlement`
  const answer = await app.post<{ value: number; billet: BilletBody }>(path, {
    apiKey: customer.key,
    installments,
  })
  if (answer.status !== 200) return false
  await pay(app, answer.body.billet.id, { amount: answer.body.value }, customer.key)
  return true
}

const punctual = payAfter(0)

/** Two installments are paid; the rest is agreed on anew when it is some 70 days late. */
const agreeWhenLate =
  (afterwards: Act): Act =>
  async place => {
    const { customer, open, paid, today } = place
    if (customer.done.has('agrees')) return afterwards(place)
    if (paid.length < 2) return punctual(place)
    const [oldest] = open
    if (oldest === undefined || today < daysAfter(oldest.dueDate, 70)) return
    const agreementId = await agree(place)
    if (agreementId === undefined) return
    customer.done.add('agrees')
    customer.transactionId = agreementId
    customer.transactionIds.push(agreementId)
  }

async function agree({ app, customer }: Place): Promise<string | undefined> {
  const path = `/public/transaction/${customer.transactionId}/renegotiation`
  const { key: apiKey } = customer
  const offered = await app.post<{ options: { optionId: string }[] }>(path, {
    apiKey,
    preview: true,
    installments: 6,
  })
  const optionId = offered.body.options?.[0]?.optionId
  if (offered.status !== 200 || optionId === undefined) return undefined
  const accepted = await app.post<{ transactionId: string }>(path, { apiKey, optionId })
  if (accepted.status !== 200) return undefined
  await playUntil(app, accepted.body.transactionId, 'COMPLETE', {}, apiKey)
  return accepted.body.transactionId
}

const ACTS: Readonly<Record<Habit, Act>> = {
  punctual,
  'settles early': async place => {
    if (!(await onceAfter(place, 75, 'settles', () => settle(place, 'all')))) await punctual(place)
  },
  'settles the last ones': async place => {
    if (!(await onceAfter(place, 50, 'settles', () => settle(place, 'last:1')))) await punctual(place)
  },
  'pays late': async place => payAfter(8 + (place.paid.length % 3) * 9)(place),
  'pays one real short': payAfter(0, (asked, { paid }) => (paid.length === 0 ? asked - 100 : asked)),
  'pays half, then the rest': payAfter(0, (asked, { random }) =>
    random.chance(0.5) ? Math.ceil(asked / 2) : asked,
  ),
  'pays too much': payAfter(0, asked => asked + 300),
  'pays twice': async place => {
    const [first] = place.paid
    const again = async () => {
      if (first === undefined) return false
      await pay(place.app, first.id, {}, place.customer.key)
      return true
    }
    if (!(await onceAfter(place, 45, 'pays again', again))) await punctual(place)
  },
  'stops paying': async place => {
    if (place.paid.length < 1) await punctual(place)
  },
  'agrees and pays': agreeWhenLate(punctual),
  'agrees and breaks it': agreeWhenLate(async place => {
    if (place.paid.length < 1) await punctual(place)
  }),
  'gives a product back': async place => {
    const { app, customer } = place
    const giveBack = async () => {
      const next = await removeProducts(app, customer.transactionId, ['lamp'], customer.key)
      customer.transactionId = next.transactionId
      customer.transactionIds.push(next.transactionId)
      return true
    }
    if (!(await onceAfter(place, 20, 'gives back', giveBack))) await punctual(place)
  },
  withdraws: async place => {
    await onceAfter(place, 5, 'withdraws', async () => {
      const answer = await giveUp(place.app, place.customer.transactionId, place.customer.key)
      assert.equal(answer.status, 200, answer.text)
      return true
    })
  },
  'is canceled by the shop': async place => {
    const cancel = async () => {
      const answer = await askCancel(place.app, place.customer.transactionId, {}, place.customer.key)
      assert.equal(answer.status, 200, answer.text)
      return true
    }
    if (!(await onceAfter(place, 40, 'is canceled', cancel))) await punctual(place)
  },
}
