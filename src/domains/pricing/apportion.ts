import type { Centavos } from '../../kernel/money.ts'
import { MAX_INSTALLMENTS } from './schedule.ts'

/**
 * Upper bound of the relative error of every double in this module. The longest chain, a share of the sixtieth row,
 * accumulates some 250 roundings of 1.1e-16 each: 3e-14. Values this close to a half centavo are decided by exact.ts.
 */
export const RELATIVE_DOUBT = 1e-12

/** Scratch buffer of one call; the code is synchronous, so calls cannot overlap. */
const rests = new Float64Array(MAX_INSTALLMENTS)

/** Rows are rounded as 32-bit integers, which is the fastest way. A larger total is computed exactly. */
const MAX_TOTAL = 2 ** 31 - 1

/**
 * Splits `total` into `rows` in proportion to the weights by largest remainder, the earlier row first. Returns false
 * when two remainders at the cut are too close for doubles; then `rows` must be computed exactly.
 *
 * Every row is first rounded to the nearest centavo, which already serves the remainders of a half or more. The sum
 * then misses the total by one or two, and only those are searched for; no sorting.
 */
export function apportion(
  total: Centavos,
  weights: Float64Array,
  perWeight: number,
  rows: Centavos[],
): boolean {
  if (total > MAX_TOTAL) return false
  const count = rows.length
  let missing = total
  for (let row = 0; row < count; row++) {
    const exact = (weights[row] as number) * perWeight
    const rounded = (exact + 0.5) | 0
    rows[row] = rounded
    rests[row] = exact - rounded
    missing -= rounded
  }
  // Weights that are not numbers, or do not match the total, would loop for ever below.
  if (!(Math.abs(missing) <= count)) throw new Error(`${count} weights miss ${total} by ${missing}`)
  const doubt = total * RELATIVE_DOUBT
  return missing === 0 ? isClearOfHalf(count, doubt) : serve(missing, doubt, weights, rows)
}

/** Nothing is missing, so the cut is at a half; otherwise a remainder near a half is far from the cut, or next to it. */
function isClearOfHalf(count: number, doubt: number): boolean {
  const most = 0.5 - doubt
  for (let row = 0; row < count; row++) if (Math.abs(rests[row] as number) >= most) return false
  return true
}

/** Gives the missing centavos to the largest remainders, or takes surplus ones back from the smallest. */
function serve(missed: number, doubt: number, weights: Float64Array, rows: Centavos[]): boolean {
  const count = rows.length
  const sign = missed > 0 ? 1 : -1
  for (let missing = missed; missing !== 0; missing -= sign) {
    let most = -1
    let next = -1
    let best = 0
    for (let row = 0; row < count; row++) {
      const rest = (rests[row] as number) * sign
      if (rest <= next) continue
      if (rest > most) {
        next = most
        most = rest
        best = row
      } else next = rest
    }
    if (most - next <= doubt) {
      best = findEarlier(most, sign, count)
      if (missing === sign && !isEqualOnly(best, sign, doubt, weights, count)) return false
    }
    rows[best] = (rows[best] as number) + sign
    rests[best] = (rests[best] as number) - sign
  }
  return true
}

/** The earlier of two equal rows is served first, so a surplus centavo is taken back from the later one. */
function findEarlier(most: number, sign: number, count: number): number {
  let best = sign > 0 ? 0 : count - 1
  while (rests[best] !== most * sign) best += sign
  return best
}

/**
 * Rows of equal weight have equal remainders and are served in order, so they are never ambiguous. Rows already served,
 * whose remainder has moved by one since, belong to the same queue.
 */
function isEqualOnly(
  best: number,
  sign: number,
  doubt: number,
  weights: Float64Array,
  count: number,
): boolean {
  const rest = rests[best] as number
  for (let row = 0; row < count; row++) {
    const apart = Math.abs((rests[row] as number) - rest)
    const servedApart = Math.abs((rests[row] as number) + sign - rest)
    if (Math.min(apart, servedApart) <= doubt && weights[row] !== weights[best]) return false
  }
  return true
}
