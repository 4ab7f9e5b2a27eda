import { Decimal } from 'decimal.js'
import { BooksOracle } from './books-oracle.ts'
import { addCalendarMonths, type Day, nextOpenDay } from './oracle-calendar.ts'

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
/** From this day of a delay on the contract earns nothing more, and may fall due as a whole. */
export const DEFAULT_DAYS = 91

export interface OracleTerms {
  readonly firstDue: Day
  readonly count: number
  readonly installmentCentavos: number
  /** Percent a month. */
  readonly ratePM: number
  /** Of the contract; a month before the first due date where absent. */
  readonly start?: Day
  /** Of the contract that an agreement is about. */
  readonly originalRatePM?: number
}

interface Installment {
  readonly number: number
  readonly due: Day
  open: number
  /** Undefined until the delay was charged for. */
  fine: number | undefined
  interest: number
  chargedUntil: Day
}

export interface Owed {
  readonly overdue: number
  readonly future: number
  readonly total: number
}

/** Money that was taken for a debt. */
export interface Taken {
  readonly day: Day
  readonly centavos: number
}

/**
 * What one customer owes, kept by another hand than the program's: days are numbers, present values have sixty digits,
 * and every rule is written from the law and the contract's clauses, not from the code.
 */
export class LoanOracle {
  readonly terms: OracleTerms
  readonly installments: Installment[]
  readonly taken: Taken[] = []
  /** Money that has to go back. */
  excessCentavos = 0
  /** Interest that was never paid because an installment was paid before it was due. */
  discountCentavos = 0
  /** The whole contract is due since. */
  acceleratedOn: Day | undefined
  /** What the books carry of it. */
  readonly books: BooksOracle

  constructor(terms: OracleTerms) {
    this.terms = terms
    this.installments = Array.from({ length: terms.count }, (_, index) => {
      const due = addCalendarMonths(terms.firstDue, index)
      return {
        number: index + 1,
        due,
        open: terms.installmentCentavos,
        fine: undefined,
        interest: 0,
        chargedUntil: due,
      }
    })
    const { firstDue, count, ratePM, start = firstDue - 30, originalRatePM = ratePM } = terms
    const isAgreement = terms.originalRatePM !== undefined
    const carriedRatePM = Math.max(ratePM, originalRatePM)
    this.books = new BooksOracle({ start, firstDue, count, carriedRatePM, isAgreement }, this.#listFaces())
  }

  #listFaces(): number[] {
    return this.installments.map(({ open }) => open)
  }

  get isPaid(): boolean {
    return this.installments.every(isSettled)
  }

  get faceCentavos(): number {
    return this.installments.reduce((sum, { open }) => sum + open, 0)
  }

  /** The oldest one of which a part of the face value is open. */
  get oldest(): Installment | undefined {
    return this.installments.find(({ open }) => open > 0)
  }

  listOpen(): Installment[] {
    return this.installments.filter(each => !isSettled(each))
  }

  isLate({ due }: Pick<Installment, 'due'>, day: Day): boolean {
    return day > nextOpenDay(due)
  }

  isDue({ due }: Pick<Installment, 'due'>, day: Day): boolean {
    return due <= day || this.acceleratedOn !== undefined
  }

  /** Face value, 2 % once, and 1 % a month by the day on what is open. */
  due(installment: Installment, day: Day): { face: number; fine: number; interest: number; total: number } {
    const isCharged = this.#isCharged(installment, day)
    const { open, chargedUntil } = installment
    const fine = installment.fine ?? (isCharged ? roundHalfUp(new Exact(open).times(2).div(100)) : 0)
    const days = isCharged ? Math.max(0, day - chargedUntil) : 0
    const interest = installment.interest + roundHalfUp(new Exact(open).times(days).div(3000))
    return { face: open, fine, interest, total: open + fine + interest }
  }

