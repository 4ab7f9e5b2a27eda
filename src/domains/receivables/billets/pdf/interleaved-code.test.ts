import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BARCODE_MODULES, BARCODE_WIDTH_MM, computeBarcodePath } from './interleaved-code.ts'

test('44 digits take 405 narrow bars, and the last one ends at 103 mm', () => {
  const path = computeBarcodePath('23795422300002952951172060007589645204030050')
  const bars = [...path.matchAll(/(\d+) 0 (\d) 1 re/g)].map(
    ([, x, width]) => [Number(x), Number(width)] as const,
  )
  assert.equal(bars.length, 2 + (44 / 2) * 5 + 2)
  assert.deepEqual(bars[0], [0, 1])
  assert.deepEqual(bars.at(-1), [BARCODE_MODULES - 1, 1])
  assert.equal(BARCODE_MODULES, 405)
  assert.equal((BARCODE_WIDTH_MM / BARCODE_MODULES).toFixed(4), '0.2543')
})

test('the first digit of a pair is written in bars, the second in the spaces between them', () => {
  const path = computeBarcodePath('10')
  assert.equal(
    path,
    // Start; 1 = wide, three narrow, wide; 0 = narrow, narrow, wide, wide, narrow; stop.
    '0 0 1 1 re 2 0 1 1 re 4 0 3 1 re 8 0 1 1 re 10 0 1 1 re 14 0 1 1 re 18 0 3 1 re 22 0 3 1 re 26 0 1 1 re',
  )
})
