import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTicks, spreadLabels, writeShortMoney, writeShortNumber } from '../../web/design/charts/scale.ts'

test('lines of an axis stand at round values that include zero and the largest', () => {
  assert.deepEqual(listTicks(0, 87), [0, 25, 50, 75, 100])
  assert.deepEqual(listTicks(0, 4), [0, 1, 2, 3, 4])
  assert.deepEqual(listTicks(-30, 60), [-50, -25, 0, 25, 50, 75])
  assert.deepEqual(listTicks(0, 0), [0, 1])
  assert.deepEqual(listTicks(0, 1), [0, 1])
  assert.deepEqual(listTicks(0, 9), [0, 5, 10])
  assert.deepEqual(listTicks(0, 0.9), [0, 0.25, 0.5, 0.75, 1])
  assert.deepEqual(listTicks(120, 1_200_000), [0, 500_000, 1_000_000, 1_500_000])
})

test('an amount is written short, and never as a thousand thousands', () => {
  assert.equal(writeShortMoney(1_234_567), 'R$ 1,2 mi')
  assert.equal(writeShortMoney(-48_000), '−R$ 48 mil')
  assert.equal(writeShortMoney(3_100_000_000), 'R$ 3,1 bi')
  assert.equal(writeShortNumber(999_960), '1 mi')
  assert.equal(writeShortNumber(950), '950')
})

test('labels that would stand on each other are moved apart, within the plot', () => {
  assert.deepEqual(spreadLabels([10, 12, 80], 16, 0, 100), [10, 26, 80])
  assert.deepEqual(spreadLabels([98, 99], 16, 0, 100), [84, 100])
})
