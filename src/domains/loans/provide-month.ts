import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  computeMonthEnd,
  endOfDay,
  findLastMonthEnd,
} from '../../kernel/calendar-date.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { listSiblingContracts } from '../credit/index.ts'
import { type Entry, postEntries } from '../ledger/index.ts'
import { computeCarrying, findOldestUnpaid } from './accrual.ts'
import { computeProvisionEntry } from './entries.ts'
import type { Loan } from './loan.ts'
import { computeOwnStanding, computeStanding, isProblemOn, type Standing } from './problem.ts'
import { computeProvision } from './provision.ts'
import {
  findUnprovided,
  lockEndedWithAllowance,
  lockUnprovided,
  type MonthStep,
  type ProvidedLoan,
  type ProvisionRow,
  releaseAllowances,
  saveProvisions,
} from './provision-store.ts'
import { findLoans, saveStandings } from './store.ts'

const LOANS_AT_ONCE = 200
/** As for the accrual: the rest of the time belongs to requests. */
const USUAL_DUTY = 0.2

/**
 * Brings the allowance of every running contract to what its delay asks for at each month end, after the interest of
 * the month was booked, and gives back what was provided for contracts that have ended. Steps are bounded, and each one
 * commits the entries with how far its loans are provided for.
 */
export async function provideMonths(app: App, duty = USUAL_DUTY): Promise<number> {
  const { database, clock } = app
  let provided = await releaseEnded(app)
  const lastMonthEnd = findLastMonthEnd(calendarDateAt(clock.now()))
  const { through, hasNone } = await findUnprovided(database, lastMonthEnd)
  if (hasNone) provided += await provideMonth(app, { day: lastMonthEnd, previous: null }, duty)
  for (let previous = through; previous !== null && previous < lastMonthEnd; ) {
    const day = computeMonthEnd(addDays(previous, 1))
    provided += await provideMonth(app, { day, previous }, duty)
    previous = day
  }
  return provided
}

async function provideMonth(
  app: App,
  month: Pick<MonthStep, 'day' | 'previous'>,
  duty: number,
): Promise<number> {
  let provided = 0
  for (let after = ''; ; ) {
    const started = performance.now()
    const step = { ...month, after, limit: LOANS_AT_ONCE }
    const ids = await app.database.transaction(tx => provideStep(app, tx, step))
    const last = ids.at(-1)
    if (last === undefined) return provided
    after = last
    provided += ids.length
    const workedMs = performance.now() - started
    if (duty < 1) await delay(workedMs * (1 / duty - 1))
  }
}

async function provideStep(app: App, tx: Transaction, step: MonthStep): Promise<string[]> {
  const { secrets, clock, curePayments } = app
  const { day } = step
  const loans = await lockUnprovided(tx, step)
  if (loans.length === 0) return []
  const standings = await findStandings(tx, loans, day, curePayments)
  const judged = loans.map((loan, index) => ({ ...loan, ...pickStanding(standings[index] ?? loan) }))
  const rows = judged.map((loan, index) => computeRow(loan, day, loans[index] ?? loan))
  const entries = loans.flatMap((loan, index) =>
    composeChange(loan, rows[index]?.provisionCentavos ?? 0, day, endOfDay(day)),
  )
  if (entries.length > 0) postEntries(tx, secrets, entries, clock.now())
  saveProvisions(tx, day, rows)
  const changed = judged.filter((loan, index) => hasChanged(loan, loans[index] ?? loan))
  saveStandings(
    tx,
    changed.map(loan => ({ ...loan, nextAccrual: findNextAccrual(loan, day) })),
  )
  return loans.map(({ transactionId }) => transactionId)
}

const pickStanding = ({ problemSince, problemReason, curedOn }: Standing): Standing => ({
  problemSince,
  problemReason,
  curedOn,
})

const hasChanged = (now: Standing, before: Standing): boolean =>
  now.problemSince !== before.problemSince ||
  now.problemReason !== before.problemReason ||
  now.curedOn !== before.curedOn

