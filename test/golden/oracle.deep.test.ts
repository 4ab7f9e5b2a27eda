import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type OptionTerms, priceOption } from '../../src/domains/pricing/option.ts'
import { addDays, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { discountByDecimals, priceByDecimals } from './decimal-oracle.ts'
import { anyTerms } from './option-terms.ts'

function assertSameAsOracle(terms: OptionTerms): void {
  const option = priceOption(terms)
  const { principal, installment, amortization, iof } = priceByDecimals(terms, option)
  assert.equal(option.amortizationTotalCentavos, principal)
  assert.equal(option.installmentCentavos, installment)
  assert.deepEqual(option.amortizationCentavos, amortization)
  assert.deepEqual(option.iofCentavos, iof)
}

test('principal, installment and every row agree with 50-digit decimals on thousands of options', () => {
  fc.assert(fc.property(anyTerms, assertSameAsOracle), { numRuns: 2_000 })
})

const purchaseDate = parseCalendarDate('2026-03-10')
/** A day of the year without IOF: the principal is the amount lent, which makes ties easy to build. */
const untaxedDate = parseCalendarDate('2020-06-01')
const bare: OptionTerms = {
  purchaseCentavos: 0,
  downPaymentPercentage: 0,
  tcPercentage: 0,
  insurancePercentage: 0,
  cmPercentage: 0,
  retentionPercentage: 0,
  purchaseDate: untaxedDate,
  firstDueDate: addDays(untaxedDate, 30),
  numberOfInstallments: 1,
  interestRatePM: 0,
}
const MOST_CET_PA = 1_000_000
const odds = Array.from({ length: 500 }, (_, index) => 2 * index + 1)

test('a principal of exactly half a centavo is rounded up', () => {
  // 20 days of IOF: P = lent × 15625 ÷ 15540, so 7770 centavos become 7812.5.
  for (const odd of odds) {
    const terms = {
      ...bare,
      purchaseDate,
      firstDueDate: addDays(purchaseDate, 20),
      purchaseCentavos: 7_770 * odd,
    }
    assert.equal(priceOption(terms).amortizationTotalCentavos, (15_625 * odd + 1) / 2)
  }
})

test('an installment of exactly half a centavo is rounded up, for whole and for fractional exponents', () => {
  for (const odd of odds) {
    const one = { ...bare, interestRatePM: 5, purchaseCentavos: 10 * odd }
    assert.equal(priceOption(one).installmentCentavos, (21 * odd + 1) / 2)
    const two = { ...bare, interestRatePM: 25, numberOfInstallments: 2, purchaseCentavos: 18 * odd }
    assert.equal(priceOption(two).installmentCentavos, (25 * odd + 1) / 2)
    // Half a month at 21 percent is 10 percent.
    const half = {
      ...bare,
      interestRatePM: 21,
      firstDueDate: addDays(untaxedDate, 15),
      purchaseCentavos: 5 * odd,
    }
    assert.equal(priceOption(half).installmentCentavos, (11 * odd + 1) / 2)
  }
})

test('among rows with equal remainders the earlier ones get the odd centavos', () => {
  // At 30 percent three rows weigh 100, 130 and 169 of 399: multiples of 133 centavos leave them the same remainder.
  const three = { ...bare, interestRatePM: 30, numberOfInstallments: 3 }
  assert.deepEqual(priceOption({ ...three, purchaseCentavos: 133 }).amortizationCentavos, [34, 43, 56])
  assert.deepEqual(priceOption({ ...three, purchaseCentavos: 266 }).amortizationCentavos, [67, 87, 112])
  for (const odd of odds) {
    assertSameAsOracle({ ...three, purchaseCentavos: 133 * odd })
    // Without interest the rows beyond 365 days weigh the same for IOF.
    assertSameAsOracle({
      ...bare,
      purchaseDate,
      firstDueDate: addDays(purchaseDate, 30),
      numberOfInstallments: 24,
      purchaseCentavos: 997 * odd,
    })
  }
})

test('yearly and monthly CET are the two-decimal rates nearest to the one that makes the installments worth the net', () => {
  const priceable = anyTerms.filter(terms => terms.purchaseCentavos >= 100 * terms.numberOfInstallments)
  fc.assert(
    fc.property(priceable, terms => {
      const { cetPA, cetPM, installmentCentavos, downPaymentCentavos } = priceOption(terms)
      // A fee on credit for a day or two is a rate of dozens of digits, whose decimals no double holds.
      fc.pre(cetPA < MOST_CET_PA)
      const net = terms.purchaseCentavos - downPaymentCentavos
      for (const [rate, periods] of [
        [cetPA, 1],
        [cetPM, 12],
      ] as const) {
        assert.ok(discountByDecimals(terms, installmentCentavos, rate, '-0.005', periods).gte(net))
        assert.ok(discountByDecimals(terms, installmentCentavos, rate, '0.005', periods).lte(net))
      }
    }),
    { numRuns: 150 },
  )
})
