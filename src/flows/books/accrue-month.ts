import { setTimeout as delay } from 'node:timers/promises'
import { addDays, type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { computeAccrualEntry, isNothingEarned, postEntries } from '../../modules/ledger/index.ts'
import { computeAccrual, lockDueLoans, saveLoans } from '../../modules/loans/index.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'

/** One entry each: few enough that a payment waits for milliseconds only, and that nobody has to read a huge entry. */
const LOANS_AT_ONCE = 200

export interface AccrualContext {
  readonly database: Database
  readonly clock: Clock
  /** Part of the time in which the chore works; the rest of it belongs to requests. */
  readonly accrualDuty?: number | undefined
}

const HALF = 0.5

/**
 * Books what running loans have earned up to the last month end. Steps are bounded, and each one commits the entry
 * together with how far its loans are accrued: a killed worker leaves nothing to repair, and several workers never take
 * the same loan.
 */
export async function accrueMonths(context: AccrualContext): Promise<number> {
  const { database, clock, accrualDuty = HALF } = context
  let accrued = 0
  for (;;) {
    const started = performance.now()
    const now = clock.now()
    const count = await database.transaction(tx => accrueStep(tx, findLastMonthEnd(calendarDateAt(now)), now))
    if (count === 0) return accrued
    accrued += count
    const workedMs = performance.now() - started
    if (accrualDuty < 1) await delay(workedMs * (1 / accrualDuty - 1))
  }
}

/** The last one that is over. */
function findLastMonthEnd(today: CalendarDate): CalendarDate {
  return addDays(`${today.slice(0, 8)}01` as CalendarDate, -1)
}

async function accrueStep(tx: Transaction, until: CalendarDate, now: Date): Promise<number> {
  const loans = await lockDueLoans(tx, until, LOANS_AT_ONCE)
  const [first] = loans
  if (first?.nextAccrual === undefined || first.nextAccrual === null) return 0
  const day = first.nextAccrual
  const accruals = loans.map(loan => computeAccrual(loan, day))
  const earned = accruals
    .map(accrual => ({ transactionId: accrual.loan.transactionId, ...accrual.earned }))
    .filter(each => !isNothingEarned(each))
  if (earned.length > 0) {
    const reference = `${day}:${first.transactionId}`
    const entry = computeAccrualEntry({ reference, loan: undefined, earned, occurredAt: endOfDay(day) })
    postEntries(tx, [entry], now)
  }
  saveLoans(
    tx,
    accruals.map(({ loan }) => loan),
  )
  return loans.length
}
