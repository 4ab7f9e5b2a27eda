import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { type Centavos, computeShare, divideCentavos, splitEqually } from '../../kernel/money.ts'
import { apportion, RELATIVE_DOUBT } from './apportion.ts'
import { type CetStart, roundCetPA, roundCetPM, solveCet } from './cet.ts'
import {
  computeInstallmentExactly,
  computePrincipalExactly,
  splitIofExactly,
  splitPrincipalExactly,
} from './exact.ts'
import { getSchedule, MAX_INSTALLMENTS, type Schedule } from './schedule.ts'

/** What is bought and on which conditions. All percentages in percent; 0 where the charge does not apply. */
export interface LoanTerms {
  readonly purchaseCentavos: Centavos
  readonly downPaymentPercentage: number
  /** Registration fee, lawful once per customer. */
  readonly tcPercentage: number
  /** Credit insurance; only for the insured twin. */
  readonly insurancePercentage: number
  /** Commission of the retailer. */
  readonly cmPercentage: number
  readonly retentionPercentage: number
}

/** The amounts that do not depend on the number of installments. */
export interface Loan {
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly tcPercentage: number
  readonly tcCentavos: Centavos
  readonly cmPercentage: number
  readonly cmCentavos: Centavos
  readonly retentionPercentage: number
  readonly retentionCentavos: Centavos
  readonly premiumCentavos: Centavos
  /** Purchase − down payment: what the customer really receives; the net amount of the CET. */
  readonly netLoanCentavos: Centavos
  /** Net loan + registration fee. */
  readonly financedCentavos: Centavos
}

/** Ten million reais: with every charge added, products of amounts and rates still fit a double exactly. */
const MAX_PURCHASE_CENTAVOS = 1_000_000_000

export function computeLoan(terms: LoanTerms): Loan {
  const purchase = terms.purchaseCentavos
  if (!(purchase >= 1 && purchase <= MAX_PURCHASE_CENTAVOS))
    throw new RangeError(`A purchase of ${purchase} centavos cannot be priced`)
  const downPaymentCentavos = computeShare(purchase, terms.downPaymentPercentage)
  const netLoanCentavos = purchase - downPaymentCentavos
  const tcCentavos = computeShare(purchase, terms.tcPercentage)
  const financedCentavos = netLoanCentavos + tcCentavos
  return {
    downPaymentPercentage: terms.downPaymentPercentage,
    downPaymentCentavos,
    tcPercentage: terms.tcPercentage,
    tcCentavos,
    cmPercentage: terms.cmPercentage,
    cmCentavos: computeShare(netLoanCentavos, terms.cmPercentage),
    retentionPercentage: terms.retentionPercentage,
    retentionCentavos: computeShare(financedCentavos, terms.retentionPercentage),
    premiumCentavos: computeShare(netLoanCentavos, terms.insurancePercentage),
    netLoanCentavos,
    financedCentavos,
  }
}

export interface OptionTerms extends LoanTerms {
  readonly purchaseDate: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly interestRatePM: number
}

export interface PricedOption extends Omit<Loan, 'netLoanCentavos'> {
  readonly numberOfInstallments: number
  readonly firstDueDate: CalendarDate
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPA: number
  readonly cetPM: number
  readonly dailyIof: number
  readonly fixedIof: number
  readonly netCentavos: Centavos
  readonly totalIofCentavos: Centavos
  readonly iofPerMonthCentavos: Centavos
  /** Principal: financed amount + premium + financed IOF. */
  readonly amortizationTotalCentavos: Centavos
  readonly installmentCentavos: Centavos
  readonly totalCentavos: Centavos
  readonly additionCentavos: Centavos
  readonly installmentWithoutChargesCentavos: Centavos
  readonly totalWithoutChargesCentavos: Centavos
  /** One entry per installment in each of the four arrays; the down payment is in none. */
  readonly amortizationCentavos: readonly Centavos[]
  readonly iofCentavos: readonly Centavos[]
  readonly tcShareCentavos: readonly Centavos[]
  readonly iofDays: readonly number[]
}

export function priceOption(terms: OptionTerms): PricedOption {
  const { purchaseDate, firstDueDate, numberOfInstallments, interestRatePM } = terms
  const schedule = getSchedule(purchaseDate, firstDueDate, numberOfInstallments, interestRatePM)
  const loan = computeLoan(terms)
  const principal = computePrincipal(schedule, loan)
  return completeOption(schedule, loan, principal, computeInstallment(schedule, principal))
}

