import { toDecimal } from '../../../kernel/decimal.ts'
import type { InstallmentCondition, PricingPolicy, PricingRange } from './policy.ts'

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
