import type { DueDateGroup, OfferGroup } from '../pricing/offer.ts'
import type { PricedOption } from '../pricing/option.ts'
import type { Columns } from './offer-columns.ts'
import type { Layout } from './packed-record.ts'

/*
 * Version 1 of a stored offer, field by field in the order of its bytes; field-kinds.ts says what each kind is.
 *
 *   offer     version, rates, schedules, count, that many groups, 1 or 0, the group with retention where it was 1
 *   group     groupLayout, list, count, that many times dueDateLayout and list
 *   list      count; unless it is 0: 1 or 0 for insured twins, loanLayout, loanLayout of the twins, the options
 *   option    optionLayout, and after it the optionLayout of its twin
 *   rates     count, that many doubles
 *   schedules count, that many times: first due date, count, that many days for the IOF
 *
 * These tables never change: offers that were stored with them must stay readable. Other bytes are another version with
 * tables of its own.
 */
export const VERSION = 1

export const groupLayout = {
  downPaymentPercentage: 'double',
  downPaymentCentavos: 'whole',
  economyCentavos: 'signed',
  minTotalCentavos: 'whole',
  maxTotalCentavos: 'whole',
} as const satisfies Layout<OfferGroup, 'options' | 'dueDateOptions'>

export const dueDateLayout = {
  gracePeriodDays: 'whole',
  gracePeriodDueDate: 'date',
  firstDueDate: 'date',
} as const satisfies Layout<DueDateGroup, 'options'>

/** What all options of a list have in common. */
export const loanLayout = {
  downPaymentPercentage: 'rate',
  tcPercentage: 'rate',
  cmPercentage: 'rate',
  retentionPercentage: 'rate',
  dailyIof: 'rate',
  fixedIof: 'rate',
  firstDueDate: 'schedule',
  downPaymentCentavos: 'whole',
  tcCentavos: 'whole',
  cmCentavos: 'whole',
  retentionCentavos: 'whole',
  premiumCentavos: 'whole',
  financedCentavos: 'whole',
} as const satisfies Partial<Layout<PricedOption>>

export const optionLayout = {
  numberOfInstallments: 'count',
  interestRatePM: 'rate',
  interestRatePA: 'rate',
  cetPA: 'hundredths',
  cetPM: 'hundredths',
  amortizationTotalCentavos: 'whole',
  installmentCentavos: 'whole',
  iofPerMonthCentavos: 'whole',
  installmentWithoutChargesCentavos: 'whole',
  amortizationCentavos: 'rows',
  iofCentavos: 'rows',
  tcShareCentavos: 'equalRows',
} as const satisfies Partial<Layout<PricedOption>>

export type StoredLoan = Pick<PricedOption, keyof typeof loanLayout>
export type StoredFigures = Pick<PricedOption, keyof typeof optionLayout>
type StoredOption = StoredLoan & StoredFigures
type DerivedFigures = Omit<PricedOption, keyof StoredOption>

/** Figures that are not stored, because they follow from stored ones without rounding. */
export function deriveFigures(o: StoredOption, columns: Columns): DerivedFigures {
  const totalCentavos = o.installmentCentavos * o.numberOfInstallments
  return {
    netCentavos: o.financedCentavos - o.retentionCentavos,
    totalIofCentavos: o.amortizationTotalCentavos - o.financedCentavos - o.premiumCentavos,
    totalCentavos,
    additionCentavos: totalCentavos - o.financedCentavos,
    totalWithoutChargesCentavos: o.financedCentavos,
    iofDays: columns.getDays(o.firstDueDate).slice(0, o.numberOfInstallments),
  }
}
