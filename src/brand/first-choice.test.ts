import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChosenBefore } from './first-choice.ts'

test('no down payment comes before a small total, a small total before a large one, and equals stay in order', () => {
  const free = { downPayment: 0, totalToPay: 300 }
  assert.ok(isChosenBefore(free, { downPayment: 10, totalToPay: 200 }))
  assert.ok(!isChosenBefore({ downPayment: 10, totalToPay: 200 }, free))
  assert.ok(isChosenBefore({ downPayment: 0, totalToPay: 299 }, free))
  assert.ok(!isChosenBefore({ downPayment: 0, totalToPay: 300 }, free))
})
