import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { computeOverdueIof } from './overdue-iof.ts'

const cases: [what: string, amortization: number, due: string, paid: string, iof: number][] = [
  ['eleven days', 14_778, '2026-04-09', '2026-04-20', 13],
  ['sixty days after the sixth installment', 18_852, '2026-09-09', '2026-11-08', 93],
  ['due after a year: nothing more is taxed', 23_000, '2027-04-09', '2027-06-09', 0],
  ['four hundred days, of which 335 are within the year', 14_778, '2026-04-09', '2027-05-14', 406],
  ['paid on the due date', 14_778, '2026-04-09', '2026-04-09', 0],
  ['due on a Saturday, paid on Monday', 14_778, '2026-05-09', '2026-05-11', 0],
  ['paid before the due date', 14_778, '2026-04-09', '2026-04-01', 0],
]
for (const [what, amortizationCentavos, dueDate, paidOn, iof] of cases)
  test(`the tax of an overdue installment: ${what}`, () => {
    const overdue = {
      amortizationCentavos,
      dailyIof: 0.0082,
      contractDate: parseCalendarDate('2026-03-10'),
      dueDate: parseCalendarDate(dueDate),
      paidOn: parseCalendarDate(paidOn),
    }
    assert.equal(computeOverdueIof(overdue), iof)
  })
