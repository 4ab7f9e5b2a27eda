import { type CalendarDate, computeAge } from '../../kernel/calendar-date.ts'
import { type Centavos, computeShare, parseReais } from '../../kernel/money.ts'
import { findPricingRange } from '../pricing/index.ts'
import type { BureauReport, CpfStatus } from './bureau.ts'
import type { CreditPolicy } from './policy.ts'

/** All inputs of a decision: the same input always gives the same decision. */
export interface DecisionInput {
  readonly policy: CreditPolicy
  readonly areaCodeExists: boolean
  readonly attempts: 'within' | 'exceeded'
  /** As many as the policy allows, where it allows more than one. */
  readonly hasLivingContract: boolean
  /** What the person's living contracts lend, where the policy allows more than one. */
  readonly livingFinancedCentavos?: Centavos | undefined
  /** Undefined when the customer asks what they could buy before choosing anything. */
  readonly purchaseCentavos: Centavos | undefined
  /** Undefined while the bureau has not been asked. */
  readonly report: BureauReport | 'unavailable' | undefined
  readonly today: CalendarDate
}

/** The figures that the rules compare. None of them identifies the person, so their trace may be shown and kept. */
export interface Facts {
  readonly areaCodeExists: boolean
  readonly attempts: 'within' | 'exceeded'
  readonly hasLivingContract: boolean
  readonly purchaseCentavos: Centavos | undefined
  readonly minimumPurchaseCentavos: Centavos
  readonly maximumPurchaseCentavos: Centavos
  readonly ageYears: number | undefined
  readonly minimumAgeYears: number
  /** Undefined when the bureau does not know it. */
  readonly cpfStatus: CpfStatus | undefined
  readonly hasFraudAlert: boolean | undefined
  readonly score: number | undefined
  readonly scoreCut: number
  readonly approvedLimitCentavos: Centavos | undefined
  readonly smallestFinancedCentavos: Centavos | undefined
}

export function computeFacts(input: DecisionInput): Facts {
  const { policy, purchaseCentavos } = input
  const report = typeof input.report === 'object' ? input.report : undefined
  return {
    areaCodeExists: input.areaCodeExists,
    attempts: input.attempts,
    hasLivingContract: input.hasLivingContract,
    purchaseCentavos,
    minimumPurchaseCentavos: parseReais(policy.purchaseValue.minimum),
    maximumPurchaseCentavos: parseReais(policy.purchaseValue.maximum),
    ageYears: report && computeAge(report.birthDate, input.today),
    minimumAgeYears: policy.minimumAge,
    cpfStatus: report?.cpfStatus,
    hasFraudAlert: report?.fraudAlerts && report.fraudAlerts.length > 0,
    score: report?.score,
    scoreCut: policy.scoreCut,
    approvedLimitCentavos: report && computeApprovedLimit(policy, report, input.livingFinancedCentavos),
    // A customer without a price must at least be able to finance the smallest purchase.
    smallestFinancedCentavos: computeSmallestFinanced(
      policy,
      purchaseCentavos ?? parseReais(policy.purchaseValue.minimum),
    ),
  }
}

/**
 * The limit of the score's band, or less when the bureau suggests less, or when other contracts use a part of what the
 * policy lends to one person. A score below every band gives 0.
 */
function computeApprovedLimit(
  policy: CreditPolicy,
  report: BureauReport,
  livingFinancedCentavos: Centavos = 0,
): Centavos {
  const band = policy.limits.findLast(({ minimumScore }) => minimumScore <= report.score)
  const limitCentavos = parseReais(band?.limit ?? 0)
  const { customer } = policy
  const leftCentavos =
    customer === undefined ? limitCentavos : parseReais(customer.totalExposure) - livingFinancedCentavos
  const advisedCentavos = report.suggestedLimitCentavos ?? limitCentavos
  return Math.max(0, Math.min(limitCentavos, advisedCentavos, leftCentavos))
}

/** What remains to finance with the largest down payment. Outside every range nothing is offered. */
function computeSmallestFinanced(policy: CreditPolicy, purchaseCentavos: Centavos): Centavos {
  const range = findPricingRange(policy.pricing, purchaseCentavos)
  const financed = (range?.downPayments ?? []).map(
    ({ percentage }) => purchaseCentavos - computeShare(purchaseCentavos, percentage),
  )
  return Math.min(purchaseCentavos, ...financed)
}
