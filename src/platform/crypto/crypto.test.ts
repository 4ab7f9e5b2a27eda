import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDataKeys, UnknownDataKey } from './data-keys.ts'
import { takeRandomBytes } from './random-bytes.ts'
import { findBoxKeyId, open, seal } from './sealed-box.ts'
import { deriveSecrets } from './secrets.ts'

const secrets = deriveSecrets(randomBytes(32))
const key = secrets.deriveDataKey(takeRandomBytes(16))

test('a sealed box opens to the same bytes, and sealing twice gives different boxes', () => {
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
  assert.throws(() => open(secrets.deriveDataKey(takeRandomBytes(16)), 'checkouts.customer:1', box))
  assert.throws(() => open(key, 'checkouts.customer:1', box.subarray(0, 20)))
})

test('secrets of different purposes and of different master keys have nothing in common', () => {
  const [one, other] = [deriveSecrets(randomBytes(32)), deriveSecrets(randomBytes(32))]
  const values = [one, other].flatMap(s => [
    s.sealing.get(1).export(),
    s.deriveDataKey(Buffer.from('x')).get(1).export(),
    s.fingerprint,
    s.hashApiKey('x'),
    s.computeBlindIndex('cpf', 'x'),
    s.computeBlindIndex('phone', 'x'),
  ])
  assert.equal(new Set(values.map(v => v.toString('hex').slice(0, 32))).size, values.length)
})

test('the same salt makes the same data key again, another salt another one', () => {
  const box = seal(secrets.deriveDataKey(Buffer.from('salt')), 'place', 'text')
  assert.equal(open(secrets.deriveDataKey(Buffer.from('salt')), 'place', box).toString(), 'text')
  assert.throws(() => open(secrets.deriveDataKey(Buffer.from('other')), 'place', box))
})

test('random bytes never repeat over many refills of their pool', () => {
  const pieces = Array.from({ length: 20_000 }, () => takeRandomBytes(12).toString('hex'))
  assert.equal(new Set(pieces).size, pieces.length)
})

test('boxes carry no key id until there is a second data key; then they name the newest, and older ones still open', () => {
  const root = randomBytes(32)
  const keys = createDataKeys(root)
  const { sealing, deriveDataKey } = deriveSecrets(root, keys)
  const salt = takeRandomBytes(16)
  const before = [seal(sealing, 'place', 'text'), seal(deriveDataKey(salt), 'place', 'text')]
  assert.deepEqual(
    before.map(box => box[0]),
    [1, 1],
  )
  keys.learn(2, randomBytes(32))
  assert.equal(seal(sealing, 'place', 'text')[0], 1, 'a key that is only announced seals nothing')
  keys.sealWith(2)
  keys.learn(300, randomBytes(32))
  for (const keyId of [2, 300]) {
    keys.sealWith(keyId)
    for (const key of [sealing, deriveDataKey(salt)]) {
      const box = seal(key, 'place', 'text')
      assert.equal(findBoxKeyId(box), keyId)
      assert.equal(open(key, 'place', box).toString(), 'text')
    }
  }
  assert.deepEqual(
    [open(sealing, 'place', before[0] ?? root), open(deriveDataKey(salt), 'place', before[1] ?? root)].map(
      String,
    ),
    ['text', 'text'],
  )
})

test('a box of another data key does not open under a changed id, nor in a process that does not know the key', () => {
  const root = randomBytes(32)
  const keys = createDataKeys(root)
  keys.learn(2, randomBytes(32))
  keys.learn(3, randomBytes(32))
  keys.sealWith(3)
  const box = seal(keys.records, 'place', 'text')
  const renamed = Buffer.from(box)
  renamed[2] = 2
  assert.throws(() => open(keys.records, 'place', renamed))
  renamed[2] = 1
  assert.throws(() => open(keys.records, 'place', renamed), /unknown format/)
  assert.throws(() => open(createDataKeys(root).records, 'place', box), UnknownDataKey)
  assert.throws(() => keys.sealWith(4), UnknownDataKey)
  keys.forget(3)
  assert.throws(() => open(keys.records, 'place', box), UnknownDataKey)
})
