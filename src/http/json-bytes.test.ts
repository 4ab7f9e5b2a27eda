import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { presentReais, writeReais } from '../kernel/money.ts'
import { JsonBytes, prepareJson } from './json-bytes.ts'

test('amounts are written as JSON.stringify writes them', () => {
  const json = new JsonBytes()
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 400_000_000_000 }), amount => {
      json.reais(amount)
      const text = json.take().toString()
      assert.equal(text, JSON.stringify(presentReais(amount)))
      assert.equal(text, writeReais(amount))
    }),
    { numRuns: 5_000 },
  )
})

test('integers are written digit for digit', () => {
  const json = new JsonBytes()
  fc.assert(
    fc.property(fc.oneof(fc.nat(), fc.maxSafeNat(), fc.integer({ min: 0, max: 10 })), value => {
      json.integer(value)
      assert.equal(json.take().toString(), String(value))
    }),
    { numRuns: 5_000 },
  )
})

test('pieces and texts of any length are joined, far beyond the initial buffer size', () => {
  const json = new JsonBytes()
  const pieces = ['{', 'x'.repeat(20), 'y'.repeat(48), 'z'.repeat(49), 'w'.repeat(700)].map(text =>
    prepareJson(text),
  )
  let expected = ''
  for (let round = 0; round < 1_000; round++) {
    for (const piece of pieces) {
      json.reserve(piece.length)
      json.piece(piece)
      expected += Buffer.from(piece.bytes).toString()
    }
    json.text('abc,')
    json.replaceLast(']')
    expected += 'abc]'
  }
  assert.equal(json.take().toString(), expected)
  assert.equal(json.take().length, 0)
})

test('a row alternates its pieces and amounts', () => {
  const json = new JsonBytes()
  const [a, b, c, end] = ['{"a":', ',"b":', ',"c":', '}'].map(text => prepareJson(text))
  assert.ok(a && b && c && end)
  json.row(a, 100, b, -5, c, 123_456_789_012, end)
  assert.equal(json.take().toString(), '{"a":1,"b":-0.05,"c":1234567890.12}')
})

test('a response that was taken stays as it was while others are written or given up', () => {
  const json = new JsonBytes()
  const taken = Array.from({ length: 300 }, (_, index) => {
    json.text('given up')
    json.clear()
    json.text(String(index).repeat(1 + ((index * 977) % 20_000)))
    json.reais(index)
    return json.take()
  })
  for (const [index, bytes] of taken.entries())
    assert.equal(bytes.toString(), String(index).repeat(1 + ((index * 977) % 20_000)) + writeReais(index))
})