/** The financed IOF is part of the principal and taxed as well: P = lent ÷ (1 − τ), rounded half up. */
export function computePrincipal(schedule: Schedule, loan: Loan): Centavos {
  const lent = loan.financedCentavos + loan.premiumCentavos
  const principal = lent * schedule.grossUp
  const whole = Math.floor(principal)
  const rest = principal - whole
  if (Math.abs(rest - 0.5) <= principal * RELATIVE_DOUBT) return computePrincipalExactly(schedule, lent)
  return rest > 0.5 ? whole + 1 : whole
}

/** Rounded half up. Without interest it is rounded up, because nothing else would cover a shortfall of the sum. */
export function computeInstallment(schedule: Schedule, principal: Centavos): Centavos {
  if (schedule.interestRatePM === 0) return Math.ceil(principal / schedule.numberOfInstallments)
  const installment = principal * schedule.annuity
  const whole = Math.floor(installment)
  const rest = installment - whole
  if (Math.abs(rest - 0.5) <= installment * RELATIVE_DOUBT)
    return computeInstallmentExactly(schedule, principal, whole)
  return rest > 0.5 ? whole + 1 : whole
}

/** Everything that a contract needs besides its installment; most of the cost is in the rows and the CET. */
export function completeOption(
  schedule: Schedule,
  loan: Loan,
  principal: Centavos,
  installment: Centavos,
): PricedOption {
  const count = schedule.numberOfInstallments
  const { financedCentavos, netLoanCentavos } = loan
  const totalIof = principal - financedCentavos - loan.premiumCentavos
  const amortization = splitPrincipal(schedule, principal)
  const start = schedule.cetStarts[(loan.tcCentavos > 0 ? 1 : 0) + (loan.premiumCentavos > 0 ? 2 : 0)]
  const cet = solveCet(schedule.dueDays, schedule.gaps, netLoanCentavos / installment, start as CetStart)
  return {
    numberOfInstallments: count,
    firstDueDate: schedule.firstDueDate,
    interestRatePM: schedule.interestRatePM,
    interestRatePA: schedule.interestRatePA,
    cetPA: roundCetPA(schedule.dueDays, cet, netLoanCentavos, installment),
    cetPM: roundCetPM(schedule.dueDays, cet, netLoanCentavos, installment),
    dailyIof: schedule.dailyIof,
    fixedIof: schedule.fixedIof,
    downPaymentPercentage: loan.downPaymentPercentage,
    downPaymentCentavos: loan.downPaymentCentavos,
    tcPercentage: loan.tcPercentage,
    tcCentavos: loan.tcCentavos,
    cmPercentage: loan.cmPercentage,
    cmCentavos: loan.cmCentavos,
    retentionPercentage: loan.retentionPercentage,
    retentionCentavos: loan.retentionCentavos,
    premiumCentavos: loan.premiumCentavos,
    financedCentavos,
    netCentavos: financedCentavos - loan.retentionCentavos,
    totalIofCentavos: totalIof,
    iofPerMonthCentavos: divideCentavos(totalIof, count),
    amortizationTotalCentavos: principal,
    installmentCentavos: installment,
    totalCentavos: installment * count,
    additionCentavos: installment * count - financedCentavos,
    installmentWithoutChargesCentavos: divideCentavos(financedCentavos, count),
    totalWithoutChargesCentavos: financedCentavos,
    amortizationCentavos: amortization,
    iofCentavos: splitIof(schedule, amortization, totalIof),
    tcShareCentavos: loan.tcCentavos === 0 ? schedule.zeroRows : splitEqually(loan.tcCentavos, count),
    iofDays: schedule.iofDays,
  }
}

function splitPrincipal(schedule: Schedule, principal: Centavos): Centavos[] {
  if (schedule.interestRatePM === 0) return splitEqually(principal, schedule.numberOfInstallments)
  const rows = new Array<Centavos>(schedule.numberOfInstallments)
  return apportion(principal, schedule.shares, principal, rows)
    ? rows
    : splitPrincipalExactly(schedule, principal)
}

const iofWeights = new Float64Array(MAX_INSTALLMENTS)

/**
 * In proportion to rounded amortization × rate. Both are integers with a product below 2^53, so the weights are exact.
 */
function splitIof(
  schedule: Schedule,
  amortization: readonly Centavos[],
  totalIof: Centavos,
): readonly Centavos[] {
  if (totalIof === 0) return schedule.zeroRows
  const { iofUnits } = schedule
  let sum = 0
  for (let row = 0; row < amortization.length; row++) {
    const weight = (amortization[row] as number) * (iofUnits[row] as number)
    iofWeights[row] = weight
    sum += weight
  }
  const rows = new Array<Centavos>(amortization.length)
  return apportion(totalIof, iofWeights, totalIof / sum, rows)
    ? rows
    : splitIofExactly(schedule, amortization, totalIof)
}
