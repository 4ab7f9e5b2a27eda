import { Decimal } from 'decimal.js'
import { addCalendarMonths, type Day, nextOpenDay } from './oracle-calendar.ts'

const Exact = Decimal.clone({ precision: 30, rounding: Decimal.ROUND_HALF_UP })
/** From this day of a delay on a contract earns only what is received. */
const DEFAULT_DAYS = 91
const TIMELY_DAYS = 14
const CURE_PAYMENTS = 3

interface BooksTerms {
  readonly start: Day
  readonly firstDue: Day
  readonly count: number
  /** Percent a month, at which the contract is carried: the original one for an agreement. */
  readonly carriedRatePM: number
  readonly isAgreement: boolean
}

/**
 * What the books carry of one contract, kept by another hand than the program's: present values with thirty digits, and
 * days that are tried one by one. A problem asset never grows: a payment earns as many days as it covers.
 */
export class BooksOracle {
  readonly terms: BooksTerms
  open: readonly number[]
  earnedUntil: Day
  problemSince: Day | undefined
  lastLate = Number.NEGATIVE_INFINITY
  /** The month ends until this day have been judged. */
  judgedUntil: Day
  accelerated: { readonly on: Day; readonly claimedAsOf: Day } | undefined
  /** So many times a problem asset was cured. */
  cures = 0

  readonly #dues: readonly Day[]
  /** By day: how much one centavo of the contract's first day has grown. */
  readonly #grown = new Map<Day, Decimal>()

  constructor(terms: BooksTerms, open: readonly number[]) {
    this.terms = terms
    this.#dues = open.map((_, index) => addCalendarMonths(terms.firstDue, index))
    this.open = open
    this.earnedUntil = terms.start
    this.judgedUntil = terms.start
    this.problemSince = terms.isAgreement ? terms.start : undefined
  }

  due(index: number): Day {
    return this.#dues[index] ?? 0
  }

  /** Nothing is paid. */
  touch(day: Day): void {
    this.#passDefault(day)
    if (this.problemSince === undefined) this.#earnByItself(day)
  }

  /** `open` is what is left of each installment. */
  pay(day: Day, open: readonly number[]): void {
    const last = this.#lastDay(this.open)
    if (this.problemSince === undefined && last < day) this.#passDefault(day)
    const before = this.value(this.open, this.earnedUntil)
    const isLate = open.some(
      (left, index) => left < (this.open[index] ?? 0) && day - this.due(index) > TIMELY_DAYS,
    )
    if (isLate) this.lastLate = Math.max(this.lastLate, day)
    const isSame = open.every((left, index) => left === this.open[index])
    this.open = open
    if (this.problemSince === undefined) {
      this.#earnByItself(day)
      return
    }
    if (isSame) return
    const end = Math.min(day, this.#lastDay(open))
    while (this.earnedUntil < end && this.value(open, this.earnedUntil + 1) <= before) this.earnedUntil += 1
  }

  /** The contract falls due as a whole; returns the day whose values are claimed. */
  accelerate(day: Day): Day {
    this.touch(day)
    const claimedAsOf = Math.max(this.earnedUntil, Math.min(day, this.#lastDay(this.open)))
    this.accelerated = { on: day, claimedAsOf }
    return claimedAsOf
  }

  /** Broken agreements are no cure of the contract that they were about. */
  resume(takenOverOn: Day, today: Day): void {
    this.problemSince ??= takenOverOn
    this.judgedUntil = today - 1
  }

  judge(monthEnd: Day): void {
    this.judgedUntil = monthEnd
    if (this.problemSince === undefined || this.problemSince > monthEnd) return
    if (this.#lastDay(this.open) <= monthEnd) return
    const since = Math.max(this.problemSince, this.lastLate)
    let timely = 0
    for (const [index, left] of this.open.entries()) {
      const due = this.due(index)
      if (due > monthEnd) break
      if (left > 0 && nextOpenDay(due) < monthEnd) return
      if (left === 0 && due > since) timely += 1
    }
    if (timely < CURE_PAYMENTS) return
    this.problemSince = undefined
    this.cures += 1
  }

  isProblem(day: Day): boolean {
    return this.problemSince !== undefined || this.#lastDay(this.open) <= day
  }

  /** What is carried at the end of a day. */
  carried(day: Day): number {
    if (this.problemSince !== undefined) return this.value(this.open, this.earnedUntil)
    return this.value(this.open, Math.max(this.earnedUntil, Math.min(day, this.#lastDay(this.open))))
  }

  /** Of open installments: face value of what is due, present value of the rest. */
  value(open: readonly number[], day: Day): number {
    return open.reduce((sum, left, index) => sum + this.#worth(left, index, day), 0)
  }

  #worth(left: number, index: number, day: Day): number {
    const { accelerated } = this
    if (accelerated !== undefined && this.due(index) > accelerated.on) {
      if (day >= accelerated.claimedAsOf) return left
      return this.#discount(left, day, accelerated.claimedAsOf)
    }
    if (this.due(index) <= day) return left
    return this.#discount(left, day, this.due(index))
  }

  #discount(amount: number, from: Day, to: Day): number {
    return new Exact(amount)
      .times(this.#grow(from))
      .div(this.#grow(to))
      .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
      .toNumber()
  }

  #grow(day: Day): Decimal {
    const known = this.#grown.get(day)
    if (known !== undefined) return known
    const grown = new Exact(1).plus(new Exact(this.terms.carriedRatePM).div(100)).pow(this.#place(day))
    this.#grown.set(day, grown)
    return grown
  }

  /** The first due date is at 1, each later one a period after it. */
  #place(day: Day): Decimal {
    const { count, firstDue } = this.terms
    if (day < firstDue) return new Exact(1).minus(new Exact(firstDue - day).div(30))
    for (let index = 1; index < count; index++)
      if (day < this.due(index))
        return new Exact(index).plus(
          new Exact(day - this.due(index - 1)).div(this.due(index) - this.due(index - 1)),
        )
    return new Exact(count)
  }

  #lastDay(open: readonly number[]): Day {
    const oldest = open.findIndex(left => left > 0)
    return oldest === -1 ? Number.POSITIVE_INFINITY : this.due(oldest) + DEFAULT_DAYS
  }

  #passDefault(day: Day): void {
    if (this.problemSince === undefined && this.#lastDay(this.open) < day) this.#earnByItself(day)
  }

  #earnByItself(day: Day): void {
    const last = this.#lastDay(this.open)
    this.earnedUntil = Math.max(this.earnedUntil, Math.min(day, last))
    if (last <= this.earnedUntil) this.problemSince = last
  }
}
