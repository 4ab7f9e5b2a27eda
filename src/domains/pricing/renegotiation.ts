import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeComplementaryIofExactly } from './exact.ts'
import { completeOption, computeInstallment, type PricedOption } from './option.ts'
import { computeDueDates, getSchedule, IOF_MAX_DAYS } from './schedule.ts'

/** A debt that is put into new installments; no money is delivered. */
interface RenegotiationTerms {
  readonly agreedOn: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly interestRatePM: number
  /** The debt less what is paid at once. */
  readonly debtCentavos: Centavos
  /** The contract that was taxed when its credit was released. */
  readonly original: {
    readonly releasedOn: CalendarDate
    readonly dailyIof: number
    /** What is open of the principal of every installment. */
    readonly openPrincipal: readonly { readonly dueDate: CalendarDate; readonly amountCentavos: Centavos }[]
  }
}

/**
 * The same debtor and no new money: only the daily tax is due, at the rate of the first release, on the principal that
 * is still open and for the days that were not taxed yet, 365 in all (Decree 6.306, art. 7 §7; Cosit 313/2018). The
 * additional 0.38 % is not charged again, and there is neither fee nor premium. The tax is financed.
 */
export function priceRenegotiation(terms: RenegotiationTerms): PricedOption {
  const { agreedOn, firstDueDate, numberOfInstallments, interestRatePM, debtCentavos, original } = terms
  const schedule = getSchedule(agreedOn, firstDueDate, numberOfInstallments, interestRatePM)
  const countDays = (dueDate: CalendarDate) =>
    Math.min(IOF_MAX_DAYS, daysBetween(original.releasedOn, dueDate))
  const iofDays = computeDueDates(firstDueDate, numberOfInstallments).map(countDays)
  const iof = computeComplementaryIofExactly(schedule, {
    dailyIof: original.dailyIof,
    newDays: iofDays,
    open: original.openPrincipal.map(({ dueDate, amountCentavos }) => ({
      amountCentavos,
      days: countDays(dueDate),
    })),
  })
  const loan = {
    downPaymentPercentage: 0,
    downPaymentCentavos: 0,
    tcPercentage: 0,
    tcCentavos: 0,
    cmPercentage: 0,
    cmCentavos: 0,
    retentionPercentage: 0,
    retentionCentavos: 0,
    premiumCentavos: 0,
    netLoanCentavos: debtCentavos,
    financedCentavos: debtCentavos,
  }
  const principal = debtCentavos + iof
  const option = completeOption(schedule, loan, principal, computeInstallment(schedule, principal))
  return { ...option, dailyIof: original.dailyIof, fixedIof: 0, iofDays }
}
