import { computeShare, parseReais } from '../../../kernel/money.ts'
import { checkPricingPolicy } from '../pricing/check-policy.ts'
import type { CreditPolicy } from './policy.ts'

/** Checks across fields, which a schema cannot express. Returns one sentence per problem. */
export function checkPolicy(policy: CreditPolicy): string[] {
  return [
    ...listPurchaseProblems(policy),
    ...listLimitProblems(policy),
    ...listOfferProblems(policy),
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
