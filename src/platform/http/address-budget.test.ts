import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressBudget } from './address-budget.ts'

test('an address may ask so often a minute, is then told how long to wait, and holds up no other', () => {
  const budget = createAddressBudget(2)
  assert.deepEqual([budget.spend('a'), budget.spend('a')], [undefined, undefined])
  const wait = budget.spend('a')
  assert.ok(wait !== undefined && wait >= 1 && wait <= 60, String(wait))
  assert.equal(budget.spend('b'), undefined)
})

test('a new minute is a new budget', context => {
  let nowMs = 1_000
  context.mock.method(performance, 'now', () => nowMs)
  const budget = createAddressBudget(1)
  assert.equal(budget.spend('a'), undefined)
  nowMs += 59_000
  assert.equal(budget.spend('a'), 1)
  nowMs += 1_000
  assert.equal(budget.spend('a'), undefined)
})

test('any number of addresses takes bounded memory: the oldest window is forgotten', () => {
  const budget = createAddressBudget(1, 2)
  for (const address of ['a', 'b', 'c']) assert.equal(budget.spend(address), undefined)
  assert.ok(budget.spend('c') !== undefined)
  assert.equal(budget.spend('a'), undefined)
})
