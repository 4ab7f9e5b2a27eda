import type { App } from '../../app/app.ts'
import { addDays, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { MacTable } from '../../platform/crypto/row-mac.ts'
import type { Database } from '../../platform/db/database.ts'
import { type DuePlace, listForgedBilletIds } from './billets/store/billets.ts'
import { listForgedCaseIds } from './billets/store/suspense-cases.ts'

/** Tables whose rows might be used before the program reads and verifies them. */
export const forgedReceivables: readonly [MacTable, (app: App) => Promise<readonly string[]>][] = [
  ['billets', listForgedDueBilletIds],
  ['suspense_cases', ({ database, secrets }) => listForgedCaseIds(database, secrets)],
]

/** A batch of installments, from those due this long ago; the next run continues after them. */
const OVERDUE_DAYS = 120
const LOOKED_AT = 1_000

const placesReached = new WeakMap<Database, DuePlace>()

async function listForgedDueBilletIds({ database, secrets, clock }: App): Promise<string[]> {
  const start = { dueDate: addDays(calendarDateAt(clock.now()), -OVERDUE_DAYS), billetId: '' }
  const place = placesReached.get(database) ?? start
  const { forgedIds, last } = await listForgedBilletIds(database, secrets, place, LOOKED_AT)
  placesReached.set(database, last ?? start)
  return forgedIds
}
