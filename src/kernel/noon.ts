import type { CalendarDate } from './calendar-date.ts'

/** Banks report days, not hours: noon is that day in every time zone of Brazil. */
export const noonOf = (day: CalendarDate): Date => new Date(`${day}T12:00:00-03:00`)
