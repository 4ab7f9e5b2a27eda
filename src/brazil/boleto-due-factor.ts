import { type CalendarDate, fromEpochDay, parseCalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'

/** Factor 0 of the first cycle; the four digits ran out on 2025-02-21 and restarted at 1000 the next day. */
const BASE_EPOCH_DAY = toEpochDay(parseCalendarDate('1997-10-07'))
const FIRST_FACTOR = 1_000
const LAST_FACTOR = 9_999
const CYCLE_DAYS = LAST_FACTOR - FIRST_FACTOR + 1

/**
 * Three cycles, 2000-07-03 to 2074-06-04. A later date is a typing error, or needs a rule that banks have not made yet.
 */
const FIRST_EPOCH_DAY = BASE_EPOCH_DAY + FIRST_FACTOR
const LAST_EPOCH_DAY = FIRST_EPOCH_DAY + 3 * CYCLE_DAYS - 1

/** How far from the day of reading a due date may be: less than a cycle, so that at most one date fits a factor. */
const DAYS_BEFORE_READING = 3_000
const DAYS_AFTER_READING = 5_500

export function encodeDueFactor(dueDate: CalendarDate): number {
  const epochDay = toEpochDay(dueDate)
  if (!(epochDay >= FIRST_EPOCH_DAY && epochDay <= LAST_EPOCH_DAY))
    throw new InputError(
      `A boleto can fall due from ${fromEpochDay(FIRST_EPOCH_DAY)} to ${fromEpochDay(LAST_EPOCH_DAY)}, not on ${dueDate}`,
      { fault: 'DUE_DATE_OUT_OF_RANGE' },
    )
  return FIRST_FACTOR + ((epochDay - FIRST_EPOCH_DAY) % CYCLE_DAYS)
}

/** The due date nearest to the day of reading, or undefined for factor 0: a boleto without due date. */
export function decodeDueFactor(factor: number, readOn: CalendarDate): CalendarDate | undefined {
  if (factor === 0) return undefined
  const reading = toEpochDay(readOn)
  if (factor >= FIRST_FACTOR && factor <= LAST_FACTOR) {
    const last = Math.min(LAST_EPOCH_DAY, reading + DAYS_AFTER_READING)
    for (let epochDay = BASE_EPOCH_DAY + factor; epochDay <= last; epochDay += CYCLE_DAYS)
      if (epochDay >= reading - DAYS_BEFORE_READING) return fromEpochDay(epochDay)
  }
  throw new InputError(`Due factor ${factor} means no date near ${readOn}`, {
    fault: 'DUE_FACTOR_UNREADABLE',
  })
}
