import { computeProportion } from '../../brazil/discount.ts'
import { computeUnearned, measurePeriods } from '../../brazil/present-value.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  computeMonthEnd,
  daysBetween,
} from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { isOffBooks, type Loan } from './loan.ts'

/** On this day of a delay a contract becomes a problem asset, whose income counts only when it is received (CMN 4.966, art. 17). */
const STOPS_ON_DAY = 91
/** The first band of Annex II of BCB 352: a payment within it is as good as a timely one. */
const TIMELY_UP_TO_DAYS = 14

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, each) => total + each, 0)

/** Interest that is not earned at the end of a day. */
function computeLoanUnearned(loan: Loan, open: readonly Centavos[], day: CalendarDate): Centavos {
  const { acceleratedOn, firstDueDate } = loan
  // Payments of a written-off loan are recoveries, and those of a sold one belong to the fund.
  if (isOffBooks(loan)) return 0
  if (acceleratedOn === null) return computeUnearned(loan, open, day)
  const isClaimedEarly = (index: number): boolean => addMonths(firstDueDate, index) > acceleratedOn
  const byDate = open.map((face, index) => (isClaimedEarly(index) ? 0 : face))
  const claimed = open.filter((_, index) => isClaimedEarly(index))
  return computeUnearned(loan, byDate, day) + computeUnearnedClaims(loan, open.length, claimed, day)
}

/** A claim has the value of its day, and contains the interest since the last day that was earned. */
function computeUnearnedClaims(
  loan: Loan,
  count: number,
  claims: readonly Centavos[],
  day: CalendarDate,
): Centavos {
  const { claimedAsOf, interestRatePM } = loan
  if (claimedAsOf === null || claimedAsOf <= day) return 0
  const factor = (1 + interestRatePM / 100) ** -measurePeriods(loan, count, day, claimedAsOf)
  return sum(claims.map(claim => claim - Math.round(claim * factor)))
}

/** What is left of the loss of a concession: what the open installments are worth less at the rate of the original contract. */
function computeRestructuringLeft(loan: Loan, open: readonly Centavos[], day: CalendarDate): Centavos {
  const { originalRatePM } = loan
  if (isOffBooks(loan)) return 0
  if (originalRatePM === null || originalRatePM <= loan.interestRatePM) return 0
  return (
    computeUnearned({ ...loan, interestRatePM: originalRatePM }, open, day) - computeUnearned(loan, open, day)
  )
}

/** What the books hold of a loan that was accrued up to a day, besides what the customer owes. */
export function computeBookedParts(
  loan: Loan,
  day: CalendarDate,
): { readonly unearnedCentavos: Centavos; readonly restructuringCentavos: Centavos } {
  return {
    unearnedCentavos: computeLoanUnearned(loan, loan.openCentavos, day),
    restructuringCentavos: computeRestructuringLeft(loan, loan.openCentavos, day),
  }
}

/** What a step earns; below zero only by centavos of rounding. */
export interface Earned {
  readonly interestCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly retentionCentavos: Centavos
  /** Of the loss of a concession, which comes back as interest. */
  readonly restructuringCentavos: Centavos
}

export interface Accrual {
  readonly earned: Earned
  /** The loan afterwards. */
  readonly loan: Loan
}

/** The last day that earns interest by itself, by the delay of the oldest open installment; undefined when none is open. */
export function findLastDay({ firstDueDate }: Loan, open: readonly Centavos[]): CalendarDate | undefined {
  const oldest = open.findIndex(face => face > 0)
  return oldest === -1 ? undefined : addDays(addMonths(firstDueDate, oldest), STOPS_ON_DAY)
}

/** Due date of the oldest open installment that is due on the day or before it; undefined when none is. */
export function findOldestUnpaid(loan: Loan, day: CalendarDate): CalendarDate | undefined {
  const oldest = loan.openCentavos.findIndex(face => face > 0)
  const dueDate = oldest === -1 ? undefined : addMonths(loan.firstDueDate, oldest)
  return dueDate !== undefined && dueDate <= day ? dueDate : undefined
}

/**
 * The gross carrying amount: what the assets hold of a contract at the end of a day, before its allowance. That of an
 * agreement has the value of its installments at the original rate (CMN 4.966, art. 22).
 */
export function computeCarrying(loan: Loan, day: CalendarDate): Centavos {
  if (isOffBooks(loan)) return 0
  // Later payments cannot be separated: the day is valued with what is open now.
  const isBeyond = loan.accruedThrough !== null && loan.accruedThrough > day
  const valued = isBeyond ? { ...loan, accruedThrough: null, problemSince: null } : loan
  const { unearnedCentavos, restructuringCentavos } = computeAccrual(valued, day).loan
  return sum(loan.openCentavos) - unearnedCentavos - restructuringCentavos
}

