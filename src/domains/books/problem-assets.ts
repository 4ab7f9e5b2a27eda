import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listSiblingContracts } from '../quoting/index.ts'
import { findOldestUnpaid, isAccrualStopped } from './loans/accrual.ts'
import type { Loan } from './loans/loan.ts'
import { isCuredOn, listCureMonths } from './loans/provision.ts'
import { listDaysLate } from './loans/provision-store.ts'
import { findLoans, listRestructured } from './loans/store.ts'

/** By contract. */
export interface ProblemAssets {
  readonly problems: ReadonlySet<string>
  /** Agreements that were paid in time for long enough: no problem assets any more, and still of increased risk. */
  readonly cured: ReadonlySet<string>
}

/**
 * Agreements about a late debt are problem assets until they are cured, and one debt of a person in default makes problem
 * assets of all their others (CMN 4.966, art. 3 and 51 §4).
 */
export async function findProblemAssets(
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
