import { addBusinessDays, nextBusinessDay } from '../../brazil/business-days.ts'
import { addDays, type CalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const
type Weekday = (typeof WEEKDAYS)[number]
const LONGEST_DAYS = 60

/** When what is due to a retailer is paid. */
export type Schedule = 'immediate' | 'next-business-day' | `weekly:${Weekday}` | `days:${number}`

export const DEFAULT_SCHEDULE: Schedule = 'next-business-day'
export const SCHEDULE_SENTENCE = `must be immediate, next-business-day, weekly:${WEEKDAYS.join('|')} or days:1 to days:${LONGEST_DAYS}`

export function parseSchedule(text: string): Schedule | undefined {
  if (text === 'immediate' || text === 'next-business-day') return text
  const [, weekday, days] = /^(?:weekly:([A-Z]{3})|days:([1-9][0-9]?))$/.exec(text) ?? []
  const known = WEEKDAYS.find(each => each === weekday)
  if (known !== undefined) return `weekly:${known}`
  return days !== undefined && Number(days) <= LONGEST_DAYS ? `days:${Number(days)}` : undefined
}

/** The day on which a transfer is ordered that falls due on a day. An immediate one is ordered on any day of the week. */
export function computeSettlementDay(schedule: Schedule, due: CalendarDate): CalendarDate {
  if (schedule === 'immediate') return due
  if (schedule === 'next-business-day') return addBusinessDays(due, 1)
  const [, value] = schedule.split(':')
  const weekday = WEEKDAYS.find(each => each === value)
  return nextBusinessDay(addDays(due, weekday === undefined ? Number(value) : countDaysUntil(weekday, due)))
}

/** 1 to 7: what falls due on that very weekday waits for the next week. */
function countDaysUntil(weekday: Weekday, date: CalendarDate): number {
  const wanted = WEEKDAYS.indexOf(weekday)
  // Day 0, 1970-01-01, was a Thursday.
  const today = (((toEpochDay(date) + 3) % 7) + 7) % 7
  return ((wanted - today + 6) % 7) + 1
}