/** A problem asset earns nothing by itself; one that is cured earns by the day again. */
function findNextAccrual({ problemSince, nextAccrual }: Loan, day: CalendarDate): CalendarDate | null {
  return problemSince === null ? (nextAccrual ?? computeMonthEnd(addDays(day, 1))) : null
}

/** On what the books carry: a contract that is cured on this day catches up on its income with the next accrual. */
function computeRow(loan: Loan, day: CalendarDate, booked: Loan): ProvisionRow {
  const { transactionId, curedOn } = loan
  const carryingCentavos = Math.max(0, computeCarrying(booked, day))
  const provision = computeProvision({
    carryingCentavos,
    oldestUnpaidDueDate: findOldestUnpaid(loan, day),
    date: day,
    isProblemAsset: isProblemOn(loan, day),
    isCured: curedOn !== null,
  })
  const { stage, daysLate, provisionCentavos, incurredCentavos, monthsInDefault = null } = provision
  return {
    transactionId,
    stage,
    daysLate,
    carryingCentavos,
    provisionCentavos,
    incurredCentavos,
    monthsInDefault,
  }
}

/** The difference to what stands on the allowance account; nothing where there is none. */
function composeChange(
  { transactionId, retailerId, allowanceCentavos }: ProvidedLoan,
  provisionCentavos: number,
  day: CalendarDate,
  providedAt: Date,
): Entry[] {
  const amountCentavos = provisionCentavos - allowanceCentavos
  if (amountCentavos === 0) return []
  return [computeProvisionEntry({ retailerId, transactionId, amountCentavos, day, providedAt })]
}

/** A contract that was paid, or canceled, needs no allowance any more. */
async function releaseEnded({ database, secrets, clock }: App): Promise<number> {
  for (let released = 0; ; ) {
    const count = await database.transaction(async tx => {
      const loans = await lockEndedWithAllowance(tx, LOANS_AT_ONCE)
      const entries = loans.flatMap(loan => composeRelease(loan))
      if (entries.length > 0) postEntries(tx, secrets, entries, clock.now())
      releaseAllowances(
        tx,
        loans.map(({ transactionId }) => transactionId),
      )
      return loans.length
    })
    if (count === 0) return released
    released += count
  }
}

/** On the day of the end; a payment may be reported after a later month end was provided for. */
function composeRelease(loan: ProvidedLoan): Entry[] {
  const { endedOn, providedThrough } = loan
  if (endedOn === null) return []
  const isToldLate = providedThrough !== null && providedThrough >= endedOn
  const day = isToldLate ? addDays(providedThrough, 1) : endedOn
  return composeChange(loan, 0, day, noonOf(day))
}

/** One debt of a person that is a problem asset by itself makes problem assets of all their others. */
async function findStandings(
  db: Queryable,
  loans: readonly Loan[],
  day: CalendarDate,
  curePayments: number,
): Promise<Standing[]> {
  const siblings = await listSiblingContracts(
    db,
    loans.map(({ transactionId }) => transactionId),
  )
  const others =
    siblings.length === 0 ? [] : await findLoans(db, [...new Set(siblings.map(each => each.siblingId))])
  const inDefault = new Set(
    others.filter(other => isSource(other, day, curePayments)).map(({ transactionId }) => transactionId),
  )
  const affected = new Set(
    siblings.filter(({ siblingId }) => inDefault.has(siblingId)).map(({ transactionId }) => transactionId),
  )
  return loans.map(loan => {
    // The agreement stands for the debt that it took over.
    if (loan.suspendedBy !== null) return loan
    return computeStanding(loan, day, { curePayments, isPersonInDefault: affected.has(loan.transactionId) })
  })
}

function isSource(other: Loan, day: CalendarDate, curePayments: number): boolean {
  if (other.endedOn !== null || other.suspendedBy !== null) return false
  return other.writtenOffOn !== null || isProblemOn(computeOwnStanding(other, day, { curePayments }), day)
}
