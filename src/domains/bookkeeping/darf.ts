import { addBusinessDays } from '../../brazil/business-days.ts'
import { addMonths, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { IofDue } from '../ledger/index.ts'

/* What a DARF pays, and what federal tax costs when it is paid late: Law 9.430/1996, art. 68 and 61. */

/** 0.33 % for each day, and 20 % at most. */
const FINE_BASIS_POINTS_PER_DAY = 33
const MAX_FINE_BASIS_POINTS = 2_000
/** Of the month of the payment. */
const LAST_MONTH_BASIS_POINTS = 100
const WHOLE = 10_000

/** Hundredths of a percent by month, written YYYY-MM. */
export type SelicRates = ReadonlyMap<string, number>

export interface LateCharges {
  readonly daysLate: number
  readonly fineCentavos: Centavos
  /** Undefined while the rate of a month is not known. */
  readonly interestCentavos: Centavos | undefined
  /** Months whose rate has to be loaded first. */
  readonly missingMonths: readonly string[]
}

/**
 * Days count from the first business day after the last day for payment. Interest is the sum of the Selic rates of the
 * months between that of the last day and that of the payment, and 1 % for the latter; within one month there is none.
 */
export function computeLateCharges(
  principalCentavos: Centavos,
  { payBy, paidOn }: { readonly payBy: CalendarDate; readonly paidOn: CalendarDate },
  rates: SelicRates,
): LateCharges {
  const firstDay = addBusinessDays(payBy, 1)
  if (paidOn < firstDay) return { daysLate: 0, fineCentavos: 0, interestCentavos: 0, missingMonths: [] }
  const daysLate = daysBetween(firstDay, paidOn) + 1
  const finePoints = Math.min(daysLate * FINE_BASIS_POINTS_PER_DAY, MAX_FINE_BASIS_POINTS)
  const months = listMonthsBetween(payBy, paidOn)
  const missingMonths = months.filter(month => !rates.has(month))
  const points =
    monthOf(payBy) === monthOf(paidOn)
      ? 0
      : months.reduce((sum, month) => sum + (rates.get(month) ?? 0), LAST_MONTH_BASIS_POINTS)
  return {
    daysLate,
    fineCentavos: computePart(principalCentavos, finePoints),
    interestCentavos: missingMonths.length > 0 ? undefined : computePart(principalCentavos, points),
    missingMonths,
  }
}

const monthOf = (day: CalendarDate): string => day.slice(0, 7)

/** Without that of the first day and that of the last. */
function listMonthsBetween(from: CalendarDate, until: CalendarDate): string[] {
  const months: string[] = []
  const first = `${monthOf(from)}-01` as CalendarDate
  for (let month = addMonths(first, 1); monthOf(month) < monthOf(until); month = addMonths(month, 1))
    months.push(monthOf(month))
  return months
}

/** Rounded half up, in whole numbers. */
function computePart(amount: Centavos, basisPoints: number): Centavos {
  const product = BigInt(amount) * BigInt(basisPoints)
  return Number((product * 2n + BigInt(WHOLE)) / BigInt(WHOLE * 2))
}

/** There is no DARF of less. */
const LEAST_DARF_CENTAVOS: Centavos = 1_000

/** What is paid for one period. */
type TaxPart = Pick<IofDue, 'periodEnd' | 'amountCentavos'>

/** What one DARF pays: the tax of its period, and that of earlier ones below the minimum. */
export interface TaxDue extends IofDue {
  readonly carried: readonly TaxPart[]
}

/**
 * Tax below the minimum is carried over to the next periods until the sum reaches it, and is due with the last of them.
 * `left` waits for a later period. The oldest first.
 */
export function joinSmallTaxes(periods: readonly IofDue[]): {
  readonly due: readonly TaxDue[]
  readonly left: readonly TaxPart[]
} {
  const due: TaxDue[] = []
  let carried: TaxPart[] = []
  for (const period of periods) {
    if (sumParts(carried) + period.amountCentavos < LEAST_DARF_CENTAVOS) carried.push(period)
    else {
      due.push({ ...period, carried })
      carried = []
    }
  }
  return { due, left: carried }
}

export const sumParts = (parts: readonly TaxPart[]): Centavos =>
  parts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)

/** What of earlier periods a payment covers, after its own period. */
export function allocateCarried({ amountCentavos, carried }: TaxDue, paidCentavos: Centavos): TaxPart[] {
  let left = paidCentavos - amountCentavos
  const covered: TaxPart[] = []
  for (const part of carried) {
    if (left <= 0) break
    const amount = Math.min(left, part.amountCentavos)
    covered.push({ periodEnd: part.periodEnd, amountCentavos: amount })
    left -= amount
  }
  return covered
}
