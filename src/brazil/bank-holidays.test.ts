import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHolidays } from '@brazilian-utils/brazilian-utils'
import {
  addDays,
  type CalendarDate,
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
} from '../kernel/calendar-date.ts'
import { isBankHoliday } from './bank-holidays.ts'

function listHolidays(year: number): string[] {
  const first = toEpochDay(parseCalendarDate(`${year}-01-01`))
  const days = toEpochDay(parseCalendarDate(`${year + 1}-01-01`)) - first
  return Array.from({ length: days }, (_, day) => fromEpochDay(first + day)).filter(isBankHoliday)
}

const pad = (number: number) => String(number).padStart(2, '0')
const toCalendarDate = (local: Date): CalendarDate =>
  parseCalendarDate(`${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`)

test('2026 has exactly the thirteen published bank holidays', () => {
  const published = ['01-01', '02-16', '02-17', '04-03', '04-21', '05-01', '06-04']
  published.push('09-07', '10-12', '11-02', '11-15', '11-20', '12-25')
  assert.deepEqual(
    listHolidays(2026),
    published.map(day => `2026-${day}`),
  )
})

test('Carnaval, Good Friday and Corpus Christi move with Easter', () => {
  const moving: Record<number, string[]> = {
    2025: ['03-03', '03-04', '04-18', '06-19'],
    2026: ['02-16', '02-17', '04-03', '06-04'],
    2027: ['02-08', '02-09', '03-26', '05-27'],
    2028: ['02-28', '02-29', '04-14', '06-15'],
    2029: ['02-12', '02-13', '03-30', '05-31'],
    2030: ['03-04', '03-05', '04-19', '06-20'],
    2031: ['02-24', '02-25', '04-11', '06-12'],
    2032: ['02-09', '02-10', '03-26', '05-27'],
  }
  for (const [year, days] of Object.entries(moving)) {
    for (const day of days)
      assert.equal(isBankHoliday(parseCalendarDate(`${year}-${day}`)), true, `${year}-${day}`)
    assert.equal(listHolidays(Number(year)).length, 13)
  }
})

test('Ash Wednesday and Easter Monday are no holidays', () => {
  assert.equal(isBankHoliday(parseCalendarDate('2026-02-18')), false)
  assert.equal(isBankHoliday(parseCalendarDate('2026-04-06')), false)
})

test('Consciência Negra is a holiday from 2024 on and not before', () => {
  assert.equal(isBankHoliday(parseCalendarDate('2023-11-20')), false)
  assert.equal(isBankHoliday(parseCalendarDate('2024-11-20')), true)
  assert.equal(listHolidays(2023).length, 12)
})

test('every year of the century agrees with an independent library, which lacks only the Monday of Carnaval', () => {
  for (let year = 2000; year <= 2099; year++) {
    const listed = getHolidays(year).map(holiday => ({ ...holiday, day: toCalendarDate(holiday.date) }))
    const expected = new Set<string>()
    for (const { name, type, day } of listed) {
      if (type === 'national' || /Carnaval|Corpus Christi/.test(name)) expected.add(day)
      if (/Carnaval/.test(name)) expected.add(addDays(day, -1))
    }
    assert.deepEqual(listHolidays(year), [...expected].sort(), String(year))
  }
})
