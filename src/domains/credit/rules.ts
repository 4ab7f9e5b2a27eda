import type { CreditRuleName } from '../../contract/desk.ts'
import type { RefusalReason, Result } from '../../contract/enums.ts'
import type { Facts } from './facts.ts'

export interface CreditRule {
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
