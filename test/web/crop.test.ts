import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCrop } from '../../web/onboarding/picture/crop.ts'

const VIEW = { left: 20, top: 100, width: 300, height: 400 }

test('a picture is cut to the frame and a margin, in pixels of the video', () => {
  const frame = { left: 70, top: 200, width: 200, height: 100 }
  assert.deepEqual(computeCrop({ width: 600, height: 800 }, VIEW, frame), {
    left: 60,
    top: 180,
    width: 480,
    height: 240,
  })
})

test('what the screen does not show of a wide video counts, and a margin ends at the edge of the video', () => {
  // Shown at half its size, 400 × 400, of which 50 are hidden on either side.
  const crop = computeCrop({ width: 800, height: 800 }, VIEW, { ...VIEW, height: 200 })
  assert.deepEqual(crop, { left: 40, top: 0, width: 720, height: 440 })
})
