import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOfHundred, layOutComposition } from './composition.ts'
import { MARK, WORD } from './mark.ts'
import { drawRing } from './ring.ts'

const parts = [
  { name: 'interest', value: 500_00 },
  { name: 'released', value: 2_199_90 },
  { name: 'iof', value: 61_20 },
  { name: 'fee', value: 0 },
  { name: 'premium', value: 1 },
] as const

test('a composition fills its bar in a fixed order, without parts that cost nothing', () => {
  const segments = layOutComposition(parts, 100, 1)
  assert.deepEqual(
    segments.map(({ name }) => name),
    ['released', 'interest', 'iof', 'premium'],
  )
  const last = segments.at(-1)
  assert.ok(Math.abs((last?.x ?? 0) + (last?.width ?? 0) - 100) < 1e-9)
  assert.ok(
    segments.every(({ width }) => width > 1),
    'the smallest part is still seen',
  )
})

test('of a hundred reais, what is for the purchase is told as a whole number', () => {
  assert.equal(countOfHundred(parts), 80)
  assert.equal(countOfHundred([]), 100)
})

test('a ring has one path for each installment, which a PDF can draw', () => {
  for (const count of [1, 2, 3, 12, 24, 60]) {
    const paths = drawRing(count)
    assert.equal(paths.length, count)
    for (const path of paths) assert.match(path, /^M[\d. ]+(?:C[\d. ]+)+$/)
  }
  assert.match(drawRing(4)[0] ?? '', /^M52\.56 8\.08C/)
})

test('mark and word are drawn with lines and curves only', () => {
  for (const { path } of [MARK, WORD]) assert.match(path, /^(?:[MLC][\d. -]+)+$/)
})
