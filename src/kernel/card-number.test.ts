import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCardNumbers } from './card-number.ts'

test('card numbers typed into a text are masked, written in any usual way', () => {
  for (const card of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '4111.1111.1111.1111',
    '378282246310005',
    '6304000000000000',
  ]) {
    assert.equal(maskCardNumbers(`cartão ${card}, obrigado`), 'cartão [card number removed], obrigado', card)
  }
})

test('numbers that are no card stay as they are', () => {
  for (const text of [
    '4111111111111112',
    '52998224725',
    '11 98765-1234',
    '2026-11-15',
    '41111111111111111111111111',
    '',
  ]) {
    assert.equal(maskCardNumbers(text), text)
  }
})
