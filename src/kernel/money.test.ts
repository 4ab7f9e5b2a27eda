import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  computeShare,
  divideCentavos,
  parseReais,
  parseWrittenReais,
  presentReais,
  splitEqually,
  writeReais,
} from './money.ts'

const amounts = fc.integer({ min: 0, max: 1_000_000_000 })

test('reais are converted to centavos by their decimal digits, rounded half up', () => {
  for (const [reais, centavos] of [
    [1.005, 101],
    [1.004999, 100],
    [1.015, 102],
    [8.345, 835],
    [0.005, 1],
    [0.0049, 0],
    [1e-7, 0],
    [197.92, 19_792],
    [10_000_000, 1_000_000_000],
    [-0, 0],
    [-1.005, -101],
  ] as const) {
    assert.equal(parseReais(reais), centavos, String(reais))
  }
})

test('an amount that centavos cannot represent exactly is refused', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e15, 1e300]) {
    assert.throws(() => parseReais(bad), RangeError, String(bad))
  }
})

test('an amount survives presenting and parsing, and its text is what JSON would write', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), amount => {
      assert.equal(parseReais(presentReais(amount)), amount)
      assert.equal(writeReais(amount), JSON.stringify(presentReais(amount)))
    }),
    { numRuns: 5_000 },
  )
  assert.deepEqual([24_800, 1_290, 1_005, 5, 0].map(writeReais), ['248', '12.9', '10.05', '0.05', '0'])
})

test('a share is exact, rounded half up, for any percentage of up to nine decimals', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 100_000_000_000 }),
      fc.integer({ min: 0, max: 9 }),
      (amount, units, scale) => {
        const percentage = Number(`${units}e-${scale}`)
        fc.pre(percentage <= 100)
        const divisor = 100n * 10n ** BigInt(scale)
        const expected = (2n * BigInt(amount) * BigInt(units) + divisor) / (2n * divisor)
        assert.equal(computeShare(amount, percentage), Number(expected))
      },
    ),
    { numRuns: 5_000 },
  )
  assert.equal(computeShare(50, 1), 1)
  assert.equal(computeShare(350, 3.29), 12)
  assert.equal(computeShare(1_000_000_000, 33.333333), 333_333_330)
})

test('a share does not depend on which percentages were used before', () => {
  const expected = [1.5, 2.14, 2.78, 1.50001, 0.0000001, 65.5].map(
    rate => [rate, computeShare(1_000_000, rate)] as const,
  )
  assert.deepEqual(
    expected.map(([, share]) => share),
    [15_000, 21_400, 27_800, 15_000, 0, 655_000],
  )
  for (const [rate, share] of [...expected, ...expected.toReversed(), ...expected])
    assert.equal(computeShare(1_000_000, rate), share)
})

test('parts of a split add up to the total, differ by at most one centavo, and the earlier are the larger', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 60 }), (total, parts) => {
      const split = splitEqually(total, parts)
      assert.equal(split.length, parts)
      assert.equal(
        split.reduce((sum, part) => sum + part, 0),
        total,
      )
      assert.deepEqual(
        split,
        split.toSorted((a, b) => b - a),
      )
      assert.ok(Math.max(...split) - Math.min(...split) <= 1)
    }),
  )
})

test('a division by the number of installments rounds half up', () => {
  assert.deepEqual([divideCentavos(5, 2), divideCentavos(4, 3), divideCentavos(99_200, 6)], [3, 1, 16_533])
})

test('reais written in an address are the centavos that were written, in every form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), centavos => {
      assert.equal(parseWrittenReais(writeReais(centavos)), centavos)
      assert.equal(parseWrittenReais((centavos / 100).toFixed(2)), centavos)
    }),
  )
  for (const text of ['', '1,5', '1.234', '-1', '1e2', '.5']) assert.throws(() => parseWrittenReais(text))
})