/** Interest up to the day that a problem asset would have earned, and that is earned when it is paid. */
export function computeSuspendedInterest(loan: Loan, day: CalendarDate): Centavos {
  if (loan.problemSince === null || isOffBooks(loan) || loan.suspendedBy !== null) return 0
  const lastDay = loan.claimedAsOf ?? day
  return Math.max(0, loan.unearnedCentavos - computeLoanUnearned(loan, loan.openCentavos, lastDay))
}

/** The delay of the loan's oldest open installment makes a problem asset of it on the day, or did before. */
export function isInDefault(loan: Loan, day: CalendarDate): boolean {
  const lastDay = findLastDay(loan, loan.openCentavos)
  return lastDay !== undefined && lastDay <= day
}

/**
 * What a loan has earned up to the end of a day. `open` is what is open after an event of that day: an installment paid
 * early at its face value earns its rest at once. A day before the last accrued one, such as that of a payment that the
 * bank reported late, changes nothing that was earned by then. A problem asset earns as many days as the event has paid
 * for.
 */
export function computeAccrual(
  loan: Loan,
  day: CalendarDate,
  open: readonly Centavos[] = loan.openCentavos,
  receivedCentavos: Centavos = sum(loan.openCentavos) - sum(open),
): Accrual {
  const current = clearUntrueDefault(loan, day, open)
  const lastDay = findLastDay(current, open)
  const isStill = current.problemSince !== null && lastDay !== undefined
  if (isStill && current.accruedThrough === null && receivedCentavos <= 0)
    return { earned: NOTHING, loan: { ...current, openCentavos: open, nextAccrual: null } }
  const wanted = lastDay !== undefined && lastDay < day ? lastDay : day
  const through = isStill
    ? findPaidDay(current, wanted, open, receivedCentavos)
    : latestOf(current.accruedThrough, wanted)
  const after = computeAfter(current, through, open)
  return {
    earned: {
      interestCentavos: loan.unearnedCentavos - after.unearnedCentavos,
      feeCentavos: loan.deferredFeeCentavos - after.deferredFeeCentavos,
      retentionCentavos: loan.deferredRetentionCentavos - after.deferredRetentionCentavos,
      restructuringCentavos: loan.restructuringCentavos - after.restructuringCentavos,
    },
    loan: { ...after, lastLateOn: findLastLate(loan, day, open) },
  }
}

const NOTHING: Earned = {
  interestCentavos: 0,
  feeCentavos: 0,
  retentionCentavos: 0,
  restructuringCentavos: 0,
}

export const latestOf = (first: CalendarDate | null, second: CalendarDate): CalendarDate =>
  first !== null && first > second ? first : second

/** The loan with what is open and accrued at the end of a day. */
function computeAfter(loan: Loan, through: CalendarDate, open: readonly Centavos[]): Loan {
  const unearnedCentavos = computeLoanUnearned(loan, open, through)
  const lastDay = findLastDay(loan, open)
  const isPaidUp = lastDay === undefined
  const share = (total: Centavos, deferred: Centavos): Centavos => {
    if (isPaidUp || isOffBooks(loan)) return 0
    // The interest that these follow has ended with the acceleration: the rest is earned by the last payment.
    if (loan.acceleratedOn !== null) return deferred
    return total - computeEarnedShare(loan, total, loan.interestCentavos - unearnedCentavos, through)
  }
  const isInDefault = !isPaidUp && lastDay <= through
  const isProblem = loan.problemSince !== null || isInDefault
  const begun = isInDefault ? ({ problemSince: lastDay, problemReason: 'delay' } as const) : {}
  return {
    ...loan,
    openCentavos: open,
    unearnedCentavos,
    restructuringCentavos: computeRestructuringLeft(loan, open, through),
    deferredFeeCentavos: share(loan.feeCentavos, loan.deferredFeeCentavos),
    deferredRetentionCentavos: share(loan.retentionCentavos, loan.deferredRetentionCentavos),
    accruedThrough: through,
    ...(loan.problemSince === null ? begun : {}),
    nextAccrual: isPaidUp || isProblem || isOffBooks(loan) ? null : computeMonthEnd(addDays(through, 1)),
    endedOn: isPaidUp ? through : null,
  }
}

/**
 * How far a payment takes the interest of a problem asset: the last day on which no more is earned than was received, so
 * that what is carried never grows.
 */
function findPaidDay(
  loan: Loan,
  wanted: CalendarDate,
  open: readonly Centavos[],
  receivedCentavos: Centavos,
): CalendarDate {
  const deferredCentavos = loan.unearnedCentavos + loan.restructuringCentavos
  const isPaid = (day: CalendarDate): boolean => {
    const left = computeLoanUnearned(loan, open, day) + computeRestructuringLeft(loan, open, day)
    return deferredCentavos - left <= receivedCentavos
  }
  let paid = loan.accruedThrough ?? loan.startedOn
  if (receivedCentavos <= 0) return paid
  let days = Math.max(0, daysBetween(paid, wanted))
  // What is earned grows by the day, so that halves of the time find the last one.
  while (days > 0) {
    const half = Math.ceil(days / 2)
    const middle = addDays(paid, half)
    if (isPaid(middle)) {
      paid = middle
      days -= half
    } else days = half - 1
  }
  return paid
}

