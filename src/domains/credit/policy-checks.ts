import { toDecimal } from '../../kernel/decimal.ts'
import { computeShare, parseReais } from '../../kernel/money.ts'
import type { InstallmentCondition, PricingPolicy, PricingRange } from '../pricing/index.ts'
import type { CreditPolicy } from './policy.ts'

/** Checks across fields, which a schema cannot express. Returns one sentence per problem. */
export function checkPolicy(policy: CreditPolicy): string[] {
  return [
    ...listPurchaseProblems(policy),
    ...listLimitProblems(policy),
    ...listOfferProblems(policy),
    ...listCollectionProblems(policy),
    ...listCustomerProblems(policy),
    ...checkPricingPolicy(policy.pricing).map(problem => `pricing.${problem}`),
  ]
}

function listPurchaseProblems({ purchaseValue, minimumApproved, pricing }: CreditPolicy): string[] {
  const { minimum, maximum } = purchaseValue
  const first = pricing.ranges.at(0)?.from
  const last = pricing.ranges.at(-1)?.upTo
  const problems: string[] = []
  if (minimum >= maximum) problems.push('purchaseValue.minimum must be below purchaseValue.maximum')
  if (minimumApproved < minimum || minimumApproved > maximum) {
    problems.push(`minimumApproved must lie within purchaseValue, ${minimum} to ${maximum}`)
  }
  // A gap would approve a purchase for which there is nothing to offer.
  if (first !== minimum) {
    problems.push(`pricing.ranges[0].from is ${first} but purchaseValue.minimum is ${minimum}`)
  }
  if (last !== maximum) {
    const index = pricing.ranges.length - 1
    problems.push(`pricing.ranges[${index}].upTo is ${last} but purchaseValue.maximum is ${maximum}`)
  }
  return problems
}

function listLimitProblems({ limits, scoreCut, minimumApproved }: CreditPolicy): string[] {
  const problems: string[] = []
  let previous: CreditPolicy['limits'][number] | undefined
  for (const [index, band] of limits.entries()) {
    const path = `limits[${index}]`
    if (previous === undefined) {
      if (band.minimumScore > scoreCut) {
        problems.push(`${path}.minimumScore must not exceed scoreCut, else accepted scores have no limit`)
      }
      if (band.limit < minimumApproved) problems.push(`${path}.limit must not be below minimumApproved`)
    } else {
      if (band.minimumScore <= previous.minimumScore) {
        problems.push(`${path}.minimumScore must be above that of the band before`)
      }
      if (band.limit < previous.limit)
        problems.push(`${path}.limit must not be below that of the band before`)
    }
    previous = band
  }
  return problems
}

/**
 * A limit is sufficient when one down payment brings the rest within it. So every down payment must have an option, or
 * an approved customer could get an empty offer. The lowest value is the hardest case; interest only adds to it.
 */
function listOfferProblems({ pricing }: CreditPolicy): string[] {
  const smallestCentavos = Math.max(1, parseReais(pricing.minimumInstallment))
  return pricing.ranges.flatMap(({ from, downPayments }, rangeIndex) =>
    downPayments.flatMap(({ percentage, installments }, index) => {
      const financedCentavos = parseReais(from) - computeShare(parseReais(from), percentage)
      const fewest = Math.min(...installments.map(({ times }) => times))
      if (financedCentavos >= fewest * smallestCentavos) return []
      const path = `pricing.ranges[${rangeIndex}].downPayments[${index}]`
      return [`${path} has no installment of at least minimumInstallment for a purchase of ${from}`]
    }),
  )
}

function listCustomerProblems({ customer, minimumApproved }: CreditPolicy): string[] {
  if (customer === undefined || customer.totalExposure >= minimumApproved) return []
  return ['customer.totalExposure must not be below minimumApproved']
}

function listCollectionProblems({ collection }: CreditPolicy): string[] {
  if (collection === undefined || toDecimal(collection.waiveRestsUpTo).scale <= 2) return []
  return ['collection.waiveRestsUpTo must be whole centavos']
}

/** More options are useless to a shopper and make the response too large. */
const MAX_OPTIONS = 4000
/** No rate needs more decimals; they would only be the noise of a division. */
const MAX_DECIMALS = 6

