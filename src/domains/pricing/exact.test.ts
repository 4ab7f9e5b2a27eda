import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'
import {
  computeInstallmentExactly,
  computePrincipalExactly,
  computeYearlyRateExactly,
  splitIofExactly,
  splitPrincipalExactly,
} from './exact.ts'
import { priceOption } from './option.ts'
import { getSchedule } from './schedule.ts'

const epoch = toEpochDay(parseCalendarDate('2026-01-01'))

test('the fast path and the exact path price the same option', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 100_000_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 48 }),
      fc.integer({ min: 1, max: 200_000 }),
      (purchaseCentavos, day, daysToFirst, numberOfInstallments, rateUnits) => {
        const purchaseDate = fromEpochDay(epoch + day)
        const firstDueDate = addDays(purchaseDate, daysToFirst)
        const interestRatePM = rateUnits / 10_000
        const rest = {
          downPaymentPercentage: 0,
          tcPercentage: 0,
          insurancePercentage: 0,
          cmPercentage: 0,
          retentionPercentage: 0,
        }
        const dated = { purchaseDate, firstDueDate, numberOfInstallments, interestRatePM }
        const option = priceOption({ purchaseCentavos, ...rest, ...dated })
        const schedule = getSchedule(purchaseDate, firstDueDate, numberOfInstallments, interestRatePM)
        const principal = option.amortizationTotalCentavos
        const installment = option.installmentCentavos
        assert.equal(computePrincipalExactly(schedule, purchaseCentavos), principal)
        assert.equal(computeInstallmentExactly(schedule, principal, installment), installment)
        assert.equal(computeInstallmentExactly(schedule, principal, installment - 1), installment)
        assert.deepEqual(splitPrincipalExactly(schedule, principal), option.amortizationCentavos)
        const iof = splitIofExactly(schedule, option.amortizationCentavos, option.totalIofCentavos)
        assert.deepEqual(iof, option.iofCentavos)
      },
    ),
    { numRuns: 1_500 },
  )
})

test('the yearly rate of a monthly one is exact to two decimals', () => {
  const known = [
    [0, 0],
    [2.35, 32.15],
    [2.99, 42.41],
    [3.49, 50.93],
    [3.99, 59.92],
    [4.99, 79.38],
    [5.99, 100.99],
    [6.99, 124.97],
    [7.99, 151.54],
    [8.99, 180.96],
  ] as const
  for (const [monthly, yearly] of known) assert.equal(computeYearlyRateExactly(monthly), yearly)
})
