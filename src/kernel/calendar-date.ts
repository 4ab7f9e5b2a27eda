/** 'YYYY-MM-DD': a calendar day in Sao Paulo, never an instant. Strings of this form sort by date. */
export type CalendarDate = string & { readonly calendarDate: unique symbol }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export function parseCalendarDate(text: string): CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new RangeError(`${text} is not a date in the form YYYY-MM-DD`)
  const date = text as CalendarDate
  if (dayOf(date) < 1 || monthOf(date) < 1 || monthOf(date) > 12)
    throw new RangeError(`${text} does not exist`)
  if (dayOf(date) > daysInMonth(yearOf(date), monthOf(date))) throw new RangeError(`${text} does not exist`)
  return date
}

/** Days since 1970-01-01. Years start in March here, so that the leap day comes last. */
export function toEpochDay(date: CalendarDate): number {
  return countDays(yearOf(date), monthOf(date), dayOf(date))
}

export function fromEpochDay(epochDay: number): CalendarDate {
  const day = epochDay + 719_468
  const era = Math.floor(day / 146_097)
  const dayOfEra = day - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return writeDate(year, month, dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1)
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(date) + days)
}

/** Last day of the month. */
export function computeMonthEnd(day: CalendarDate): CalendarDate {
  return addDays(addMonths(`${day.slice(0, 8)}01` as CalendarDate, 1), -1)
}

/** Last day of the last month that is over. */
export function findLastMonthEnd(today: CalendarDate): CalendarDate {
  return addDays(`${today.slice(0, 8)}01` as CalendarDate, -1)
}

/**
 * The same day of a later month, or its last day. Always add to the first date: month by month, 31 January would stay
 * on the 28th.
 */
export function addMonths(anchor: CalendarDate, months: number): CalendarDate {
  const index = yearOf(anchor) * 12 + monthOf(anchor) - 1 + months
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return writeDate(year, month, Math.min(dayOf(anchor), daysInMonth(year, month)))
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toEpochDay(to) - toEpochDay(from)
}

export function calendarDateAt(instant: Date): CalendarDate {
  return fromEpochDay(Math.floor((instant.getTime() + offsetMsAt(instant.getTime())) / DAY_MS))
}

/** Last millisecond of the day. When clocks are set back and the hour occurs twice, that of the second one. */
export function endOfDay(date: CalendarDate): Date {
  const local = (toEpochDay(date) + 1) * DAY_MS - 1
  const standard = local + 3 * HOUR_MS
  return new Date(offsetMsAt(standard) === -3 * HOUR_MS ? standard : local - offsetMsAt(standard))
}

/** Whole years. A person born on 29 February has the birthday on 1 March in other years (Civil Code, art. 132 §3). */
export function computeAge(birthDate: CalendarDate, today: CalendarDate): number {
  const years = yearOf(today) - yearOf(birthDate)
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

const saoPauloOffset = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  timeZoneName: 'longOffset',
})
let knownHour = Number.NaN
let knownOffsetMs = 0

/**
 * Clocks change on whole hours, so the offset is cached per hour. It comes from the time zone data, not from a
 * constant: summer time may return.
 */
function offsetMsAt(instantMs: number): number {
  const hour = Math.floor(instantMs / HOUR_MS)
  if (hour === knownHour) return knownOffsetMs
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(saoPauloOffset.format(instantMs)) ?? []
  const offsetMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  knownOffsetMs = sign === '-' ? -offsetMs : offsetMs
  knownHour = hour
  return knownOffsetMs
}

function countDays(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const ZERO = 48
const digit = (text: string, index: number) => text.charCodeAt(index) - ZERO
const yearOf = (date: CalendarDate) =>
  digit(date, 0) * 1000 + digit(date, 1) * 100 + digit(date, 2) * 10 + digit(date, 3)
const monthOf = (date: CalendarDate) => digit(date, 5) * 10 + digit(date, 6)
const dayOf = (date: CalendarDate) => digit(date, 8) * 10 + digit(date, 9)

function writeDate(year: number, month: number, day: number): CalendarDate {
  const text = `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
  return text as CalendarDate
}
