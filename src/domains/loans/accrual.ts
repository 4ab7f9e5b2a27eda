import {
  addDays,
  addMonths,
  type CalendarDate,
  computeMonthEnd,
  daysBetween,
} from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeProportion } from './discount.ts'
import type { Loan } from './loan.ts'
import { computeUnearned } from './scale.ts'

/** On this day of a delay a contract becomes a problem asset, whose income counts only when it is received (CMN 4.966, art. 17). */
const STOPS_ON_DAY = 91

/** Interest that is not earned at the end of a day. An accelerated amount contains no future interest. */
export function computeLoanUnearned(loan: Loan, open: readonly Centavos[], day: CalendarDate): Centavos {
  const { acceleratedOn, firstDueDate } = loan
  // A written-off loan earns nothing: its payments are recoveries.
  if (loan.writtenOffOn !== null) return 0
  if (acceleratedOn === null) return computeUnearned(loan, open, day)
  const byDate = open.map((face, index) => (addMonths(firstDueDate, index) > acceleratedOn ? 0 : face))
  return computeUnearned(loan, byDate, day)
}

/** What a step earns; below zero only by centavos of rounding. */
export interface Earned {
  readonly interestCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly retentionCentavos: Centavos
}

export interface Accrual {
  readonly earned: Earned
  /** The loan afterwards. */
  readonly loan: Loan
}

/** The last day that earns interest, by the delay of the oldest open installment; undefined when none is open. */
function findLastDay({ firstDueDate }: Loan, open: readonly Centavos[]): CalendarDate | undefined {
  const oldest = open.findIndex(face => face > 0)
  return oldest === -1 ? undefined : addDays(addMonths(firstDueDate, oldest), STOPS_ON_DAY)
}

/** Due date of the oldest open installment that is due on the day or before it; undefined when none is. */
export function findOldestUnpaid(loan: Loan, day: CalendarDate): CalendarDate | undefined {
  const oldest = loan.openCentavos.findIndex(face => face > 0)
  const dueDate = oldest === -1 ? undefined : addMonths(loan.firstDueDate, oldest)
  return dueDate !== undefined && dueDate <= day ? dueDate : undefined
}

/** What the assets hold of a contract at the end of a day, before its allowance. */
export function computeCarrying(loan: Loan, day: CalendarDate): Centavos {
  if (loan.writtenOffOn !== null) return 0
  // Later payments cannot be separated: the day is valued with what is open now.
  const isBeyond = loan.accruedThrough !== null && loan.accruedThrough > day
  const { unearnedCentavos } = computeAccrual(isBeyond ? { ...loan, accruedThrough: null } : loan, day).loan
  return loan.openCentavos.reduce((sum, face) => sum + face, 0) - unearnedCentavos
}

export function isAccrualStopped(loan: Loan, day: CalendarDate): boolean {
  const lastDay = findLastDay(loan, loan.openCentavos)
  return lastDay !== undefined && lastDay <= day
}

/**
 * What a loan has earned up to the end of a day. `open` is what is open after an event of that day: an installment paid
 * early at its face value earns its rest at once. A day before the last accrued one, such as that of a payment that the
 * bank reported late, changes nothing that was earned by then.
 */
export function computeAccrual(
  loan: Loan,
  day: CalendarDate,
  open: readonly Centavos[] = loan.openCentavos,
): Accrual {
  const lastDay = findLastDay(loan, open)
  const wanted = lastDay !== undefined && lastDay < day ? lastDay : day
  const { accruedThrough } = loan
  const through = accruedThrough !== null && accruedThrough > wanted ? accruedThrough : wanted
  const unearnedCentavos = computeLoanUnearned(loan, open, through)
  const isPaidUp = lastDay === undefined
  const share = (total: Centavos, deferred: Centavos): Centavos => {
    if (isPaidUp) return 0
    // The interest that these follow has ended with the acceleration: the rest is earned by the last payment.
    if (loan.acceleratedOn !== null) return deferred
    return total - computeEarnedShare(loan, total, loan.interestCentavos - unearnedCentavos, through)
  }
  const deferredFeeCentavos = share(loan.feeCentavos, loan.deferredFeeCentavos)
  const deferredRetentionCentavos = share(loan.retentionCentavos, loan.deferredRetentionCentavos)
  return {
    earned: {
      interestCentavos: loan.unearnedCentavos - unearnedCentavos,
      feeCentavos: loan.deferredFeeCentavos - deferredFeeCentavos,
      retentionCentavos: loan.deferredRetentionCentavos - deferredRetentionCentavos,
    },
    loan: {
      ...loan,
      openCentavos: open,
      unearnedCentavos,
      deferredFeeCentavos,
      deferredRetentionCentavos,
      accruedThrough: through,
      nextAccrual:
        isPaidUp || lastDay <= through || loan.writtenOffOn !== null
          ? null
          : computeMonthEnd(addDays(through, 1)),
      endedOn: isPaidUp ? through : null,
    },
  }
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
  while (latest.nextAccrual !== null && latest.nextAccrual < day) {
    const accrual = computeAccrual(latest, latest.nextAccrual)
    accruals.push(accrual)
    latest = accrual.loan
  }
  const discounted = {
    ...latest,
    interestCentavos: latest.interestCentavos - discountCentavos,
    unearnedCentavos: latest.unearnedCentavos - discountCentavos,
  }
  accruals.push(computeAccrual(discounted, day, open))
  return accruals
}

/** The loan after its contract was reversed: nothing of it is left to earn. */
export function computeEnded(loan: Loan, day: CalendarDate): Loan {
  return {
    ...loan,
    openCentavos: loan.openCentavos.map(() => 0),
    unearnedCentavos: 0,
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

/** The loan as it was when the agreement took its debt over. */
export function computeResumed(
  suspended: Loan,
  { openCentavos, unearnedCentavos }: Pick<Loan, 'openCentavos' | 'unearnedCentavos'>,
): Loan {
  const loan = { ...suspended, openCentavos, unearnedCentavos, suspendedBy: null }
  const through = loan.accruedThrough ?? loan.startedOn
  return {
    ...loan,
    nextAccrual: isAccrualStopped(loan, through) ? null : computeMonthEnd(addDays(through, 1)),
  }
}
