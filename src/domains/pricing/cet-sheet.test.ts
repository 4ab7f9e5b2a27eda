import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pickLike, readVectors } from '../../../test/support/vectors.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { CET_PARTS, type CetSheet, computeCetSheet } from './cet-sheet.ts'
import { priceOption } from './option.ts'

interface SheetVector {
  readonly name: string
  readonly purchaseCentavos: number
  readonly downPaymentCentavos: number
  readonly tcCentavos: number
  readonly premiumCentavos: number
  readonly interestRatePM: number
  readonly numberOfInstallments: number
  readonly computedOn: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly sheet: Partial<CetSheet>
}

const vectors = readVectors<SheetVector>(new URL('vectors/cet-sheet.jsonl', import.meta.url))
for (const vector of vectors)
  test(`the sheet shows every part of the cost in reais and in percent: ${vector.name}`, () => {
    const { purchaseCentavos, downPaymentCentavos, tcCentavos, premiumCentavos, computedOn } = vector
    const lent = purchaseCentavos - downPaymentCentavos
    const option = priceOption({
      purchaseCentavos,
      downPaymentPercentage: (100 * downPaymentCentavos) / purchaseCentavos,
      // Enough decimals to give the vector's amounts back.
      tcPercentage: (100 * tcCentavos) / purchaseCentavos,
      insurancePercentage: (100 * premiumCentavos) / lent,
      cmPercentage: 0,
      retentionPercentage: 0,
      purchaseDate: computedOn,
      firstDueDate: vector.firstDueDate,
      numberOfInstallments: vector.numberOfInstallments,
      interestRatePM: vector.interestRatePM,
    })
    assert.deepEqual([option.tcCentavos, option.premiumCentavos], [tcCentavos, premiumCentavos])
    assert.deepEqual(pickLike(computeCetSheet(option, computedOn), vector.sheet), vector.sheet)
  })

test('five sheets are compared', () => assert.equal(vectors.length, 5))

test('the parts of any sheet add up to what is paid, and to a hundred percent', () => {
  const purchaseDate = parseCalendarDate('2026-03-10')
  const terms = fc.record({
    purchaseCentavos: fc.integer({ min: 5_000, max: 5_000_000 }),
    downPaymentPercentage: fc.constantFrom(0, 10, 33.3),
    tcPercentage: fc.constantFrom(0, 1.7),
    insurancePercentage: fc.constantFrom(0, 3.3),
    interestRatePM: fc.constantFrom(0, 1.99, 7.77),
    numberOfInstallments: fc.integer({ min: 1, max: 24 }),
  })
  fc.assert(
    fc.property(terms, given => {
      const firstDueDate = addDays(purchaseDate, 30)
      const option = priceOption({
        ...given,
        cmPercentage: 0,
        retentionPercentage: 0,
        purchaseDate,
        firstDueDate,
      })
      const { parts, totalDueCentavos } = computeCetSheet(option, purchaseDate)
      const shares = CET_PARTS.map(part => parts[part])
      assert.equal(
        shares.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
        totalDueCentavos,
      )
      assert.equal(
        shares.reduce((sum, { percentage }) => sum + Math.round(percentage * 100), 0),
        10_000,
      )
    }),
    { numRuns: 200 },
  )
})
