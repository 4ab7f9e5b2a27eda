import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import { type Centavos, parseReais } from '../../kernel/money.ts'
import {
  completeOption,
  computeInstallment,
  computeLoan,
  computePrincipal,
  type Loan,
  type LoanTerms,
  type PricedOption,
} from './option.ts'
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

export interface OfferRequest extends PreviewRequest {
  readonly withInsurance: boolean
  readonly withRetention: boolean
  readonly withGracePeriod: boolean
}

interface OfferedOption {
  readonly option: PricedOption
  /** The same option with credit insurance. */
  readonly insuranceOption: PricedOption | undefined
}

interface DueDateGroup {
  readonly gracePeriodDays: number
  readonly gracePeriodDueDate: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly options: readonly OfferedOption[]
}

export interface OfferGroup {
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly economyCentavos: Centavos
  /** Smallest and largest sum of down payment and installments among `options`. */
  readonly minTotalCentavos: Centavos
  readonly maxTotalCentavos: Centavos
  readonly options: readonly OfferedOption[]
  /** Empty unless a grace period was asked for. */
  readonly dueDateOptions: readonly DueDateGroup[]
}

/** Plain data, ascending by down payment, grace period and number of installments. */
export interface Offer {
  readonly groups: readonly OfferGroup[]
  readonly retention: OfferGroup | undefined
}

export interface PreviewGroup {
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly economyCentavos: Centavos
  readonly installments: readonly PreviewInstallment[]
}

/** The standard options with the figures that a preview shows: the same as in the offer, without rows and CET. */
export function computePreview(request: PreviewRequest): PreviewGroup[] {
  return planGroups(request).map(({ loan, economyCentavos, options }) => ({
    downPaymentPercentage: loan.downPaymentPercentage,
    downPaymentCentavos: loan.downPaymentCentavos,
    economyCentavos,
    installments: options,
  }))
}

/** The option to show when there is room for one; among equals the smaller down payment and the shorter term, which come first. */
export function findLowestInstallment<
  Installment extends { readonly installmentCentavos: Centavos },
  Group extends { readonly installments: readonly Installment[] },
>(
  groups: readonly (Group & { readonly installments: readonly Installment[] })[],
): { readonly group: Group; readonly installment: Installment } | undefined {
  let best: { group: Group; installment: Installment } | undefined
  for (const group of groups) {
    for (const installment of group.installments) {
      if (best !== undefined && installment.installmentCentavos >= best.installment.installmentCentavos)
        continue
      best = { group, installment }
    }
  }
  return best
}

export function computeOffer(request: OfferRequest): Offer {
  const standard = planGroups(request)
  const retention = request.withRetention ? planRetention(request, standard) : undefined
  return {
    groups: standard.map(group => completeGroup(request, group)),
    retention: retention && completeGroup(request, retention),
  }
}

function completeGroup(request: OfferRequest, group: PlannedGroup): OfferGroup {
  const { terms, loan, economyCentavos } = group
  const { insurancePercentage, gracePeriodDays } = request.policy
  const insured =
    request.withInsurance && insurancePercentage > 0
      ? computeLoan({ ...terms, insurancePercentage })
      : undefined
  const totals = group.options.map(option => loan.downPaymentCentavos + option.totalCentavos)
  return {
    downPaymentPercentage: loan.downPaymentPercentage,
    downPaymentCentavos: loan.downPaymentCentavos,
    economyCentavos,
    minTotalCentavos: Math.min(...totals),
    maxTotalCentavos: Math.max(...totals),
    options: completeOptions(group.options, insured),
    dueDateOptions: request.withGracePeriod
      ? gracePeriodDays.map(days => completeDueDates(request, group, insured, days))
      : [],
  }
}

/** Interest and tax accrue during the grace period: the schedule still starts on the purchase date. */
function completeDueDates(
  request: OfferRequest,
  { loan, conditions }: PlannedGroup,
  insured: Loan | undefined,
  gracePeriodDays: number,
): DueDateGroup {
  const gracePeriodDueDate = addDays(request.purchaseDate, gracePeriodDays)
  const firstDueDate = computeFirstDueDate(gracePeriodDueDate)
  const options = completeOptions(planOptions(request, loan, conditions, firstDueDate), insured)
  return { gracePeriodDays, gracePeriodDueDate, firstDueDate, options }
}

function completeOptions(options: readonly PlannedOption[], insured: Loan | undefined): OfferedOption[] {
  return options.map(option => ({
    option: complete(option),
    insuranceOption: insured && complete(planOption(insured, option.schedule)),
  }))
}

function complete({ schedule, loan, principalCentavos, installmentCentavos }: PlannedOption): PricedOption {
  return completeOption(schedule, loan, principalCentavos, installmentCentavos)
}

/** An option up to its installment: enough to offer, compare and preview it. */
interface PlannedOption extends PreviewInstallment {
  readonly loan: Loan
  readonly schedule: Schedule
  readonly principalCentavos: Centavos
}

interface PlannedGroup {
  readonly terms: LoanTerms
  readonly loan: Loan
  readonly conditions: readonly InstallmentCondition[]
  readonly options: readonly PlannedOption[]
  readonly economyCentavos: Centavos
}

const FIRST_DUE_AFTER_DAYS = 30

function computeFirstDueDate(start: CalendarDate): CalendarDate {
  return addDays(start, FIRST_DUE_AFTER_DAYS)
}

/** The standard groups in order of down payment; both preview and offer are built from these. */
function planGroups(request: PreviewRequest): PlannedGroup[] {
  const range = findPricingRange(request.policy, request.purchaseCentavos)
  if (!range) return []
  const groups = range.downPayments
    .map(({ percentage, installments }) => planGroup(request, percentage, 0, installments))
    .filter(group => group.options.length > 0)
  const smallest = groups[0]
  return groups.map(group => ({ ...group, economyCentavos: smallest ? computeEconomy(smallest, group) : 0 }))
}

/** The options with subsidised interest, compared with the standard ones of the same down payment. */
function planRetention(request: PreviewRequest, standard: readonly PlannedGroup[]): PlannedGroup | undefined {
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

function planOptions(
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

function planOption(loan: Loan, schedule: Schedule): PlannedOption {
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
