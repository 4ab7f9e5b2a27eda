import { addDays, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeIofExactly } from './exact.ts'
import {
  completeOption,
  computeInstallment,
  computePrincipal,
  type Loan,
  type PricedOption,
} from './option.ts'
import { getSchedule } from './schedule.ts'

/** What is fixed by a quotation. */
type QuotedContract = Omit<Loan, 'netLoanCentavos'> &
  Pick<
    PricedOption,
    | 'firstDueDate'
    | 'numberOfInstallments'
    | 'interestRatePM'
    | 'amortizationTotalCentavos'
    | 'installmentCentavos'
  >

/** A contract on the day on which the credit is released, which may be later than the day of the quotation. */
export interface ReleasedContract {
  readonly contract: PricedOption
  /** What the lender owes to the Treasury; the customer finances `contract.totalIofCentavos` of it. */
  readonly iofDueCentavos: Centavos
  readonly iofByLenderCentavos: Centavos
}

/**
 * Due dates, IOF and CET count from the release: it is the event of the tax (Decree 6.306, art. 3 §1 I) and the first
 * day of the CET. The interval to the first due date is the quoted one, so the annuity is the same. The calendar may
 * change the tax by some centavos: a lower one lowers the contract, and a higher one is borne by the lender, because
 * the offer binds. The installment is therefore never above the quoted one.
 */
export function priceAtRelease(
  quoted: QuotedContract,
  { quotedOn, releasedOn }: { readonly quotedOn: CalendarDate; readonly releasedOn: CalendarDate },
): ReleasedContract {
  const firstDueDate = addDays(releasedOn, daysBetween(quotedOn, quoted.firstDueDate))
  const { numberOfInstallments, interestRatePM, amortizationTotalCentavos } = quoted
  const schedule = getSchedule(releasedOn, firstDueDate, numberOfInstallments, interestRatePM)
  const loan = describeLoan(quoted)
  const principal = computePrincipal(schedule, loan)
  if (principal <= amortizationTotalCentavos) {
    const contract = completeOption(schedule, loan, principal, computeInstallment(schedule, principal))
    return { contract, iofDueCentavos: contract.totalIofCentavos, iofByLenderCentavos: 0 }
  }
  const contract = completeOption(schedule, loan, amortizationTotalCentavos, quoted.installmentCentavos)
  const iofDueCentavos = computeIofExactly(schedule, amortizationTotalCentavos)
  // Principal and tax are rounded apart, so that a tax that grew by less than half a centavo may round to no more.
  const iofByLenderCentavos = Math.max(0, iofDueCentavos - contract.totalIofCentavos)
  return { contract, iofDueCentavos: contract.totalIofCentavos + iofByLenderCentavos, iofByLenderCentavos }
}

function describeLoan(option: QuotedContract): Loan {
  return { ...option, netLoanCentavos: option.financedCentavos - option.tcCentavos }
}
