import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { priceOption } from '../../src/domains/pricing/option.ts'
import { forgetSchedules, getSchedule } from '../../src/domains/pricing/schedule.ts'
import { addDays } from '../../src/kernel/calendar-date.ts'
import { computeShare, parseReais, presentReais } from '../../src/kernel/money.ts'
import { anyTerms, everydayTerms } from './option-terms.ts'

const thousands = { numRuns: 4_000 }
const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('amortizations add up to the principal, IOF and fee rows to their totals, and no row is negative', () => {
  fc.assert(
    fc.property(anyTerms, terms => {
      const option = priceOption(terms)
      const rows = [option.amortizationCentavos, option.iofCentavos, option.tcShareCentavos]
      const totals = [option.amortizationTotalCentavos, option.totalIofCentavos, option.tcCentavos]
      assert.deepEqual(rows.map(add), totals)
      for (const row of [...rows, option.iofDays]) {
        assert.equal(row.length, terms.numberOfInstallments)
        assert.ok(row.every(value => Number.isSafeInteger(value) && value >= 0))
      }
    }),
    thousands,
  )
})

test('every amount is whole centavos, follows its definition, and leaves and enters JSON unchanged', () => {
  fc.assert(
    fc.property(anyTerms, terms => {
      const option = priceOption(terms)
      const net = terms.purchaseCentavos - option.downPaymentCentavos
      assert.equal(
        option.downPaymentCentavos,
        computeShare(terms.purchaseCentavos, terms.downPaymentPercentage),
      )
      assert.equal(option.tcCentavos, computeShare(terms.purchaseCentavos, terms.tcPercentage))
      assert.equal(option.financedCentavos, net + option.tcCentavos)
      assert.equal(option.premiumCentavos, computeShare(net, terms.insurancePercentage))
      assert.equal(option.cmCentavos, computeShare(net, terms.cmPercentage))
      assert.equal(option.retentionCentavos, computeShare(option.financedCentavos, terms.retentionPercentage))
      assert.equal(option.netCentavos, option.financedCentavos - option.retentionCentavos)
      const lent = option.financedCentavos + option.premiumCentavos
      assert.equal(option.amortizationTotalCentavos, lent + option.totalIofCentavos)
      assert.equal(option.totalCentavos, terms.numberOfInstallments * option.installmentCentavos)
      assert.equal(option.additionCentavos, option.totalCentavos - option.financedCentavos)
      for (const [name, value] of Object.entries(option)) {
        if (!name.endsWith('Centavos') || typeof value !== 'number') continue
        assert.ok(Number.isSafeInteger(value), name)
        assert.equal(parseReais(JSON.parse(JSON.stringify(presentReais(value)))), value, name)
      }
    }),
    thousands,
  )
})

test('the principal less its tax is the amount lent, within a cent, and grows in proportion to it', () => {
  fc.assert(
    fc.property(everydayTerms, fc.integer({ min: 2, max: 9 }), (terms, times) => {
      fc.pre(terms.purchaseCentavos * times <= 1_000_000_000)
      const plain = { ...terms, downPaymentPercentage: 0, tcPercentage: 0, insurancePercentage: 0 }
      const { purchaseDate, firstDueDate, numberOfInstallments, interestRatePM } = terms
      const { grossUp } = getSchedule(purchaseDate, firstDueDate, numberOfInstallments, interestRatePM)
      const option = priceOption(plain)
      assert.ok(Math.abs(option.amortizationTotalCentavos / grossUp - terms.purchaseCentavos) < 1)
      const larger = priceOption({ ...plain, purchaseCentavos: terms.purchaseCentavos * times })
      assert.ok(Math.abs(larger.totalIofCentavos - times * option.totalIofCentavos) <= (times + 1) / 2)
    }),
    thousands,
  )
})

test('a larger down payment never makes the installment, the tax or the total larger', () => {
  fc.assert(
    fc.property(
      everydayTerms,
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 90 }),
      (terms, a, b) => {
        const small = priceOption({ ...terms, downPaymentPercentage: Math.min(a, b) })
        const large = priceOption({ ...terms, downPaymentPercentage: Math.max(a, b) })
        assert.ok(large.installmentCentavos <= small.installmentCentavos)
        assert.ok(large.totalIofCentavos <= small.totalIofCentavos)
        assert.ok(large.totalCentavos <= small.totalCentavos)
      },
    ),
    thousands,
  )
})

test('IOF never falls when due dates move away, and stays the same beyond 365 days', () => {
  fc.assert(
    fc.property(
      everydayTerms,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      (terms, a, b) => {
        const due = (days: number) =>
          priceOption({ ...terms, firstDueDate: addDays(terms.purchaseDate, days) })
        assert.ok(due(Math.min(a, b)).totalIofCentavos <= due(Math.max(a, b)).totalIofCentavos)
        const single = { ...terms, numberOfInstallments: 1 }
        const capped = [365, 366, 395].map(days =>
          priceOption({ ...single, firstDueDate: addDays(terms.purchaseDate, days) }),
        )
        assert.equal(new Set(capped.map(option => option.totalIofCentavos)).size, 1)
        assert.ok(capped.every(option => option.iofDays[0] === 365))
      },
    ),
    thousands,
  )
})

// Interest counts months and the CET counts days over 365, so neither is always the higher one by convention alone.
// While IOF is in force, as in these cases, it outweighs the difference.
test('the CET is above the interest and above zero while IOF is charged, and its two forms agree', () => {
  fc.assert(
    fc.property(everydayTerms, terms => {
      const { cetPA, cetPM, interestRatePA } = priceOption(terms)
      assert.ok(cetPM > 0 && cetPA > 0)
      assert.ok(cetPA >= interestRatePA, `${cetPA} < ${interestRatePA}`)
      const yearly = (monthly: number) => ((1 + monthly / 100) ** 12 - 1) * 100
      assert.ok(yearly(cetPM - 0.005) <= cetPA + 0.0051 && cetPA - 0.0051 <= yearly(cetPM + 0.005))
    }),
    thousands,
  )
})

test('fee and premium never lower an installment or the CET', () => {
  fc.assert(
    fc.property(everydayTerms, terms => {
      const charged = priceOption(terms)
      const plain = priceOption({ ...terms, tcPercentage: 0, insurancePercentage: 0 })
      assert.ok(charged.installmentCentavos >= plain.installmentCentavos)
      assert.ok(charged.cetPA >= plain.cetPA && charged.cetPM >= plain.cetPM)
    }),
    thousands,
  )
})

test('the same terms give the same option, from cached or new schedules, whatever was priced in between', () => {
  fc.assert(
    fc.property(anyTerms, anyTerms, (terms, other) => {
      forgetSchedules()
      const fresh = priceOption(terms)
      priceOption(other)
      assert.deepEqual(priceOption(terms), fresh)
    }),
    { numRuns: 1_000 },
  )
})
