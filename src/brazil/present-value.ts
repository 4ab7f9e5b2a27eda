import { addMonths, type CalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import type { Centavos } from '../kernel/money.ts'
import { type Distance, roundDiscounted } from './discount.ts'

/** What a contract's present values depend on. */
export interface LoanScale {
  readonly interestRatePM: number
  readonly firstDueDate: CalendarDate
}

const DAYS_BEFORE_FIRST = 30
const MAX_INSTALLMENTS = 60
const MAX_REMEMBERED = 4_096
const remembered = new Map<CalendarDate, Int32Array>()

/** Epoch days of 60 due dates. Contracts of a day share them. A full cache is emptied, which changes no figure. */
export function getDueDays(firstDueDate: CalendarDate): Int32Array {
  const known = remembered.get(firstDueDate)
  if (known !== undefined) return known
  const days = Int32Array.from({ length: MAX_INSTALLMENTS }, (_, index) =>
    toEpochDay(addMonths(firstDueDate, index)),
  )
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(firstDueDate, days)
  return days
}

/** Index of the first installment that is due after the day: the one due on the day itself counts as due. */
export function findNext(dueDays: Int32Array, count: number, day: number): number {
  let next = 0
  while (next < count && (dueDays[next] ?? 0) <= day) next++
  return next
}

/**
 * From a day to the due date of installment `index`, of which the next one is `next`. The contract is priced with one
 * period from each due date to the next, however many days that is, and 30 days to a period before the first.
 * Discounting by calendar days would not give back what was lent.
 */
export function measureDistance(dueDays: Int32Array, day: number, next: number, index: number): Distance {
  const nextDay = dueDays[next] ?? 0
  const daysInPeriod = next === 0 ? DAYS_BEFORE_FIRST : nextDay - (dueDays[next - 1] ?? 0)
  return { periods: index - next, days: nextDay - day, daysInPeriod }
}

/** Called with each open installment after the day: its index, open face value and present value. */
type Visit = (index: number, faceCentavos: Centavos, presentCentavos: Centavos) => void

/**
 * Present values of the open installments after a day, each rounded half up by itself, so that parts and whole add up.
 * `open` has the open face value of every installment, 0 for a paid one.
 */
export function visitPresentValues(
  { interestRatePM, firstDueDate }: LoanScale,
  open: readonly Centavos[],
  date: CalendarDate,
  visit: Visit,
): void {
  const dueDays = getDueDays(firstDueDate)
  const day = toEpochDay(date)
  const next = findNext(dueDays, open.length, day)
  if (next === open.length) return
  const growth = 1 + interestRatePM / 100
  const { days, daysInPeriod } = measureDistance(dueDays, day, next, next)
  let factor = growth ** -(days / daysInPeriod)
  for (let index = next; index < open.length; index++, factor /= growth) {
    const face = open[index] ?? 0
    if (face === 0) continue
    const distance = { periods: index - next, days, daysInPeriod }
    visit(index, face, roundDiscounted(face * factor, face, interestRatePM, distance))
  }
}

/** Interest of the open installments that is not earned at the end of the day. */
export function computeUnearned(terms: LoanScale, open: readonly Centavos[], date: CalendarDate): Centavos {
  let unearned = 0
  visitPresentValues(terms, open, date, (_, face, present) => {
    unearned += face - present
  })
  return unearned
}

/** Periods of the contract from the first day to the second, which is not earlier. */
export function measurePeriods(
  { firstDueDate }: LoanScale,
  count: number,
  from: CalendarDate,
  to: CalendarDate,
): number {
  const dueDays = getDueDays(firstDueDate)
  const place = (date: CalendarDate): number => {
    const day = toEpochDay(date)
    const next = findNext(dueDays, count, day)
    // After the last due date there is no period, and nothing is discounted.
    if (next === count) return count
    const { days, daysInPeriod } = measureDistance(dueDays, day, next, next)
    return next + 1 - days / daysInPeriod
  }
  return place(to) - place(from)
}

export interface Restructuring {
  /** The new installments at the rate of the original contract (CMN Resolution 4.966/2021, art. 22). */
  readonly presentCentavos: Centavos
  /** What the concession changes of the carrying amount; a loss is negative. */
  readonly adjustmentCentavos: Centavos
}

export function computeRestructuring(agreement: {
  readonly originalRatePM: number
  readonly agreedOn: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly installmentCentavos: Centavos
  readonly carryingCentavos: Centavos
}): Restructuring {
  const { originalRatePM, agreedOn, firstDueDate, numberOfInstallments, installmentCentavos } = agreement
  const terms = { interestRatePM: originalRatePM, firstDueDate }
  const open = new Array<Centavos>(numberOfInstallments).fill(installmentCentavos)
  let presentCentavos = 0
  visitPresentValues(terms, open, agreedOn, (_index, _face, present) => {
    presentCentavos += present
  })
  return { presentCentavos, adjustmentCentavos: presentCentavos - agreement.carryingCentavos }
}
