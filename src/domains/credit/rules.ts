import type { CreditRuleName } from '../../contract/desk.ts'
import type { RefusalReason, Result } from '../../contract/enums.ts'
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
interface Facts {
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

interface CreditRule {
  readonly order: number
  readonly name: CreditRuleName
  /** The facts that the rule compares. It is skipped while one of them is unknown. */
  readonly compares: readonly (keyof Facts)[]
  readonly refusal: { readonly result: Result; readonly refusalReason: RefusalReason }
  passes(facts: Facts): boolean
  /** Only the facts that the rule compares. */
  select(facts: Facts): Readonly<Partial<Facts>>
}

type Known<Key extends keyof Facts> = { readonly [Fact in Key]: NonNullable<Facts[Fact]> }

/** Lets each row name its facts once and read them as known numbers. */
function rule<const Key extends keyof Facts>(
  row: Omit<CreditRule, 'compares' | 'passes' | 'select'> & {
    readonly compares: readonly Key[]
    readonly passes: (facts: Known<Key>) => boolean
  },
): CreditRule {
  return {
    ...row,
    passes: facts => row.passes(facts as Known<Key>),
    select: facts => select(facts, row.compares),
  }
}

function select<Key extends keyof Facts>(facts: Facts, keys: readonly Key[]): Pick<Facts, Key> {
  // Key by key: a list of entries made into an object costs several times as much.
  const selected: Partial<Pick<Facts, Key>> = {}
  for (const key of keys) selected[key] = facts[key]
  return selected as Pick<Facts, Key>
}

/** In order of precedence: the first rule that fails decides. Rules that need the bureau come last. */
export const creditRules: readonly CreditRule[] = [
  rule({
    order: 1,
    name: 'area-code-exists',
    compares: ['areaCodeExists'],
    passes: facts => facts.areaCodeExists,
    refusal: { result: 'NO_ACTION', refusalReason: 'DDD_NOT_FOUND' },
  }),
  rule({
    order: 2,
    name: 'attempts-within-limit',
    compares: ['attempts'],
    passes: facts => facts.attempts === 'within',
    refusal: { result: 'NO_ACTION', refusalReason: 'MAX_TRIES' },
  }),
  rule({
    order: 3,
    name: 'no-living-contract',
    compares: ['hasLivingContract'],
    passes: facts => !facts.hasLivingContract,
    refusal: { result: 'NO_ACTION', refusalReason: 'USER_HAS_TRANSACTION' },
  }),
  rule({
    order: 4,
    name: 'purchase-not-below-minimum',
    compares: ['purchaseCentavos', 'minimumPurchaseCentavos'],
    passes: facts => facts.purchaseCentavos >= facts.minimumPurchaseCentavos,
    refusal: { result: 'NO_ACTION', refusalReason: 'TOTALVALUE_LOW' },
  }),
  rule({
    order: 4,
    name: 'purchase-not-above-maximum',
    compares: ['purchaseCentavos', 'maximumPurchaseCentavos'],
    passes: facts => facts.purchaseCentavos <= facts.maximumPurchaseCentavos,
    refusal: { result: 'NO_ACTION', refusalReason: 'TOTALVALUE_HIGH' },
  }),
  rule({
    order: 5,
    name: 'old-enough',
    compares: ['ageYears', 'minimumAgeYears'],
    passes: facts => facts.ageYears >= facts.minimumAgeYears,
    refusal: { result: 'DENIED', refusalReason: 'FILTER_BELOW_AGE' },
  }),
  rule({
    order: 6,
    name: 'cpf-in-use',
    compares: ['cpfStatus'],
    passes: facts => facts.cpfStatus === 'REGULAR' || facts.cpfStatus === 'PENDING',
    refusal: { result: 'DENIED', refusalReason: 'USER_DENIED' },
  }),
  rule({
    order: 6,
    name: 'no-fraud-alert',
    compares: ['hasFraudAlert'],
    passes: facts => !facts.hasFraudAlert,
    refusal: { result: 'DENIED', refusalReason: 'USER_DENIED' },
  }),
  rule({
    order: 6,
    name: 'score-at-or-above-cut',
    compares: ['score', 'scoreCut'],
    passes: facts => facts.score >= facts.scoreCut,
    refusal: { result: 'DENIED', refusalReason: 'USER_DENIED' },
  }),
  rule({
    order: 7,
    name: 'limit-covers-amount-to-finance',
    compares: ['smallestFinancedCentavos', 'approvedLimitCentavos'],
    passes: facts => facts.smallestFinancedCentavos <= facts.approvedLimitCentavos,
    refusal: { result: 'PRICE_OUT_RANGE', refusalReason: 'PRICE_OUT_RANGE' },
  }),
]

interface TraceEntry {
  readonly rule: CreditRuleName
  readonly passed: boolean
  readonly figures: Readonly<Partial<Facts>>
}

export interface Decision {
  readonly result: Result
  readonly refusalReason: RefusalReason | undefined
  /** Not a refusal: the bureau could not be reached. */
  readonly bureauUnavailable: boolean
  /** Present exactly when approved. */
  readonly approvedLimitCentavos: Centavos | undefined
  /** The rules in the order they were applied, up to the one that failed. */
  readonly trace: readonly TraceEntry[]
}

/** The refusal that needs no report, or undefined when the bureau must be asked. */
export function screen(input: DecisionInput): Decision | undefined {
  const facts = computeFacts(input.report === undefined ? input : { ...input, report: undefined })
  const failed = creditRules.find(rule => isKnown(rule, facts) && !rule.passes(facts))
  return failed && presentRefusal(failed, applyRules(facts).trace)
}

export function decide(input: DecisionInput): Decision {
  const facts = computeFacts(input)
  const { failed, trace } = applyRules(facts)
  if (failed) return presentRefusal(failed, trace)
  const undecided = { refusalReason: undefined, trace }
  if (input.report === 'unavailable') {
    return { ...undecided, result: 'NO_ACTION', bureauUnavailable: true, approvedLimitCentavos: undefined }
  }
  const { approvedLimitCentavos } = facts
  if (approvedLimitCentavos === undefined) throw new Error('An approval needs a bureau report')
  return { ...undecided, result: 'APPROVED', bureauUnavailable: false, approvedLimitCentavos }
}

/**
 * The purchase shown to an approved customer without a price: the largest that the limit covers without a down payment.
 */
export function computePreviewPurchase(policy: CreditPolicy, approvedLimitCentavos: Centavos): Centavos {
  const { minimum, maximum } = policy.purchaseValue
  return Math.max(parseReais(minimum), Math.min(parseReais(maximum), approvedLimitCentavos))
}

function applyRules(facts: Facts): { failed: CreditRule | undefined; trace: TraceEntry[] } {
  const trace: TraceEntry[] = []
  for (const rule of creditRules) {
    if (!isKnown(rule, facts)) continue
    const passed = rule.passes(facts)
    trace.push({ rule: rule.name, passed, figures: rule.select(facts) })
    if (!passed) return { failed: rule, trace }
  }
  return { failed: undefined, trace }
}

function isKnown(rule: CreditRule, facts: Facts): boolean {
  for (const fact of rule.compares) if (facts[fact] === undefined) return false
  return true
}

function presentRefusal(rule: CreditRule, trace: readonly TraceEntry[]): Decision {
  return { ...rule.refusal, bureauUnavailable: false, approvedLimitCentavos: undefined, trace }
}

function computeFacts(input: DecisionInput): Facts {
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
