import assert from 'node:assert/strict'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { type Answer, DEMO_KEY, query, type TestApp } from '../support/app.ts'
import {
  type BilletBody,
  buyOpen,
  centavos,
  moveClock,
  pay,
  read,
  type TransactionBody,
} from '../support/purchase-http.ts'
import { Dice } from './dice.ts'
import { DEFAULT_DAYS, LoanOracle } from './loan-oracle.ts'
import { type Day, nextOpenDay, parseDay, writeDay } from './oracle-calendar.ts'

export interface Product {
  readonly id: string
  readonly name: string
  readonly amount: number
  readonly value: number
}

/** One customer with one contract, and what the oracle says of it. */
export interface Customer {
  readonly name: string
  /** Of the purchase, of what is left of it after a return, or of the agreement that took its place. */
  transactionId: string
  /** Every transaction that the purchase ever was. */
  readonly transactionIds: string[]
  oracle: LoanOracle
  products: readonly Product[]
  downPaymentCentavos: number
  /** What an agreement is about. */
  original: { readonly transactionId: string; readonly oracle: LoanOracle } | undefined
  /** Withdrew, or brought everything back: nothing is owed any more. */
  hasLeft: boolean
  /** Everything that was ever paid. */
  paidInCentavos: number
  /** Paid for what was paid already: the desk decides about it. */
  heldCentavos: number
  /** Owed back beside what the oracle says of the living contract. */
  owedBackCentavos: number
  /** What was done, for the message of a failure. */
  readonly diary: string[]
  /** Settlement billets that were issued and not paid, with their value in centavos. */
  readonly unpaid: { readonly id: string; readonly valueCentavos: number }[]
}

/** The debt is an agreement's for this long after a due date, and then the original's again. */
const KEPT_DAYS = 30
/** To pay what is overdue, after a notice. */
const CURE_DAYS = 15

/** What the service says of a contract in default. */
interface Default {
  readonly acceleratedOn: Day | undefined
  /** In default, and noticed so long ago that there was time to pay. */
  readonly isDue: boolean
}

/** Some customers of one shop, who share the days. */
export class World {
  readonly app: TestApp
  readonly dice: Dice
  customers: Customer[] = []
  /** Who owes nothing any more, and has another in their place. */
  readonly past: Customer[] = []
  /** Carrying amounts of problem assets that were compared. */
  problems = 0

  constructor(app: TestApp, seed: number) {
    this.app = app
    this.dice = new Dice(seed)
  }

  get today(): Day {
    return parseDay(calendarDateAt(this.app.services.clock.now()))
  }

  /** Buys, signs and pays the down payment. */
  async join(): Promise<Customer> {
    const { dice, app } = this
    const products = ['fridge', 'radio', 'lamp'].map((id, index) => ({
      id,
      name: id,
      amount: 1,
      value: [1_000, 400, 100].map(least => least + dice.roll(2 * least))[index] ?? 0,
    }))
    const { transactionId } = await buyOpen(app, {
      products,
      installments: dice.pick([3, 6, 8]),
      downPayment: dice.roll(2) === 0,
    })
    const downPaymentCentavos = centavos((await read(app, transactionId)).downPaymentValue)
    const customer: Customer = {
      name: `customer ${this.customers.length + this.past.length + 1}`,
      transactionId,
      transactionIds: [transactionId],
      oracle: await this.consult(transactionId),
      products,
      downPaymentCentavos,
      original: undefined,
      hasLeft: false,
      paidInCentavos: downPaymentCentavos,
      heldCentavos: 0,
      owedBackCentavos: 0,
      diary: [],
      unpaid: [],
    }
    this.customers.push(customer)
    return customer
  }

  /** For whoever has nothing left to do comes somebody else. */
  async replaceSome(): Promise<void> {
    const isOver = ({ hasLeft, oracle }: Customer) => hasLeft || oracle.isPaid
    const gone = this.customers.filter(customer => isOver(customer) && this.dice.roll(3) > 0)
    this.customers = this.customers.filter(customer => !gone.includes(customer))
    this.past.push(...gone)
    for (let left = gone.length; left > 0; left--) await this.join()
  }

  /** An oracle for a contract whose terms are fixed by now. */
  async consult(transactionId: string, originalRatePM?: number): Promise<LoanOracle> {
    const { installments = [], interestRatePM, numberOfInstallments } = await read(this.app, transactionId)
    const [first] = installments
    assert.ok(first)
    return new LoanOracle({
      firstDue: parseDay(first.dueDate),
      count: numberOfInstallments,
      installmentCentavos: centavos(first.value),
      ratePM: interestRatePM,
      start: this.today,
      ...(originalRatePM === undefined ? {} : { originalRatePM }),
    })
  }

