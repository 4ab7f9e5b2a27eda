import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLight } from '../../web/onboarding/picture/judge-light.ts'

/** A picture of so many pixels of each grey. */
function draw(...greys: readonly (readonly [grey: number, count: number])[]): Uint8ClampedArray {
  return new Uint8ClampedArray(
    greys.flatMap(([grey, count]) => Array.from({ length: count }, () => [grey, grey, grey, 255]).flat()),
  )
}

test('a dark room and a reflection are noticed; a lit document with white paper is not', () => {
  assert.equal(judgeLight(draw([20, 100])), 'dark')
  assert.equal(judgeLight(draw([120, 80], [255, 20])), 'glare')
  assert.equal(judgeLight(draw([120, 50], [235, 50])), undefined)
  assert.equal(judgeLight(draw([120, 95], [255, 5])), undefined)
})
