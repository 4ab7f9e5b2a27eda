/** The oracle's own calendar: days are numbers since 1970-01-01, so that nothing of the program's is used. */
export type Day = number

export const parseDay = (text: string): Day => Math.round(Date.parse(`${text}T00:00:00Z`) / 86_400_000)
export const writeDay = (day: Day): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The same day of a later month, or its last one. */
export function addCalendarMonths(day: Day, months: number): Day {
  const date = new Date(day * 86_400_000)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return Math.round(first.getTime() / 86_400_000) + Math.min(date.getUTCDate(), last) - 1
}

/** Days on which banks are closed in all of Brazil, besides weekends. */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
const FROM_EASTER = [-48, -47, -2, 60]

export function isOpenDay(day: Day): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7
  if (weekday === 0 || weekday === 6) return false
  const text = writeDay(day)
  if (FIXED.includes(text.slice(5))) return false
  const easter = findEaster(Number(text.slice(0, 4)))
  return !FROM_EASTER.some(distance => easter + distance === day)
}

export function nextOpenDay(day: Day): Day {
  let open = day
  while (!isOpenDay(open)) open++
  return open
}

/** Sunday after the full moon, by the tables of the Gregorian reform (Oudin). */
function findEaster(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  const dayOfMonth = offset + 28 - 31 * Math.floor(month / 4)
  return Math.round(Date.UTC(year, month - 1, dayOfMonth) / 86_400_000)
}
