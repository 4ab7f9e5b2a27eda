import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { listAccounts } from '../billets/accounts.ts'
import { advanceWatermark } from '../billets/watermarks.ts'
import type { PixContext } from './pix-context.ts'

/** The last day of which every Pix was booked, when everything before an instant was. */
export const computePixWatermark = (completeUntil: Date): CalendarDate =>
  addDays(calendarDateAt(completeUntil), -1)

/** After every complete window: nothing of those days can still arrive by polling. */
export async function advancePixWatermark(
  { database, secrets, clock }: PixContext,
  completeUntil: Date,
): Promise<void> {
  const readUntil = computePixWatermark(completeUntil)
  const { accounts } = await listAccounts(database, secrets)
  for (const { id: accountId } of accounts)
    await advanceWatermark(database, { accountId, rail: 'PIX', readUntil }, clock.now())
}
