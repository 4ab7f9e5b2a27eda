import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pickLike, readVectors } from '../../../test/support/vectors.ts'
import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { type OptionTerms, type PricedOption, priceOption } from './option.ts'
import { priceAtRelease, type ReleasedContract } from './release.ts'
import { computeDueDates } from './schedule.ts'

type Terms = Omit<OptionTerms, 'cmPercentage' | 'retentionPercentage' | 'purchaseDate' | 'firstDueDate'>

/** Computed by an independent program with 60-digit decimals. Members that are left out are not compared. */
interface ReleaseVector {
  readonly name: string
  readonly terms: Terms
  readonly quotedOn: CalendarDate
  readonly quotedFirstDueDate: CalendarDate
  readonly releasedOn: CalendarDate
  readonly quoted: Partial<PricedOption>
  readonly released: Omit<ReleasedContract, 'contract'>
  readonly contract: Partial<PricedOption>
  readonly dueDates: readonly CalendarDate[]
}

interface KeptDatesVector {
  readonly name: string
  readonly terms: Terms & Pick<OptionTerms, 'purchaseDate' | 'firstDueDate'>
  readonly contract: Partial<PricedOption>
}

const quote = (terms: Terms, purchaseDate: CalendarDate, firstDueDate: CalendarDate) =>
  priceOption({ ...terms, cmPercentage: 0, retentionPercentage: 0, purchaseDate, firstDueDate })

const keptDates = readVectors<KeptDatesVector>(new URL('vectors/release-dates-kept.jsonl', import.meta.url))
const releases = readVectors<ReleaseVector>(new URL('vectors/release.jsonl', import.meta.url))
for (const vector of releases)
  test(`a contract counts from its release, and costs no more than its quotation: ${vector.name}`, () => {
    const { quotedOn, releasedOn, dueDates } = vector
    const quoted = quote(vector.terms, quotedOn, vector.quotedFirstDueDate)
    assert.deepEqual(pickLike(quoted, vector.quoted), vector.quoted)
    const { contract, ...taxes } = priceAtRelease(quoted, { quotedOn, releasedOn })
    assert.deepEqual(taxes, vector.released)
    assert.deepEqual(pickLike(contract, vector.contract), vector.contract)
    assert.deepEqual(computeDueDates(contract.firstDueDate, dueDates.length), dueDates)
  })

for (const { name, terms, contract } of keptDates)
  test(`a shorter first period lowers tax and installment: ${name}`, () => {
    assert.deepEqual(pickLike(quote(terms, terms.purchaseDate, terms.firstDueDate), contract), contract)
  })

test('seventeen releases and four shorter periods are compared', () => {
  assert.equal(releases.length, 17)
  assert.equal(keptDates.length, 4)
})

const START = parseCalendarDate('2026-01-01')
const anyQuotation = fc.record({
  purchaseCentavos: fc.integer({ min: 1_000, max: 5_000_000 }),
  downPaymentPercentage: fc.constantFrom(0, 10, 20, 33.3),
  tcPercentage: fc.constantFrom(0, 1.5),
  insurancePercentage: fc.constantFrom(0, 3.5),
  interestRatePM: fc.constantFrom(0, 0.99, 2.99, 4.99, 12.5),
  numberOfInstallments: fc.integer({ min: 1, max: 36 }),
  quotedOn: fc.integer({ min: 0, max: 1_200 }).map(days => addDays(START, days)),
  daysToFirst: fc.constantFrom(30, 60, 90, 120),
  delay: fc.integer({ min: 0, max: 20 }),
})

test('no release raises an installment, and one on the day of the quotation changes nothing', () => {
  fc.assert(
    fc.property(anyQuotation, ({ quotedOn, daysToFirst, delay, ...terms }) => {
      const quoted = quote(terms, quotedOn, addDays(quotedOn, daysToFirst))
      const releasedOn = addDays(quotedOn, delay)
      const { contract, iofDueCentavos, iofByLenderCentavos } = priceAtRelease(quoted, {
        quotedOn,
        releasedOn,
      })
      if (delay === 0) assert.deepEqual(contract, quoted)
      assert.ok(contract.installmentCentavos <= quoted.installmentCentavos)
      assert.ok(contract.amortizationTotalCentavos <= quoted.amortizationTotalCentavos)
      assert.equal(daysBetween(releasedOn, contract.firstDueDate), daysToFirst)
      assert.equal(iofDueCentavos, contract.totalIofCentavos + iofByLenderCentavos)
      assert.ok(iofByLenderCentavos >= 0)
      const principal = contract.amortizationCentavos.reduce((sum, row) => sum + row, 0)
      assert.equal(principal, contract.amortizationTotalCentavos)
      const tax = contract.iofCentavos.reduce((sum, row) => sum + row, 0)
      assert.equal(tax, contract.totalIofCentavos)
    }),
    { numRuns: 300 },
  )
})
