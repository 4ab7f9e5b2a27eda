import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { PixContext } from './pix-context.ts'

/** The last day of which every Pix was booked, when everything before an instant was. */
export const computePixWatermark = (completeUntil: Date): CalendarDate =>
  addDays(calendarDateAt(completeUntil), -1)

/** Told after every complete window: from then on nothing of those days can still arrive by polling. */
export async function advancePixWatermark({ log }: PixContext, completeUntil: Date): Promise<void> {
  log.info({ day: computePixWatermark(completeUntil) }, 'every Pix is booked up to this day')
}
