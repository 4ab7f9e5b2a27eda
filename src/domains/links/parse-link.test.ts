import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedReturnUrl, type ReturnPlaces } from './parse-link.ts'

const PRODUCTION: ReturnPlaces = {
  origins: new Set(['https://loja.example', 'https://loja.example:8443']),
  schemes: new Set(['loja', 'com.loja.app']),
  ownOrigin: 'https://credito.example',
  allowsLoopback: false,
}
const HOMOLOGATION = { ...PRODUCTION, ownOrigin: 'http://192.0.2.7:3000', allowsLoopback: true }

const ALLOWED = [
  'https://loja.example/pedido?id=1#fim',
  'https://LOJA.example:443',
  'https://loja.example:8443/',
]
const OF_APP = ['loja://pedido/1', 'LOJA:pedido', 'com.loja.app:/pedido']
const AT_HOME = [
  'http://localhost:3000/',
  'http://127.0.0.1/',
  'https://[::1]:8/x',
  'http://192.0.2.7:3000/store',
]
const NEVER = [
  'https://outra.example/',
  'https://loja.example.evil.example/',
  'https://sub.loja.example/',
  'https://loja.example:444/',
  'https://loja.example@evil.example/',
  'https://user:secret@loja.example/',
  'http://loja.example/',
  'https:\\\\loja.example',
  'https://loja.example/\nx',
  ' https://loja.example/',
  'java\tscript:alert(1)',
  'javascript:alert(1)',
  'JavaScript://loja.example/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://loja.example/x',
  'outra://pedido',
  '//loja.example/',
  '/pedido',
  'loja',
  '',
]

test('a page leads back to allowed https origins and to nothing else, whatever the source', () => {
  for (const source of ['tdv', 'app', 'checkout']) {
    for (const url of ALLOWED) assert.ok(isAllowedReturnUrl(url, source, PRODUCTION), `${source} ${url}`)
    for (const url of [...NEVER, ...AT_HOME])
      assert.ok(!isAllowedReturnUrl(url, source, PRODUCTION), `${source} ${url}`)
  }
})

test('an app is led back to by its allowed schemes, and only from sales in an app', () => {
  for (const url of OF_APP) {
    assert.ok(isAllowedReturnUrl(url, 'app', PRODUCTION), url)
    assert.ok(!isAllowedReturnUrl(url, 'tdv', PRODUCTION), url)
  }
})

test('homologation also leads to this machine and to the service itself', () => {
  for (const url of [...ALLOWED, ...AT_HOME]) assert.ok(isAllowedReturnUrl(url, 'tdv', HOMOLOGATION), url)
  for (const url of [...NEVER, 'http://192.0.2.7:3001/', 'http://127.0.0.1.evil.example/'])
    assert.ok(!isAllowedReturnUrl(url, 'app', HOMOLOGATION), url)
})