/** A payment that the bank reported late was made in time: the loan never was in default. */
function clearUntrueDefault(loan: Loan, day: CalendarDate, open: readonly Centavos[]): Loan {
  const { problemSince, problemReason, acceleratedOn } = loan
  if (problemSince === null || problemReason !== 'delay' || acceleratedOn !== null || day > problemSince)
    return loan
  const lastDay = findLastDay(loan, open)
  if (lastDay !== undefined && lastDay <= problemSince) return loan
  return { ...loan, problemSince: null, problemReason: null }
}

function findLastLate(loan: Loan, day: CalendarDate, open: readonly Centavos[]): CalendarDate | null {
  const { lastLateOn, firstDueDate, openCentavos } = loan
  const isLate = open.some(
    (face, index) =>
      face < (openCentavos[index] ?? 0) &&
      daysBetween(addMonths(firstDueDate, index), day) > TIMELY_UP_TO_DAYS,
  )
  return isLate ? latestOf(lastLateOn, day) : lastLateOn
}

/**
 * Fee and retention are earned in proportion to the interest (the differentiated method of BCB 352, art. 72–75), rounded
 * on the sum since the start, so that the last step earns exactly the rest. A loan without interest earns them by days.
 */
function computeEarnedShare(
  loan: Loan,
  totalCentavos: Centavos,
  earnedInterestCentavos: Centavos,
  through: CalendarDate,
): Centavos {
  if (totalCentavos === 0) return 0
  const { interestCentavos, startedOn, firstDueDate, openCentavos } = loan
  if (interestCentavos > 0) return computeProportion(totalCentavos, earnedInterestCentavos, interestCentavos)
  const days = Math.max(1, daysBetween(startedOn, addMonths(firstDueDate, openCentavos.length - 1)))
  const passed = Math.min(days, Math.max(0, daysBetween(startedOn, through)))
  return computeProportion(totalCentavos, passed, days)
}

/**
 * The accruals of an event: first those of month ends that are not booked yet, then that of the event's own day with what
 * is open afterwards.
 */
export function computeAccruals(
  loan: Loan,
  day: CalendarDate,
  open: readonly Centavos[] = loan.openCentavos,
  /** Interest that the event ends, because it is paid before it is due: it is never earned. */
  discountCentavos: Centavos = 0,
): readonly Accrual[] {
  const accruals: Accrual[] = []
  let latest = loan
  const accrueTo = (through: CalendarDate): void => {
    const accrual = computeAccrual(latest, through)
    accruals.push(accrual)
    latest = accrual.loan
  }
  while (latest.nextAccrual !== null && latest.nextAccrual < day) accrueTo(latest.nextAccrual)
  const lastDay = findLastDay(latest, latest.openCentavos)
  // In default before the event: what it pays is counted as received.
  if (latest.nextAccrual !== null && lastDay !== undefined && lastDay < day) accrueTo(lastDay)
  const receivedCentavos = sum(latest.openCentavos) - sum(open) - discountCentavos
  const discounted = {
    ...latest,
    interestCentavos: latest.interestCentavos - discountCentavos,
    unearnedCentavos: latest.unearnedCentavos - discountCentavos,
  }
  accruals.push(computeAccrual(discounted, day, open, receivedCentavos))
  return accruals
}

/** The loan after its contract was reversed: nothing of it is left to earn. */
export function computeEnded(loan: Loan, day: CalendarDate): Loan {
  return {
    ...loan,
    openCentavos: loan.openCentavos.map(() => 0),
    unearnedCentavos: 0,
    restructuringCentavos: 0,
    deferredFeeCentavos: 0,
    deferredRetentionCentavos: 0,
    nextAccrual: null,
    endedOn: day,
  }
}

/**
 * A loan whose debt an agreement has taken over, accrued to that day. Nothing of it is open and nothing is earned; fee
 * and retention wait for what becomes of the agreement.
 */
export function computeSuspended(loan: Loan): Loan {
  return {
    ...loan,
    openCentavos: loan.openCentavos.map(() => 0),
    unearnedCentavos: 0,
    nextAccrual: null,
    endedOn: null,
  }
}

/** The loan as it was when the agreement took its debt over. A broken agreement is not a cure: it is a problem asset. */
export function computeResumed(
  suspended: Loan,
  debt: Pick<Loan, 'openCentavos' | 'unearnedCentavos'> & { readonly takenOverOn: CalendarDate },
): Loan {
  const { openCentavos, unearnedCentavos, takenOverOn } = debt
  const { problemReason } = suspended
  return {
    ...suspended,
    openCentavos,
    unearnedCentavos,
    suspendedBy: null,
    problemSince: suspended.problemSince ?? takenOverOn,
    problemReason: problemReason === null || problemReason === 'person' ? 'restructured' : problemReason,
    curedOn: null,
    nextAccrual: null,
  }
}