  async wait(days: number): Promise<void> {
    await moveClock(this.app, `P${days}D`)
    for (const customer of this.customers) {
      customer.diary.push(`${days} days pass, and it is ${writeDay(this.today)}`)
      if (!customer.hasLeft) this.#followAgreement(customer)
    }
    // The proof of a notice may be found after the job that needs it has run, which then runs again.
    for (let tries = 0; tries < 2 && (await this.#awaitsDefault()); tries++)
      await moveClock(this.app, 'PT10M')
    for (const customer of this.customers) {
      await tellDiary(customer, () => this.#followDefault(customer))
      await this.#followMonths(customer)
    }
  }

  /** A month end judges with what is known when it is run. */
  async #followMonths({ transactionId, oracle: { books }, hasLeft }: Customer): Promise<void> {
    if (hasLeft) return
    const [row] = await query<{ through: string | null }>(
      this.app,
      'SELECT provided_through::text AS through FROM loans WHERE transaction_id = $1',
      [transactionId],
    )
    const through = typeof row?.through === 'string' ? parseDay(row.through) : books.judgedUntil
    for (let day = books.judgedUntil + 1; day <= through; day++)
      if (writeDay(day + 1).endsWith('-01')) books.judge(day)
  }

  /** Broken by its delay: what was paid under it counts for the original on its day. */
  #followAgreement(customer: Customer): void {
    const { original, oracle, diary } = customer
    const { oldest } = oracle
    if (original === undefined || oldest === undefined) return
    if (this.today <= nextOpenDay(nextOpenDay(oldest.due) + KEPT_DAYS)) return
    diary.push('the agreement is broken')
    original.oracle.books.resume(oracle.books.terms.start, this.today)
    for (const { day, centavos: taken } of oracle.taken) original.oracle.payOldest(day, taken)
    customer.owedBackCentavos += oracle.excessCentavos
    customer.transactionId = original.transactionId
    customer.oracle = original.oracle
    customer.original = undefined
    customer.unpaid.length = 0
  }

  /** Whether there is a contract that should be due as a whole and is not. */
  async #awaitsDefault(): Promise<boolean> {
    for (const customer of this.customers) {
      const found = await this.#readDefault(customer)
      if (found?.isDue && found.acceleratedOn === undefined) return true
    }
    return false
  }

  /** The day depends on that of a notice; whether it is lawful does not. */
  async #followDefault(customer: Customer): Promise<void> {
    const found = await this.#readDefault(customer)
    if (found === undefined) return
    assert.equal(found.acceleratedOn !== undefined, found.isDue, 'due as a whole')
    if (found.acceleratedOn === undefined) return
    customer.diary.push('everything is due')
    assert.equal(found.acceleratedOn, this.today, 'due as a whole on a day that nobody saw')
    customer.oracle.accelerate(this.today)
  }

  /** Undefined where nothing can fall due as a whole, or did before. */
  async #readDefault({ transactionId, oracle, original, hasLeft }: Customer): Promise<Default | undefined> {
    const { oldest, acceleratedOn } = oracle
    if (hasLeft || original !== undefined || acceleratedOn !== undefined || oldest === undefined)
      return undefined
    const [row] = await query<{ acceleratedOn: string | null; noticedOn: string | null }>(
      this.app,
      `SELECT l.accelerated_on::text AS "acceleratedOn",
          (SELECT (coalesce(n.delivered_at, n.sent_at) AT TIME ZONE 'America/Sao_Paulo')::date::text FROM formal_notices n
            WHERE n.transaction_id = l.transaction_id AND n.kind = 'acceleration' AND n.due_date = $2 AND n.sent_at IS NOT NULL
            ORDER BY n.delivered_at IS NULL, n.serving DESC LIMIT 1) AS "noticedOn"
        FROM loans l WHERE l.transaction_id = $1`,
      [transactionId, writeDay(oldest.due)],
    )
    const parse = (day: string | null | undefined) => (typeof day === 'string' ? parseDay(day) : undefined)
    const noticedOn = parse(row?.noticedOn)
    const mayCure = noticedOn === undefined || this.today - noticedOn <= CURE_DAYS
    return {
      acceleratedOn: parse(row?.acceleratedOn),
      isDue: this.today - oldest.due >= DEFAULT_DAYS && !mayCure,
    }
  }

  async readOpen(customer: Customer): Promise<{ body: TransactionBody; open: readonly BilletBody[] }> {
    const body = await read(this.app, customer.transactionId)
    const open = (body.installments ?? []).filter(({ paymentStatus }) => paymentStatus === 'PENDING')
    return { body, open }
  }

  isExpired({ expirationDate }: BilletBody): boolean {
    return Date.parse(expirationDate) < this.app.services.clock.now().getTime()
  }

  /** The bank tells of a payment of today. */
  async pay(customer: Customer, billetId: string, amountCentavos: number): Promise<void> {
    customer.paidInCentavos += amountCentavos
    await pay(this.app, billetId, { amount: amountCentavos / 100 })
  }

  async post<Body>(customer: Customer, path: string, body: object): Promise<Answer<Body>> {
    const url = `/public/transaction/${customer.transactionId}/${path}`
    return this.app.post<Body>(url, { apiKey: DEMO_KEY, ...body })
  }
}

/** A failure names all that the customer did before. */
export async function tellDiary<Result>(
  { name, diary }: Customer,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const told = [name, ...diary].join('\n  ')
    throw new Error(`${told}\n${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