/** One sentence per problem, beginning with the path of the field. Empty when the policy is consistent. */
export function checkPricingPolicy(policy: PricingPolicy): string[] {
  return [
    ...policy.ranges.flatMap((range, index) =>
      checkRange(policy, range, `ranges[${index}]`, policy.ranges[index - 1]),
    ),
    ...checkDecimals(policy.tcPercentage, 'tcPercentage'),
    ...checkDecimals(policy.insurancePercentage, 'insurancePercentage'),
    ...checkDecimals(policy.cmPercentage, 'cmPercentage'),
    ...checkAscending(policy.gracePeriodDays, index => `gracePeriodDays[${index}]`),
    ...checkRetention(policy),
  ]
}

function checkRange(
  policy: PricingPolicy,
  range: PricingRange,
  path: string,
  before: PricingRange | undefined,
): string[] {
  const problems: string[] = []
  if (range.from >= range.upTo) problems.push(`${path}.upTo must be above ${path}.from`)
  if (before && range.from !== before.upTo)
    problems.push(`${path}.from must be ${before.upTo}, where the range before ends`)
  problems.push(
    ...checkAscending(
      range.downPayments.map(condition => condition.percentage),
      index => `${path}.downPayments[${index}].percentage`,
    ),
    ...range.downPayments.flatMap((condition, index) => [
      ...checkDecimals(condition.percentage, `${path}.downPayments[${index}].percentage`),
      ...checkInstallments(condition.installments, `${path}.downPayments[${index}].installments`),
    ]),
  )
  const count = countOptions(policy, range)
  if (count > MAX_OPTIONS)
    problems.push(`${path} makes ${count} options with insurance and grace periods, more than ${MAX_OPTIONS}`)
  const largest = range.downPayments.map(
    ({ percentage, installments }) => (range.from * (1 - percentage / 100)) / (installments[0]?.times ?? 1),
  )
  if (Math.max(...largest) < policy.minimumInstallment)
    problems.push(`minimumInstallment leaves no option for a purchase of ${range.from} in ${path}`)
  return problems
}

function countOptions({ retention, gracePeriodDays }: PricingPolicy, { downPayments }: PricingRange): number {
  const standard = downPayments.reduce((sum, { installments }) => sum + installments.length, 0)
  return (standard + (retention?.installments.length ?? 0)) * (1 + gracePeriodDays.length) * 2
}

function checkRetention({ retention, ranges }: PricingPolicy): string[] {
  if (!retention) return []
  const problems = [
    ...checkDecimals(retention.downPaymentPercentage, 'retention.downPaymentPercentage'),
    ...checkDecimals(retention.retentionPercentage, 'retention.retentionPercentage'),
    ...checkInstallments(retention.installments, 'retention.installments'),
  ]
  for (const [index, range] of ranges.entries()) {
    const standard = range.downPayments.find(
      ({ percentage }) => percentage === retention.downPaymentPercentage,
    )
    if (!standard) {
      problems.push(`retention.downPaymentPercentage is not offered in ranges[${index}]`)
      continue
    }
    for (const [place, { times, interest }] of retention.installments.entries()) {
      // A term that the range does not offer cannot be compared: then the rate must be below all rates of the range.
      const same = standard.installments.filter(condition => condition.times === times)
      const limit = Math.min(...(same.length > 0 ? same : standard.installments).map(each => each.interest))
      if (interest >= limit)
        problems.push(
          `retention.installments[${place}].interest must be below that of ranges[${index}], ${limit}`,
        )
    }
  }
  return problems
}

function checkInstallments(conditions: readonly InstallmentCondition[], path: string): string[] {
  return [
    ...checkAscending(
      conditions.map(({ times }) => times),
      index => `${path}[${index}].times`,
    ),
    ...conditions.flatMap(({ interest }, index) => checkDecimals(interest, `${path}[${index}].interest`)),
  ]
}

function checkAscending(values: readonly number[], path: (index: number) => string): string[] {
  return values.flatMap((value, index) => {
    const before = values[index - 1]
    return before !== undefined && value <= before
      ? [`${path(index)} must be above the one before, ${before}`]
      : []
  })
}

function checkDecimals(value: number, path: string): string[] {
  return toDecimal(value).scale > MAX_DECIMALS ? [`${path} must have at most ${MAX_DECIMALS} decimals`] : []
}
