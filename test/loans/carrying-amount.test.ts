import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAccrual } from '../../src/domains/loans/accrual.ts'
import { composeAccruals } from '../../src/domains/loans/book-loan.ts'
import type { CalendarDate } from '../../src/kernel/calendar-date.ts'
import { checkLives, LoanBooks } from './loan-lives.ts'

test('for random loans, paid early, late and in part, the books carry the payoff on every day', () =>
  checkLives(60))

test('a payment that is reported after the month end was booked earns nothing twice', () => {
  const books = new LoanBooks({
    startedOn: '2026-01-15' as CalendarDate,
    graceDays: 0,
    purchaseCentavos: 150_000,
    interestRatePM: 3.99,
    numberOfInstallments: 3,
    tcPercentage: 1.5,
    retentionPercentage: 4,
    payments: [],
  })
  const accrual = computeAccrual(books.loan, '2026-02-28' as CalendarDate)
  books.post(
    composeAccruals(books.loan, {
      reference: 'end',
      day: '2026-02-28' as CalendarDate,
    }).entries,
  )
  books.loan = accrual.loan
  books.pay('2026-02-13' as CalendarDate, 0, books.loan.openCentavos[0] ?? 0, 'late-told')
  assert.equal(books.loan.accruedThrough, '2026-02-28')
  books.assertAgrees()
  books.assertCarriesPayoff('2026-02-28' as CalendarDate)
})
