import { divideHalfUp, toDecimal } from '../../kernel/decimal.ts'
import type { Centavos } from '../../kernel/money.ts'

/*
 * The figures of the fast path on integers of any length: a monthly rate is a decimal, so 1 + i is a fraction q ÷ s,
 * and so are every share, tax and annuity. Some hundred times slower than doubles; used only where a double is too
 * close to a half centavo, or to an equal remainder, to be trusted.
 */

const IOF_UNITS = 10_000_000n
const IOF_UNITS_PER_PERCENT = 100_000

interface ExactTerms {
  readonly numberOfInstallments: number
  readonly interestRatePM: number
  readonly dueDays: Float64Array
  readonly iofUnits: Float64Array
}

/** Weights of the amortizations, q^(k−1) × s^(n−k), and their sum. */
function computeGrowth({ interestRatePM, numberOfInstallments }: ExactTerms) {
  const { units, scale } = toDecimal(interestRatePM)
  const s = 10n ** BigInt(scale + 2)
  const q = s + units
  const last = numberOfInstallments - 1
  const weights = Array.from(
    { length: numberOfInstallments },
    (_, row) => q ** BigInt(row) * s ** BigInt(last - row),
  )
  return { q, s, weights, sum: weights.reduce((total, weight) => total + weight, 0n) }
}

/** The tax of a whole principal is taxed ÷ (IOF_UNITS × sum) of it. */
function computeTax(terms: ExactTerms) {
  const { weights, sum } = computeGrowth(terms)
  const taxed = weights.reduce((total, weight, row) => total + weight * BigInt(terms.iofUnits[row] ?? 0), 0n)
  return { sum, taxed }
}

export function computeYearlyRateExactly(interestRatePM: number): number {
  const { units, scale } = toDecimal(interestRatePM)
  const s = 10n ** BigInt(scale + 2)
  const grown = (s + units) ** 12n
  const whole = s ** 12n
  return Number(divideHalfUp((grown - whole) * 10_000n, whole)) / 100
}

export function computePrincipalExactly(terms: ExactTerms, lent: Centavos): Centavos {
  const { sum, taxed } = computeTax(terms)
  return Number(divideHalfUp(BigInt(lent) * IOF_UNITS * sum, IOF_UNITS * sum - taxed))
}

/** The tax of a principal that is given, rounded half up. */
export function computeIofExactly(terms: ExactTerms, principal: Centavos): Centavos {
  const { sum, taxed } = computeTax(terms)
  return Number(divideHalfUp(BigInt(principal) * taxed, IOF_UNITS * sum))
}

/**
 * The daily tax of the days that a new plan adds to the open principal B of an old one, rounded half up. B × shares of
 * the new plan × its days, less the open rows × their days; both amortize B.
 */
export function computeComplementaryIofExactly(
  terms: ExactTerms,
  taxed: {
    readonly dailyIof: number
    readonly newDays: readonly number[]
    readonly open: readonly { readonly amountCentavos: Centavos; readonly days: number }[]
  },
): Centavos {
  const { weights, sum } = computeGrowth(terms)
  const add = (total: bigint, value: bigint) => total + value
  const principal = taxed.open.map(({ amountCentavos }) => BigInt(amountCentavos)).reduce(add, 0n)
  const before = taxed.open.map(row => BigInt(row.amountCentavos) * BigInt(row.days)).reduce(add, 0n)
  const after = weights.map((weight, row) => weight * BigInt(taxed.newDays[row] ?? 0)).reduce(add, 0n)
  const centavoDays = principal * after - before * sum
  if (centavoDays <= 0n) return 0
  const daily = BigInt(Math.round(taxed.dailyIof * IOF_UNITS_PER_PERCENT))
  return Number(divideHalfUp(centavoDays * daily, sum * IOF_UNITS))
}

/**
 * `below` or the next centavo, whichever is nearer to P × q^(n−1) ÷ sum × (q ÷ s)^(D₁ ÷ 30). The last power is
 * irrational unless D₁ is a multiple of 30, so both sides of the comparison with `below` + ½ are raised to a power that
 * makes it rational.
 */
export function computeInstallmentExactly(terms: ExactTerms, principal: Centavos, below: Centavos): Centavos {
  const { q, s, sum } = computeGrowth(terms)
  const daysToFirst = terms.dueDays[0] ?? 0
  const divisor = greatestCommonDivisor(daysToFirst, 30)
  const root = BigInt(30 / divisor)
  const power = BigInt(daysToFirst / divisor)
  const installment =
    (2n * BigInt(principal) * q ** BigInt(terms.numberOfInstallments - 1)) ** root * q ** power
  const half = (BigInt(2 * below + 1) * sum) ** root * s ** power
  return installment >= half ? below + 1 : below
}

export function splitPrincipalExactly(terms: ExactTerms, principal: Centavos): Centavos[] {
  return apportionExactly(principal, computeGrowth(terms).weights)
}

export function splitIofExactly(
  terms: ExactTerms,
  amortization: readonly Centavos[],
  totalIof: Centavos,
): Centavos[] {
  return apportionExactly(
    totalIof,
    amortization.map((amount, row) => BigInt(amount) * BigInt(terms.iofUnits[row] ?? 0)),
  )
}

/** Largest remainder; among equal remainders the earlier row comes first. */
export function apportionExactly(total: Centavos, weights: readonly bigint[]): Centavos[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const products = weights.map(weight => BigInt(total) * weight)
  const rows = products.map(product => Number(product / sum))
  const missing = total - rows.reduce((all, row) => all + row, 0)
  const served = products
    .map((product, row) => ({ remainder: product % sum, row }))
    .sort((a, b) => (a.remainder === b.remainder ? a.row - b.row : a.remainder > b.remainder ? -1 : 1))
    .slice(0, missing)
  for (const { row } of served) rows[row] = (rows[row] ?? 0) + 1
  return rows
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
