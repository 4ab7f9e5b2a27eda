import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { describeApiKey, newApiKey } from './api-key.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Like a leak scanner: the last six characters are the CRC-32 of the rest in base 62. */
function hasValidChecksum(key: string): boolean {
  const read = [...key.slice(-6)].reduce((value, digit) => value * 62 + DIGITS.indexOf(digit), 0)
  return read === crc32(key.slice(0, -6))
}

test('a key states its kind and environment, has 256 random bits, and is never generated twice', () => {
  const prefixes = {
    secret: { homologation: 'sk_homolog_', production: 'sk_live_' },
    publishable: { homologation: 'pk_homolog_', production: 'pk_live_' },
  } as const
  for (const kind of ['secret', 'publishable'] as const) {
    for (const environment of ['homologation', 'production'] as const) {
      const keys = Array.from({ length: 500 }, () => newApiKey(kind, environment))
      assert.equal(new Set(keys).size, 500)
      for (const key of keys) {
        assert.ok(key.startsWith(prefixes[kind][environment]))
        assert.match(key.slice(prefixes[kind][environment].length), /^[0-9A-Za-z]{49}$/)
      }
    }
  }
})

test('every character of a body is random: no position is constant', () => {
  const bodies = Array.from({ length: 500 }, () =>
    newApiKey('secret', 'production').slice('sk_live_'.length, -6),
  )
  for (let at = 1; at < 43; at++) assert.ok(new Set(bodies.map(body => body[at])).size > 40, `place ${at}`)
})

test('the checksum detects any changed character', () => {
  const key = newApiKey('secret', 'homologation')
  assert.ok(hasValidChecksum(key))
  for (let at = 0; at < key.length; at++) {
    const changed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    assert.ok(!hasValidChecksum(changed), `place ${at}`)
  }
})

test('a description shows at most seven random characters of a key', () => {
  const key = newApiKey('secret', 'homologation')
  assert.equal(describeApiKey(key), `${key.slice(0, 14)}…${key.slice(-4)}`)
})
