import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeLoan, type Loan } from './loan.ts'
import { completeOption, type PricedOption } from './option.ts'
import {
  computeFirstDueDate,
  type PlannedGroup,
  type PlannedOption,
  type PreviewInstallment,
  type PreviewRequest,
  planGroups,
  planOption,
  planOptions,
  planRetention,
} from './plan.ts'

export interface OfferRequest extends PreviewRequest {
  readonly withInsurance: boolean
  readonly withRetention: boolean
  readonly withGracePeriod: boolean
}

export interface OfferedOption {
  readonly option: PricedOption
  /** The same option with credit insurance. */
  readonly insuranceOption: PricedOption | undefined
}

export interface DueDateGroup {
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
