import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickLike, readVectors } from '../../../test/support/vectors.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { type PricedOption, priceOption } from './option.ts'
import { computePartialReturn, type PartialReturn } from './partial-return.ts'

interface ReturnVector {
  readonly name: string
  readonly purchaseCentavos: number
  readonly remainingCentavos: number
  readonly downPaymentPercentage: number
  readonly interestRatePM: number
  readonly numberOfInstallments: number
  readonly purchaseDate: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly paidInstallments: number
  readonly contract: Partial<PricedOption>
  readonly reduced: Partial<PricedOption>
  readonly partialReturn: Partial<PartialReturn>
}

const vectors = readVectors<ReturnVector>(new URL('vectors/partial-return.jsonl', import.meta.url))
for (const vector of vectors)
  test(`what was given back counts as never bought, and the surplus is refunded: ${vector.name}`, () => {
    const { downPaymentPercentage, interestRatePM, numberOfInstallments, purchaseDate, firstDueDate } = vector
    const price = (purchaseCentavos: number) =>
      priceOption({
        purchaseCentavos,
        downPaymentPercentage,
        tcPercentage: 0,
        insurancePercentage: 0,
        cmPercentage: 0,
        retentionPercentage: 0,
        purchaseDate,
        firstDueDate,
        numberOfInstallments,
        interestRatePM,
      })
    const contract = price(vector.purchaseCentavos)
    const reduced = price(vector.remainingCentavos)
    assert.deepEqual(pickLike(contract, vector.contract), vector.contract)
    assert.deepEqual(pickLike(reduced, vector.reduced), vector.reduced)
    const paid = contract.amortizationCentavos.map((_, index) =>
      index < vector.paidInstallments ? contract.installmentCentavos : 0,
    )
    const partialReturn = computePartialReturn(contract, reduced, paid)
    assert.deepEqual(pickLike(partialReturn, vector.partialReturn), vector.partialReturn)
  })

test('five returns are compared', () => assert.equal(vectors.length, 5))

test('a part payment counts up to the smaller installment, and never pays another one', () => {
  const figures = { financedCentavos: 0, tcCentavos: 0, totalIofCentavos: 0, downPaymentCentavos: 0 }
  const { creditedCentavos, refundCentavos } = computePartialReturn(
    { ...figures, installmentCentavos: 200 },
    { ...figures, installmentCentavos: 150 },
    [200, 160, 40, 0],
  )
  assert.deepEqual(creditedCentavos, [150, 150, 40, 0])
  assert.equal(refundCentavos, 60)
})
