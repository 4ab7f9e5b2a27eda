import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computePaymentRows } from '../../src/brazil/payment-rows.ts'
import { computePayoff } from '../../src/brazil/payoff.ts'
import { priceOption } from '../../src/domains/pricing/option.ts'
import { addDays, parseCalendarDate } from '../../src/kernel/calendar-date.ts'

function computeRows(given: {
  daysToFirst: number
  numberOfInstallments: number
  interestRatePM: number
  purchaseCentavos: number
}) {
  const contractDate = parseCalendarDate('2026-03-10')
  const firstDueDate = addDays(contractDate, given.daysToFirst)
  const option = priceOption({
    ...given,
    downPaymentPercentage: 20,
    tcPercentage: 0,
    insurancePercentage: 0,
    cmPercentage: 0,
    retentionPercentage: 0,
    purchaseDate: contractDate,
    firstDueDate,
  })
  const rows = computePaymentRows({
    ...option,
    contractDate,
    principalCentavos: option.amortizationTotalCentavos,
  })
  return { option, rows }
}

test('without grace the rows are those of the offer', () => {
  const given = { daysToFirst: 30, numberOfInstallments: 6, interestRatePM: 4.99, purchaseCentavos: 124_000 }
  const { option, rows } = computeRows(given)
  assert.deepEqual(
    rows.map(({ amortizationCentavos }) => amortizationCentavos),
    option.amortizationCentavos,
  )
  assert.equal(rows.at(-1)?.balanceCentavos, 0)
})

test('the first row bears the interest of the grace period', () => {
  const given = { daysToFirst: 90, numberOfInstallments: 6, interestRatePM: 4.99, purchaseCentavos: 124_000 }
  const { rows } = computeRows(given)
  // 1,009.97 × (1.0499³ − 1) is 158.90: 219.27 − 158.90 = 60.37, up to a centavo of every later row.
  assert.deepEqual(
    rows.map(({ interestCentavos, amortizationCentavos, balanceCentavos }) => [
      interestCentavos,
      amortizationCentavos,
      balanceCentavos,
    ]),
    [
      [15_889, 6_038, 94_959],
      [4_738, 17_189, 77_770],
      [3_881, 18_046, 59_724],
      [2_980, 18_947, 40_777],
      [2_035, 19_892, 20_885],
      [1_042, 20_885, 0],
    ],
  )
})

const anyLoan = fc.record({
  daysToFirst: fc.constantFrom(30, 60, 90, 120),
  numberOfInstallments: fc.integer({ min: 1, max: 48 }),
  interestRatePM: fc.constantFrom(0, 0.99, 2.99, 4.99, 9.9),
  purchaseCentavos: fc.integer({ min: 10_000, max: 3_000_000 }),
})

test('amortizations add up to the principal, and a balance after grace is what settles the contract', () => {
  fc.assert(
    fc.property(anyLoan, given => {
      const { option, rows } = computeRows(given)
      const sum = rows.reduce((total, { amortizationCentavos }) => total + amortizationCentavos, 0)
      assert.equal(sum, option.amortizationTotalCentavos)
      assert.equal(rows.at(-1)?.balanceCentavos, 0)
      if (given.daysToFirst === 30 || given.interestRatePM === 0) return
      for (const { number, dueDate, balanceCentavos } of rows) {
        const open = rows.map(row => (row.number <= number ? 0 : row.amountCentavos))
        assert.equal(computePayoff(option, open, dueDate).totalCentavos, balanceCentavos)
      }
    }),
    { numRuns: 200 },
  )
})
