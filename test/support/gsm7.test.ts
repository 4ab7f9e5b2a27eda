import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSmsParts } from './gsm7.ts'

test('160 plain letters are one part, 161 are two, and an extended character counts twice', () => {
  assert.equal(computeSmsParts('a'.repeat(160)), 1)
  assert.equal(computeSmsParts('a'.repeat(161)), 2)
  assert.equal(computeSmsParts('a'.repeat(306)), 2)
  assert.equal(computeSmsParts('a'.repeat(307)), 3)
  assert.equal(computeSmsParts(`${'a'.repeat(159)}~`), 2)
  assert.equal(computeSmsParts(`${'a'.repeat(158)}~`), 1)
})

test('one letter that phones do not have in their alphabet leaves 70 places, and 67 in each of several parts', () => {
  assert.equal(computeSmsParts(`${'a'.repeat(69)}ó`), 1)
  assert.equal(computeSmsParts(`${'a'.repeat(70)}ó`), 2)
  assert.equal(computeSmsParts(`${'a'.repeat(150)}ó`), 3)
  assert.equal(computeSmsParts('é'.repeat(160)), 1)
})
