import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { accrueMonths } from './accrue-month.ts'
import { provideMonths } from './provide-month.ts'
import { countUnprovided, listStages } from './provision-store.ts'
import { findDueMonth, listLoansOf } from './store.ts'

/** Interest and allowances up to the month end, at once. What is left then, other workers are still busy with. */
export async function bookMonthEnd(
  app: App,
  monthEnd: CalendarDate,
): Promise<{ readonly isAccrued: boolean; readonly unprovidedCount: number }> {
  await accrueMonths(app, 1)
  await provideMonths(app, 1)
  return {
    isAccrued: (await findDueMonth(app.database, monthEnd)) === undefined,
    unprovidedCount: await countUnprovided(app.database, monthEnd),
  }
}

/** Of ids from one up to before another: the loans, and the stage in which each was provided for. */
export async function readMonthEnd(
  db: Queryable,
  monthEnd: CalendarDate,
  range: { readonly firstId: string; readonly beforeId: string },
) {
  const [loans, stages] = await Promise.all([listLoansOf(db, range), listStages(db, monthEnd, range)])
  return { loans, stages }
}
