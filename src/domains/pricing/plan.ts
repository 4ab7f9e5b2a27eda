import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import { type Centavos, parseReais } from '../../kernel/money.ts'
import { computeLoan, type Loan, type LoanTerms } from './loan.ts'
import { computeInstallment, computePrincipal } from './option.ts'
import { findPricingRange, type InstallmentCondition, type PricingPolicy } from './policy.ts'
import { getSchedule, type Schedule } from './schedule.ts'

export interface PreviewRequest {
  readonly policy: PricingPolicy
  readonly purchaseCentavos: Centavos
  /** Day of the request in Sao Paulo: interest, tax and due dates are counted from it. */
  readonly purchaseDate: CalendarDate
  /** True on the customer's first contract. */
  readonly chargesRegistrationFee: boolean
  /** Approved limit; a down payment that leaves more to finance is not offered. */
  readonly limitCentavos: Centavos
}

/** What a preview shows of an option. */
export interface PreviewInstallment {
  readonly numberOfInstallments: number
  readonly interestRatePM: number
  readonly installmentCentavos: Centavos
  readonly totalCentavos: Centavos
}

/** An option up to its installment: enough to offer, compare and preview it. */
export interface PlannedOption extends PreviewInstallment {
  readonly loan: Loan
  readonly schedule: Schedule
  readonly principalCentavos: Centavos
}

export interface PlannedGroup {
  readonly terms: LoanTerms
  readonly loan: Loan
  readonly conditions: readonly InstallmentCondition[]
  readonly options: readonly PlannedOption[]
  readonly economyCentavos: Centavos
}

const FIRST_DUE_AFTER_DAYS = 30

export function computeFirstDueDate(start: CalendarDate): CalendarDate {
  return addDays(start, FIRST_DUE_AFTER_DAYS)
}

/** The standard groups in order of down payment; both preview and offer are built from these. */
export function planGroups(request: PreviewRequest): PlannedGroup[] {
  const range = findPricingRange(request.policy, request.purchaseCentavos)
  if (!range) return []
  const groups = range.downPayments
    .map(({ percentage, installments }) => planGroup(request, percentage, 0, installments))
    .filter(group => group.options.length > 0)
  const smallest = groups[0]
  return groups.map(group => ({ ...group, economyCentavos: smallest ? computeEconomy(smallest, group) : 0 }))
}

/** The options with subsidised interest, compared with the standard ones of the same down payment. */
export function planRetention(
  request: PreviewRequest,
  standard: readonly PlannedGroup[],
): PlannedGroup | undefined {
  const { retention } = request.policy
  if (!retention || !findPricingRange(request.policy, request.purchaseCentavos)) return undefined
  const { downPaymentPercentage, retentionPercentage, installments } = retention
  const group = planGroup(request, downPaymentPercentage, retentionPercentage, installments)
  if (group.options.length === 0) return undefined
  const same = standard.find(({ loan }) => loan.downPaymentPercentage === downPaymentPercentage)
  return { ...group, economyCentavos: same ? computeEconomy(same, group) : 0 }
}

function planGroup(
  request: PreviewRequest,
  downPaymentPercentage: number,
  retentionPercentage: number,
  conditions: readonly InstallmentCondition[],
): PlannedGroup {
  const terms: LoanTerms = {
    purchaseCentavos: request.purchaseCentavos,
    downPaymentPercentage,
    tcPercentage: request.chargesRegistrationFee ? request.policy.tcPercentage : 0,
    insurancePercentage: 0,
    cmPercentage: request.policy.cmPercentage,
    retentionPercentage,
  }
  const loan = computeLoan(terms)
  const isOffered = loan.netLoanCentavos > 0 && loan.netLoanCentavos <= request.limitCentavos
  const firstDueDate = computeFirstDueDate(request.purchaseDate)
  const options = isOffered ? planOptions(request, loan, conditions, firstDueDate) : []
  return { terms, loan, conditions, options, economyCentavos: 0 }
}

export function planOptions(
  { policy, purchaseDate }: PreviewRequest,
  loan: Loan,
  conditions: readonly InstallmentCondition[],
  firstDueDate: CalendarDate,
): PlannedOption[] {
  const smallest = Math.max(1, parseReais(policy.minimumInstallment))
  const options: PlannedOption[] = []
  for (const { times, interest } of conditions) {
    const option = planOption(loan, getSchedule(purchaseDate, firstDueDate, times, interest))
    if (option.installmentCentavos >= smallest) options.push(option)
  }
  return options
}

export function planOption(loan: Loan, schedule: Schedule): PlannedOption {
  const principalCentavos = computePrincipal(schedule, loan)
  const installmentCentavos = computeInstallment(schedule, principalCentavos)
  const { numberOfInstallments, interestRatePM } = schedule
  const totalCentavos = installmentCentavos * numberOfInstallments
  return {
    loan,
    schedule,
    principalCentavos,
    numberOfInstallments,
    interestRatePM,
    installmentCentavos,
    totalCentavos,
  }
}

/** Total cost in `reference` minus total cost in `group`, for the longest term that both offer. */
function computeEconomy(reference: PlannedGroup, group: PlannedGroup): Centavos {
  for (const option of group.options.toReversed()) {
    const times = option.schedule.numberOfInstallments
    const same = reference.options.find(({ schedule }) => schedule.numberOfInstallments === times)
    if (!same) continue
    const referencePaid = reference.loan.downPaymentCentavos + same.totalCentavos
    return referencePaid - group.loan.downPaymentCentavos - option.totalCentavos
  }
  return 0
}
