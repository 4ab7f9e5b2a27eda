import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { apportionExactly } from './exact.ts'
import type { PricedOption } from './option.ts'
import { computeDueDates } from './schedule.ts'

/** What a customer reads before contracting (CMN Resolution 4.881/2020, art. 4; CDC, art. 54-B). */
export interface CetSheet {
  /** The day on which the credit is released, from which the rates count. */
  readonly computedOn: CalendarDate
  readonly totalDueCentavos: Centavos
  readonly parts: Readonly<Record<CetPart, CetShare>>
  readonly cetPA: number
  readonly cetPM: number
  readonly interestRatePM: number
  readonly interestRatePA: number
  /** The monthly rate spread over thirty days, in percent with six decimals. */
  readonly dailyRate: number
  readonly numberOfInstallments: number
  readonly installmentCentavos: Centavos
  /** What the customer receives is positive, what the customer pays is negative. */
  readonly flows: readonly { readonly date: CalendarDate; readonly amountCentavos: Centavos }[]
}

type CetPart = (typeof CET_PARTS)[number]
export const CET_PARTS = ['released', 'iof', 'fee', 'premium', 'interest'] as const

interface CetShare {
  readonly amountCentavos: Centavos
  /** Of the total due, in percent; all parts add up to 100.00. */
  readonly percentage: number
}

/** What a sheet is made from. */
type SheetOption = Pick<
  PricedOption,
  | 'totalCentavos'
  | 'installmentCentavos'
  | 'numberOfInstallments'
  | 'firstDueDate'
  | 'financedCentavos'
  | 'tcCentavos'
  | 'premiumCentavos'
  | 'totalIofCentavos'
  | 'amortizationTotalCentavos'
  | 'cetPA'
  | 'cetPM'
  | 'interestRatePM'
  | 'interestRatePA'
>

/** What the installments pay for; the parts add up to their total. */
export function computeCetAmounts(
  option: Pick<
    PricedOption,
    | 'totalCentavos'
    | 'financedCentavos'
    | 'tcCentavos'
    | 'premiumCentavos'
    | 'totalIofCentavos'
    | 'amortizationTotalCentavos'
  >,
): Readonly<Record<CetPart, Centavos>> {
  return {
    released: option.financedCentavos - option.tcCentavos,
    iof: option.totalIofCentavos,
    fee: option.tcCentavos,
    premium: option.premiumCentavos,
    interest: option.totalCentavos - option.amortizationTotalCentavos,
  }
}

export function computeCetSheet(option: SheetOption, computedOn: CalendarDate): CetSheet {
  const { totalCentavos, installmentCentavos, numberOfInstallments } = option
  const amounts = computeCetAmounts(option)
  const dueDates = computeDueDates(option.firstDueDate, numberOfInstallments)
  return {
    computedOn,
    totalDueCentavos: totalCentavos,
    parts: computeParts(amounts),
    cetPA: option.cetPA,
    cetPM: option.cetPM,
    interestRatePM: option.interestRatePM,
    interestRatePA: option.interestRatePA,
    dailyRate: computeDailyRate(option.interestRatePM),
    numberOfInstallments,
    installmentCentavos,
    flows: [
      { date: computedOn, amountCentavos: amounts.released },
      ...dueDates.map(date => ({ date, amountCentavos: -installmentCentavos })),
    ],
  }
}

/** By largest remainder, so that the percentages add up to 100.00. */
function computeParts(amounts: Readonly<Record<CetPart, Centavos>>): Record<CetPart, CetShare> {
  const hundredths = apportionExactly(
    10_000,
    CET_PARTS.map(part => BigInt(amounts[part])),
  )
  const share = (part: CetPart): CetShare => ({
    amountCentavos: amounts[part],
    percentage: (hundredths[CET_PARTS.indexOf(part)] ?? 0) / 100,
  })
  return {
    released: share('released'),
    iof: share('iof'),
    fee: share('fee'),
    premium: share('premium'),
    interest: share('interest'),
  }
}

/** Shown, never computed with: six decimals are far from the limits of a double. */
function computeDailyRate(interestRatePM: number): number {
  return Math.round(100_000_000 * ((1 + interestRatePM / 100) ** (1 / 30) - 1)) / 1_000_000
}
