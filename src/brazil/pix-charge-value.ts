import { type CalendarDate, daysBetween, fromEpochDay, toEpochDay } from '../kernel/calendar-date.ts'
import type { Centavos } from '../kernel/money.ts'
import { isBusinessDay, nextBusinessDay } from './business-days.ts'

/**
 * A rate or an amount by the codes of the Pix API: `value` is in hundredths, which are centavos where the code means an
 * amount in reais, and hundredths of a percent where it means a percentage.
 */
export interface PixTerm<Mode extends number> {
  readonly mode: Mode
  readonly value: number
}

export type InterestMode = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type PixDiscount =
  | {
      readonly mode: 1 | 2
      readonly until: readonly { readonly date: CalendarDate; readonly value: number }[]
    }
  | PixTerm<3 | 4 | 5 | 6>

export interface PixChargeTerms {
  readonly originalCentavos: Centavos
  readonly dueDate: CalendarDate
  readonly fine?: PixTerm<1 | 2> | undefined
  readonly interest?: PixTerm<InterestMode> | undefined
  readonly rebate?: PixTerm<1 | 2> | undefined
  readonly discount?: PixDiscount | undefined
}

interface PixChargeValue {
  readonly rebateCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly totalCentavos: Centavos
}

/** In hundredths of a percent. */
const WHOLE = 10_000

/** Days among which the rate is divided, counted in calendar or in business days. */
const INTEREST: Readonly<
  Record<
    InterestMode,
    { readonly isPercentage: boolean; readonly days: number; readonly inBusinessDays: boolean }
  >
> = {
  1: { isPercentage: false, days: 1, inBusinessDays: false },
  2: { isPercentage: true, days: 1, inBusinessDays: false },
  3: { isPercentage: true, days: 30, inBusinessDays: false },
  4: { isPercentage: true, days: 360, inBusinessDays: false },
  5: { isPercentage: false, days: 1, inBusinessDays: true },
  6: { isPercentage: true, days: 1, inBusinessDays: true },
  7: { isPercentage: true, days: 21, inBusinessDays: true },
  8: { isPercentage: true, days: 252, inBusinessDays: true },
}

/**
 * What the receiver's bank asks for a charge with due date that is paid on a day, by the Central Bank's rules for the
 * initiation of Pix (annex on calculation): each part is cut to centavos, never rounded up, and days of delay count
 * from the due date postponed to a business day. National bank holidays only: the payer's municipality is not known.
 */
export function computePixChargeValue(terms: PixChargeTerms, paidOn: CalendarDate): PixChargeValue {
  const { originalCentavos, rebate } = terms
  const rebateCentavos = rebate === undefined ? 0 : computePart(rebate, rebate.mode === 2, originalCentavos)
  const base = originalCentavos - rebateCentavos
  const parts = {
    rebateCentavos,
    discountCentavos: computeDiscount(terms, base, paidOn),
    interestCentavos: computeInterest(terms, base, paidOn),
    fineCentavos: computeFine(terms, base, paidOn),
  }
  const totalCentavos = base - parts.discountCentavos + parts.interestCentavos + parts.fineCentavos
  return { ...parts, totalCentavos }
}

function computeDiscount(
  { discount, dueDate }: PixChargeTerms,
  base: Centavos,
  paidOn: CalendarDate,
): Centavos {
  if (discount === undefined) return 0
  if ('until' in discount) {
    const dates = discount.until.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const found = dates.find(({ date }) => paidOn <= nextBusinessDay(date))
    return found === undefined ? 0 : computePart(found, discount.mode === 2, base)
  }
  const isPercentage = discount.mode >= 5
  const inBusinessDays = discount.mode === 4 || discount.mode === 6
  return computePart(discount, isPercentage, base, {
    days: countDays(paidOn, dueDate, inBusinessDays),
    among: 1,
  })
}

function computeInterest(
  { interest, dueDate }: PixChargeTerms,
  base: Centavos,
  paidOn: CalendarDate,
): Centavos {
  if (interest === undefined) return 0
  const { isPercentage, days: among, inBusinessDays } = INTEREST[interest.mode]
  const days = countDays(nextBusinessDay(dueDate), paidOn, inBusinessDays)
  return computePart(interest, isPercentage, base, { days, among })
}

function computeFine({ fine, dueDate }: PixChargeTerms, base: Centavos, paidOn: CalendarDate): Centavos {
  if (fine === undefined || paidOn <= nextBusinessDay(dueDate)) return 0
  return computePart(fine, fine.mode === 2, base)
}

/** Cut to whole centavos; the product may be beyond what a double holds exactly. */
function computePart(
  { value }: { readonly value: number },
  isPercentage: boolean,
  base: Centavos,
  { days, among } = { days: 1, among: 1 },
): Centavos {
  if (!isPercentage) return value * days
  return Number((BigInt(base) * BigInt(value) * BigInt(days)) / BigInt(WHOLE * among))
}

/** Days after the first date up to the second; 0 when that is not later. */
function countDays(from: CalendarDate, to: CalendarDate, inBusinessDays: boolean): number {
  const days = Math.max(0, daysBetween(from, to))
  if (!inBusinessDays) return days
  const first = toEpochDay(from) + 1
  return Array.from({ length: days }, (_, index) => fromEpochDay(first + index)).filter(isBusinessDay).length
}
