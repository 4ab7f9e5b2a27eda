import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrigin } from './origin.ts'

test('an origin is kept as browsers write it', () => {
  for (const [text, origin] of [
    ['https://loja.example', 'https://loja.example'],
    ['https://Loja.Example:443/', 'https://loja.example'],
    ['https://loja.example:8443', 'https://loja.example:8443'],
    ['https://açaí.example', 'https://xn--aa-4iaz.example'],
  ] as const) {
    const parsed = parseOrigin(text, 'production')
    assert.ok('origin' in parsed, text)
    assert.equal(parsed.origin, origin)
  }
})

test('what is not an exact https origin is refused by a sentence', () => {
  for (const text of [
    ...['', 'loja.example', '*', 'null', 'https://*', 'https://*.loja.example', 'ftp://loja.example'],
    ...[
      'https://loja.example/shop',
      'https://loja.example/?a',
      'https://loja.example/#',
      'https://u@loja.example',
    ],
    ...['http://loja.example', 'http://127.0.0.1.loja.example', 'http://10.0.0.1', 'data:,x', 'file:///x'],
    ...[`https://${'a.'.repeat(200)}example`],
  ])
    for (const environment of ['production', 'homologation'] as const) {
      const parsed = parseOrigin(text, environment)
      assert.ok('problem' in parsed && parsed.problem.length > 20, text)
    }
})

test('this very machine may use http in homologation only', () => {
  for (const text of ['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:8080']) {
    assert.deepEqual(parseOrigin(text, 'homologation'), { origin: text })
    assert.ok('problem' in parseOrigin(text, 'production'))
  }
})
