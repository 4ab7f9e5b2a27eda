import assert from 'node:assert/strict'
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createKeyedHash } from './keyed-hash.ts'

test('a keyed hash is the HMAC-SHA-256 of RFC 4231', () => {
  const jefe = createKeyedHash(createSecretKey(Buffer.from('Jefe')))
  assert.equal(
    jefe.compute('what do ya want for nothing?').toString('hex'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('a keyed hash is the same as the library’s HMAC for every length, text and bytes, in any order', () => {
  for (const keyBytes of [1, 32, 64]) {
    const key = createSecretKey(randomBytes(keyBytes))
    const keyed = createKeyedHash(key)
    const lengths = Array.from({ length: 450 }, (_, at) => (at * 271) % 450)
    for (const length of lengths) {
      const bytes = randomBytes(length)
      assert.deepEqual(keyed.compute(bytes), createHmac('sha256', key).update(bytes).digest())
      const text = 'aé€😀'.repeat(Math.ceil(length / 5)).slice(0, length)
      const right = createHmac('sha256', key).update(text).digest()
      assert.deepEqual(keyed.compute(text), right)
      assert.deepEqual(keyed.compute(text, 16), right.subarray(0, 16))
      assert.equal(keyed.computeText(text), right.toString('latin1'))
    }
  }
})

test('a key longer than a block is refused instead of being cut', () => {
  assert.throws(() => createKeyedHash(createSecretKey(randomBytes(65))), /longer than a block/)
})
