import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { newDataKey, open, seal } from './sealed-box.ts'
import { deriveSecrets } from './secrets.ts'

const key = newDataKey()

test('what was sealed opens to the same bytes, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const box = seal(key, 'place', text)
      assert.equal(open(key, 'place', box).toString(), Buffer.from(text).toString())
      assert.notDeepEqual(box, seal(key, 'place', text))
    }),
  )
})

test('a box with any bit changed, in another place or under another key does not open', () => {
  const box = seal(key, 'checkouts.customer:1', 'CPF 529.982.247-25')
  for (let bit = 0; bit < box.length * 8; bit++) {
    const bent = Buffer.from(box)
    bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => open(key, 'checkouts.customer:1', bent), `bit ${bit}`)
  }
  assert.throws(() => open(key, 'checkouts.customer:2', box))
  assert.throws(() => open(newDataKey(), 'checkouts.customer:1', box))
  assert.throws(() => open(key, 'checkouts.customer:1', box.subarray(0, 20)))
})

test('secrets of different purposes and of different master keys have nothing in common', () => {
  const [one, other] = [deriveSecrets(randomBytes(32)), deriveSecrets(randomBytes(32))]
  const values = [one, other].flatMap(s => [
    s.wrapping,
    s.sealing,
    s.fingerprint,
    s.hashApiKey('x'),
    s.computeBlindIndex('cpf', 'x'),
    s.computeBlindIndex('phone', 'x'),
  ])
  assert.equal(new Set(values.map(v => v.toString('hex').slice(0, 32))).size, values.length)
})
