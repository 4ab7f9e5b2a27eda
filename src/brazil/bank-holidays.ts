import {
  addDays,
  type CalendarDate,
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
} from '../kernel/calendar-date.ts'

interface FixedHoliday {
  readonly monthAndDay: string
  readonly firstYear: number
}

/** National bank holidays. State and municipal holidays are not included. */
const fixedHolidays: readonly FixedHoliday[] = [
  { monthAndDay: '01-01', firstYear: 0 },
  { monthAndDay: '04-21', firstYear: 0 },
  { monthAndDay: '05-01', firstYear: 0 },
  { monthAndDay: '09-07', firstYear: 0 },
  { monthAndDay: '10-12', firstYear: 0 },
  { monthAndDay: '11-02', firstYear: 0 },
  { monthAndDay: '11-15', firstYear: 0 },
  // Consciência Negra, by Law 14.759/2023: before 2024 that day was a business day.
  { monthAndDay: '11-20', firstYear: 2024 },
  { monthAndDay: '12-25', firstYear: 0 },
]

/**
 * Monday and Tuesday of Carnaval, Good Friday, Corpus Christi. Carnaval and Corpus Christi are no civil holidays, but
 * banks do not settle on them (CMN Resolution 4.880/2020). On Ash Wednesday banks open at noon: a business day.
 */
const daysFromEaster: readonly number[] = [-48, -47, -2, 60]

const holidaysByYear = new Map<string, ReadonlySet<CalendarDate>>()

export function isBankHoliday(date: CalendarDate): boolean {
  const year = date.slice(0, 4)
  let holidays = holidaysByYear.get(year)
  if (!holidays) {
    holidays = new Set(listBankHolidays(year))
    holidaysByYear.set(year, holidays)
  }
  return holidays.has(date)
}

function listBankHolidays(year: string): CalendarDate[] {
  const easter = computeEaster(Number(year))
  return [
    ...fixedHolidays
      .filter(holiday => Number(year) >= holiday.firstYear)
      .map(holiday => parseCalendarDate(`${year}-${holiday.monthAndDay}`)),
    ...daysFromEaster.map(days => addDays(easter, days)),
  ]
}

/** Easter Sunday of the Gregorian calendar: the Sunday after the ecclesiastical full moon, whose cycle is 19 years. */
function computeEaster(year: number): CalendarDate {
  const century = Math.floor(year / 100)
  const moonCorrection = Math.floor((8 * century + 13) / 25)
  const age = (19 * (year % 19) + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  // The two lunar months of 29 days: without this the moon of 19 April, or a repeated 18 April, would be one day late.
  const moon = age - (age === 29 || (age === 28 && year % 19 > 10) ? 1 : 0)
  const fullMoon = addDays(parseCalendarDate(`${String(year).padStart(4, '0')}-03-21`), moon)
  return followingSunday(fullMoon)
}

function followingSunday(date: CalendarDate): CalendarDate {
  const epochDay = toEpochDay(date)
  // Day 0 was a Thursday, day 3 a Sunday.
  return fromEpochDay(3 + 7 * (Math.floor((epochDay - 3) / 7) + 1))
}
