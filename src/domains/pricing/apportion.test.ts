import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { apportion } from './apportion.ts'

/** Reference implementation: largest remainder on integers, with sorting. Slow and obvious. */
function apportionByIntegers(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const rows = weights.map(weight => Math.floor((total * weight) / sum))
  const order = weights
    .map((weight, row) => ({ rest: (total * weight) % sum, row }))
    .sort((a, b) => b.rest - a.rest || a.row - b.row)
  const missing = total - rows.reduce((all, row) => all + row, 0)
  for (const { row } of order.slice(0, missing)) rows[row] = (rows[row] ?? 0) + 1
  return rows
}

function apportionByDoubles(total: number, weights: readonly number[]): number[] | undefined {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const rows = new Array<number>(weights.length)
  return apportion(total, Float64Array.from(weights), total / sum, rows) ? rows : undefined
}

test('doubles split as integers do, or return undefined', () => {
  let asked = 0
  let decided = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 60 }),
      (total, weights) => {
        const rows = apportionByDoubles(total, weights)
        asked++
        if (!rows) return
        decided++
        assert.deepEqual(rows, apportionByIntegers(total, weights))
      },
    ),
    { numRuns: 5_000 },
  )
  assert.ok(decided > 0.8 * asked, `only ${decided} of ${asked} were decided`)
})

test('small weights with many equal remainders are never split wrongly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
      (total, weights) => {
        const rows = apportionByDoubles(total, weights)
        if (rows) assert.deepEqual(rows, apportionByIntegers(total, weights))
      },
    ),
    { numRuns: 5_000 },
  )
})

test('rows of equal weight need no exact path: the earlier ones get the odd centavos', () => {
  assert.deepEqual(apportionByDoubles(100, [1, 1, 1]), [34, 33, 33])
  assert.deepEqual(apportionByDoubles(101, [1, 1, 1]), [34, 34, 33])
})

test('equal remainders of unequal weights, and a half at the cut, are left to the exact path', () => {
  assert.equal(apportionByDoubles(2, [1, 3]), undefined)
  assert.equal(apportionByDoubles(2, [1, 4, 1]), undefined)
  // Three equal remainders for one centavo; two of them leave the queue one after the other.
  assert.equal(apportionByDoubles(15, [6, 3, 1, 2, 3, 3, 1, 3, 3]), undefined)
})

test('weights that are not numbers or do not match the total are refused, without an endless loop', () => {
  const split = (weights: number[], perWeight: number) =>
    apportion(1_000, Float64Array.from(weights), perWeight, [0, 0])
  assert.throws(() => split([1, Number.NaN], 500))
  assert.throws(() => split([1, 1], Number.POSITIVE_INFINITY))
  assert.throws(() => split([1, 1], 400))
})
