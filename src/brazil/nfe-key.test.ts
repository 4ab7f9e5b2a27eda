import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeNfeKey, parseNfeKey } from './nfe-key.ts'

/** The example of the taxpayers’ manual (43 digits, check digit 5). */
const PUBLISHED = '52060433009911002506550120000007800267301615'

test('a key is read into month, issuer and model, also one whose CNPJ has letters', () => {
  assert.deepEqual(parseNfeKey(PUBLISHED), { month: '0604', cnpj: '33009911002506', model: '55' })
  const issuer = { month: '2607', cnpj: '12ABC34501DE35' }
  assert.deepEqual(parseNfeKey(composeNfeKey(issuer, 77)), { ...issuer, model: '55' })
})

test('every single wrong digit, a wrong state, month or model, and another length make it no key', () => {
  const key = composeNfeKey({ month: '2603', cnpj: '11222333000181' }, 123_456_789)
  assert.equal(key.length, 44)
  for (let at = 0; at < key.length; at += 1) {
    const wrong = (Number(key[at]) + 1) % 10
    assert.equal(parseNfeKey(key.slice(0, at) + wrong + key.slice(at + 1)), undefined, String(at))
  }
  for (const text of ['', key.slice(1), `${key}0`, key.toLowerCase().replace('5', 'a'), ' '.repeat(44)])
    assert.equal(parseNfeKey(text), undefined)
  assert.equal(parseNfeKey(composeNfeKey({ month: '2613', cnpj: '11222333000181' }, 1)), undefined)
  assert.equal(parseNfeKey(composeNfeKey({ month: '2600', cnpj: '11222333000181' }, 1)), undefined)
})
