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
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { listSiblingContracts } from '../credit/index.ts'
import { type Entry, postEntries } from '../ledger/index.ts'
import { computeCarrying, findOldestUnpaid, isAccrualStopped } from './accrual.ts'
import { computeProvisionEntry } from './entries.ts'
import type { Loan } from './loan.ts'
import { computeProvision, isCuredOn, listCureMonths } from './provision.ts'
import {
  findUnprovided,
  listDaysLate,
  lockEndedWithAllowance,
  lockUnprovided,
  type MonthStep,
  type ProvidedLoan,
  type ProvisionRow,
  releaseAllowances,
  saveProvisions,
} from './provision-store.ts'
import { findLoans, listRestructured } from './store.ts'

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
  { database, secrets, clock }: App,
  month: Pick<MonthStep, 'day' | 'previous'>,
  duty: number,
): Promise<number> {
  let provided = 0
  for (let after = ''; ; ) {
    const started = performance.now()
    const step = { ...month, after, limit: LOANS_AT_ONCE }
    const ids = await database.transaction(tx => provideStep(tx, secrets, step, clock.now()))
    const last = ids.at(-1)
    if (last === undefined) return provided
    after = last
    provided += ids.length
    const workedMs = performance.now() - started
    if (duty < 1) await delay(workedMs * (1 / duty - 1))
  }
}

async function provideStep(tx: Transaction, secrets: Secrets, step: MonthStep, now: Date): Promise<string[]> {
  const { day } = step
  const loans = await lockUnprovided(tx, step)
  if (loans.length === 0) return []
  const assets = await findProblemAssets(tx, loans, day)
  const rows = loans.map(loan => computeRow(loan, day, assets))
  const entries = loans.flatMap((loan, index) =>
    composeChange(loan, rows[index]?.provisionCentavos ?? 0, day, endOfDay(day)),
  )
  if (entries.length > 0) postEntries(tx, secrets, entries, now)
  saveProvisions(tx, day, rows)
  return loans.map(({ transactionId }) => transactionId)
}

function computeRow(loan: ProvidedLoan, day: CalendarDate, { problems, cured }: ProblemAssets): ProvisionRow {
  const carryingCentavos = Math.max(0, computeCarrying(loan, day))
  const { stage, daysLate, provisionCentavos } = computeProvision({
    carryingCentavos,
    oldestUnpaidDueDate: findOldestUnpaid(loan, day),
    date: day,
    isProblemAsset: problems.has(loan.transactionId),
    isCured: cured.has(loan.transactionId),
  })
  return { transactionId: loan.transactionId, stage, daysLate, carryingCentavos, provisionCentavos }
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

/** By contract. */
interface ProblemAssets {
  readonly problems: ReadonlySet<string>
  /** Agreements that were paid in time for long enough: no longer problem assets, but still of increased risk. */
  readonly cured: ReadonlySet<string>
}

/**
 * Agreements about a late debt are problem assets until they are cured, and one debt of a person in default makes problem
 * assets of all their others (CMN 4.966, art. 3 and 51 §4).
 */
async function findProblemAssets(
  db: Queryable,
  loans: readonly Loan[],
  day: CalendarDate,
): Promise<ProblemAssets> {
  const ids = loans.map(({ transactionId }) => transactionId)
  const [siblings, restructured] = await Promise.all([
    listSiblingContracts(db, ids),
    listRestructured(db, ids),
  ])
  const cured = await findCured(
    db,
    loans.filter(({ transactionId }) => restructured.has(transactionId)),
    day,
  )
  const others =
    siblings.length === 0
      ? []
      : await findLoans(
          db,
          siblings.map(({ siblingId }) => siblingId),
        )
  const inDefault = new Set(
    others
      .filter(loan => loan.endedOn === null && isAccrualStopped(loan, day))
      .map(({ transactionId }) => transactionId),
  )
  const infected = siblings.filter(({ siblingId }) => inDefault.has(siblingId))
  const problems = restructured
    .difference(cured)
    .union(new Set(infected.map(({ transactionId }) => transactionId)))
  return { problems, cured }
}

async function findCured(
  db: Queryable,
  agreements: readonly Loan[],
  day: CalendarDate,
): Promise<ReadonlySet<string>> {
  if (agreements.length === 0) return new Set()
  const daysLate = await listDaysLate(
    db,
    listCureMonths(day),
    agreements.map(({ transactionId }) => transactionId),
  )
  const cured = agreements.filter(loan => {
    const { transactionId, firstDueDate } = loan
    const oldestUnpaidDueDate = findOldestUnpaid(loan, day)
    return isCuredOn(day, { firstDueDate, oldestUnpaidDueDate }, daysLate.get(transactionId) ?? [])
  })
  return new Set(cured.map(({ transactionId }) => transactionId))
}