  /** Worth of an open face value before its due date, on the contract's own scale of months. */
  worth(installment: Installment, day: Day): number {
    const { ratePM } = this.terms
    const growth = new Exact(1).plus(new Exact(ratePM).div(100))
    return roundHalfUp(new Exact(installment.open).div(growth.pow(this.#measure(installment, day))))
  }

  owed(day: Day): Owed {
    const due = this.installments.filter(each => this.isDue(each, day))
    const later = this.installments.filter(each => !this.isDue(each, day))
    const overdue = due.reduce((sum, each) => sum + this.due(each, day).total, 0)
    const future = later.reduce((sum, each) => sum + this.worth(each, day), 0)
    return { overdue, future, total: overdue + future }
  }

  /**
   * A payment made for one installment. What banks may ask for pays it whole; more is owed back, or pays the others of a
   * contract that is due as a whole; less pays the oldest ones. Returns what is owed back.
   */
  pay(number: number, day: Day, centavos: number): number {
    const own = this.installments[number - 1]
    if (own === undefined) throw new Error(`no installment ${number}`)
    const { least, most } = this.#band(own, day)
    if (centavos < least) return this.payOldest(day, centavos)
    const taken = centavos <= most ? centavos : this.due(own, day).total
    close(own)
    const rest = this.acceleratedOn === undefined ? centavos - taken : this.#spread(day, centavos - taken)
    return this.#count(day, centavos - rest, rest)
  }

  /** A second copy was paid with exactly what it asks for: charges up to its own due date, also before that day. */
  payCopy(number: number, day: Day, copyDue: Day): number {
    const own = this.installments[number - 1]
    if (own === undefined) throw new Error(`no installment ${number}`)
    const asked = this.due(own, Math.max(day, copyDue)).total
    close(own)
    this.#count(day, asked, 0)
    return asked
  }

  /** The oldest first, each whole before the next, also those that are not due yet at their face value. */
  payOldest(day: Day, centavos: number): number {
    const rest = this.#spread(day, centavos)
    return this.#count(day, centavos - rest, rest)
  }

  /** Money that names no installment: what is due, oldest first, then the last ones at their worth. */
  payAny(day: Day, centavos: number): number {
    let rest = centavos
    for (const each of this.installments.filter(one => this.isDue(one, day)))
      rest = this.#impute(each, day, rest)
    const later = this.installments.filter(each => !this.isDue(each, day) && each.open > 0)
    for (const each of later.toReversed()) {
      if (rest === 0) break
      const worth = this.worth(each, day)
      if (rest >= worth) {
        rest -= worth
        this.discountCentavos += each.open - worth
        close(each)
        continue
      }
      const growth = new Exact(1).plus(new Exact(this.terms.ratePM).div(100))
      const bought = new Exact(rest)
        .times(growth.pow(this.#measure(each, day)))
        .floor()
        .toNumber()
      each.open -= bought
      this.discountCentavos += bought - rest
      if (bought > 0) rest = 0
      break
    }
    return this.#count(day, centavos - rest, rest)
  }

  /** The chosen installments are settled for what they are worth. */
  settle(numbers: readonly number[], day: Day): number {
    const chosen = this.installments.filter(({ number }) => numbers.includes(number))
    let value = 0
    for (const each of chosen) {
      const worth = this.isDue(each, day) ? this.due(each, day).total : this.worth(each, day)
      if (!this.isDue(each, day)) this.discountCentavos += each.open - worth
      value += worth
      close(each)
    }
    this.#count(day, value, 0)
    return value
  }

  /**
   * The whole contract falls due: what is not due yet is claimed at its worth on the last day that earned interest, and
   * without a fine. From then on everything bears interest of the delay.
   */
  accelerate(day: Day): void {
    const { oldest } = this
    if (oldest === undefined) throw new Error('nothing is open')
    const earnedUntil = Math.min(day, oldest.due + DEFAULT_DAYS)
    const claimed = this.installments.map(each => {
      const { fine, interest } = this.due(each, day)
      return { open: each.due > day ? this.worth(each, earnedUntil) : each.open, fine, interest }
    })
    this.installments.forEach(
      (each, index) => void Object.assign(each, claimed[index], { chargedUntil: day }),
    )
    this.acceleratedOn = day
    this.books.accelerate(day)
    this.books.open = this.#listFaces()
  }

  /**
   * The same contract with smaller installments, as if it had always been the smaller one. What was paid of an
   * installment counts on it, up to the smaller one; charges that are open shrink with it. Returns both.
   */
  shrink(
    installmentCentavos: number,
    day: Day = this.books.earnedUntil,
  ): { readonly oracle: LoanOracle; readonly surplusCentavos: number } {
    const before = this.terms.installmentCentavos
    const oracle = new LoanOracle({ ...this.terms, installmentCentavos })
    const scale = (charge: number) => roundHalfUp(new Exact(charge).times(installmentCentavos).div(before))
    let surplusCentavos = 0
    for (const each of oracle.installments) {
      const old = this.installments[each.number - 1]
      if (old === undefined) continue
      const paid = before - old.open
      surplusCentavos += Math.max(0, paid - installmentCentavos)
      each.open = Math.max(0, installmentCentavos - paid)
      // An installment that was paid for in the smaller amount is paid.
      if (each.open === 0) close(each)
      else {
        each.fine = old.fine === undefined ? undefined : scale(old.fine)
        each.interest = scale(old.interest)
        each.chargedUntil = old.chargedUntil
      }
    }
    oracle.books.open = oracle.#listFaces()
    oracle.books.touch(day)
    return { oracle, surplusCentavos }
  }

  #isCharged(installment: Installment, day: Day): boolean {
    return this.isLate(installment, day) || (this.acceleratedOn !== undefined && day > this.acceleratedOn)
  }

  /** Banks round the charges of a delay in several lawful ways. */
  #band(installment: Installment, day: Day): { least: number; most: number } {
    const { open, interest } = installment
    const isCharged = this.#isCharged(installment, day)
    const days = isCharged ? Math.max(0, day - installment.chargedUntil) : 0
    const fixed = open + interest
    const isNew = installment.fine === undefined && isCharged
    const fineLeast = isNew ? Math.floor((open * 2) / 100) : (installment.fine ?? 0)
    const fineMost = isNew ? Math.ceil((open * 2) / 100) : (installment.fine ?? 0)
    return {
      least:
        fixed +
        fineLeast +
        Math.min(days * Math.floor(open / 3000), Math.floor((33 * open * days) / 100_000)),
      most: fixed + fineMost + Math.ceil((open * days) / 3000),
    }
  }

  /** Returns what is left over. What banks may ask for one of them pays it whole. */
  #spread(day: Day, centavos: number): number {
    let rest = centavos
    for (const each of this.listOpen()) {
      if (rest === 0) break
      const { least, most } = this.#band(each, day)
      if (least <= rest && rest <= most) {
        close(each)
        return 0
      }
      rest = this.#impute(each, day, rest)
    }
    return rest
  }

  /** Interest, then the installment, then the fine. */
  #impute(installment: Installment, day: Day, centavos: number): number {
    if (centavos === 0) return 0
    const due = this.due(installment, day)
    const interest = Math.min(centavos, due.interest)
    const face = Math.min(centavos - interest, due.face)
    const fine = Math.min(centavos - interest - face, due.fine)
    const isCharged = this.#isCharged(installment, day)
    installment.open -= face
    installment.interest = due.interest - interest
    if (isCharged || installment.fine !== undefined) installment.fine = due.fine - fine
    if (isCharged) installment.chargedUntil = Math.max(installment.chargedUntil, day)
    return centavos - interest - face - fine
  }

  #count(day: Day, taken: number, excess: number): number {
    if (taken > 0) this.taken.push({ day, centavos: taken })
    this.books.pay(day, this.#listFaces())
    this.excessCentavos += excess
    return excess
  }

  /** In months of the contract: the first one by thirty days, each later one by its own length. */
  #measure({ number }: Installment, day: Day): Decimal {
    const next = this.installments.findIndex(({ due }) => due > day)
    const following = this.installments[next]
    if (following === undefined) return new Exact(0)
    const before = this.installments[next - 1]
    const whole = number - following.number
    const length = before === undefined ? 30 : following.due - before.due
    return new Exact(following.due - day).div(length).plus(whole)
  }
}

const isSettled = ({ open, fine, interest }: Installment): boolean =>
  open === 0 && (fine ?? 0) === 0 && interest === 0

function close(installment: Installment): void {
  installment.open = 0
  installment.interest = 0
  installment.fine = 0
}

const roundHalfUp = (value: Decimal): number => value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()
