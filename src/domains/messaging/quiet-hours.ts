import { findContactHours } from '../../brazil/contact-days.ts'
import { findHoursBehind } from '../../brazil/time-zones.ts'
import type { MessagePurpose } from '../../contract/messages.ts'
import { addDays, type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'

const HOUR_MS = 3_600_000
const ALWAYS: readonly MessagePurpose[] = ['CODE', 'CONTRACT']

/** The first moment, now or later, at which a message may be sent, by the clocks where its recipient's phone is from. */
export function computeSendTime(purpose: MessagePurpose, now: Date, phone = ''): Date {
  if (ALWAYS.includes(purpose)) return now
  const behindMs = findHoursBehind(phone) * HOUR_MS
  return new Date(findAllowed(new Date(now.getTime() - behindMs)).getTime() + behindMs)
}

/** By the time of Sao Paulo. */
function findAllowed(now: Date): Date {
  for (let day = calendarDateAt(now); ; day = addDays(day, 1)) {
    const hours = findContactHours(day)
    if (hours === undefined || now.getTime() >= instantOf(day, hours.until)) continue
    return new Date(Math.max(now.getTime(), instantOf(day, hours.from)))
  }
}

/** Counted back from the end of the day: should summer time return, clocks change at midnight. */
function instantOf(day: CalendarDate, hour: number): number {
  return endOfDay(day).getTime() + 1 - (24 - hour) * HOUR_MS
}
