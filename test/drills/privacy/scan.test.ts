import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScan } from './scan.ts'

const TOKEN = 'Zk3-abcdefghijklmnop_9'
const scan = createScan({
  numbers: new Set(['52998224725', '11987651234']),
  words: ['@gente.exemplo', 'Jacarandá'],
  tokens: new Set([TOKEN]),
})

test('a secret is found in every format, also inside hexadecimal or base64', () => {
  const writings: readonly (readonly [string, string])[] = [
    ['52998224725', '52998224725'],
    ['529.982.247-25', '52998224725'],
    ['(11) 98765-1234', '11987651234'],
    ['+55 11 98765 1234', '11987651234'],
    ['JOSE@GENTE.EXEMPLO', '@gente.exemplo'],
    ['Rua jacarandá, 5', 'jacarandá'],
    [`https://x.example/o/${TOKEN}?a=1`, TOKEN],
  ]
  for (const [written, secret] of writings) {
    for (const around of ['', 'a', 'ab', 'abc'])
      for (const text of [
        `{"x":"${around}|${written}|"}`,
        ...(secret.includes('á') ? [] : [Buffer.from(`${around}|${written}|zz`).toString('base64')]),
        ...(secret.includes('á') ? [] : [`\\x${Buffer.from(`${around}|${written}|zz`).toString('hex')}`]),
      ])
        assert.deepEqual(scan(text), [secret], `${text} (${written})`)
  }
})

test('other numbers, words and ids are no hits', () => {
  for (const text of [
    '52998224724',
    '5299822472',
    '01a1dda53182ca5e6767a115',
    'jacaranda',
    '',
    TOKEN.slice(1),
  ])
    assert.deepEqual(scan(text), [], text)
})
