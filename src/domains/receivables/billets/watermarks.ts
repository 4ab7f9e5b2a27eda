import { isBusinessDay } from '../../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Watermark } from './store/watermarks.ts'

/** Business days since then, today excluded: today's payments are reported tomorrow. */
export function computeLag({ readUntil, createdAt }: Watermark, today: CalendarDate): number {
  let lag = 0
  for (let day = addDays(readUntil ?? calendarDateAt(createdAt), 1); day < today; day = addDays(day, 1))
    if (isBusinessDay(day)) lag += 1
  return lag
}
