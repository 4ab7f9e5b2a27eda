import fc from 'fast-check'
import type { OptionTerms } from '../../src/domains/pricing/option.ts'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../../src/kernel/calendar-date.ts'

const day = (text: string) => toEpochDay(parseCalendarDate(text))
const percent = (maxHundredths: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: maxHundredths }).map(hundredths => hundredths / 100),
  )

/** Any option the service can be asked for, with rates of up to four decimals and every IOF table of the past. */
export const anyTerms: fc.Arbitrary<OptionTerms> = fc
  .record({
    purchaseCentavos: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 15_000, max: 1_000_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 1_000_000_000 }) },
    ),
    downPaymentPercentage: fc.oneof(fc.constantFrom(0, 10, 20, 30, 50), percent(9_000)),
    tcPercentage: percent(500),
    insurancePercentage: percent(1_000),
    cmPercentage: percent(1_000),
    retentionPercentage: percent(2_000),
    purchaseDay: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: day('2026-01-01'), max: day('2040-12-31') }) },
      { weight: 1, arbitrary: fc.integer({ min: day('2008-01-03'), max: day('2025-12-31') }) },
    ),
    daysToFirst: fc.oneof(fc.constantFrom(30, 60, 90, 120), fc.integer({ min: 1, max: 395 })),
    numberOfInstallments: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 24 }) },
      { weight: 1, arbitrary: fc.integer({ min: 25, max: 60 }) },
    ),
    interestRatePM: fc.oneof(
      fc.constantFrom(0, 0.99, 1.49, 2.99, 4.99, 6.99, 8.99),
      fc.integer({ min: 0, max: 150_000 }).map(units => units / 10_000),
    ),
  })
  .map(({ purchaseDay, daysToFirst, ...terms }) => {
    const purchaseDate = fromEpochDay(purchaseDay)
    return { ...terms, purchaseDate, firstDueDate: addDays(purchaseDate, daysToFirst) }
  })

/** Options that a shop would see: IOF in force as today, and installments large enough for a billet. */
export const everydayTerms: fc.Arbitrary<OptionTerms> = anyTerms.filter(
  terms =>
    terms.purchaseDate >= '2022-01-01' &&
    terms.purchaseCentavos * (1 - terms.downPaymentPercentage / 100) >= 500 * terms.numberOfInstallments,
)
