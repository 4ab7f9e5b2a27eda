import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCpuMs } from '../../test/support/measured-time.ts'
import { textFormats } from './text-formats.ts'

const isEmail = textFormats['email-address']
const isLink = textFormats['http-link']

test('ordinary e-mail addresses are accepted, also with a name of any alphabet', () => {
  for (const good of [
    'maria@example.com',
    'm.silva+loja@mail.example.com.br',
    "o'neil@example.co",
    'joão@exemplo.com.br',
  ]) {
    assert.equal(isEmail(good), true, good)
  }
})

test('anything but exactly one mailbox is refused', () => {
  const local = 'a'.repeat(65)
  for (const bad of [
    'a@',
    '@b.com',
    'a@b',
    'a b@c.com',
    'a@b.com,c@d.com',
    'a@b.com c@d.com',
    'a@b..com',
    '.a@b.com',
    'a..b@c.com',
    'a@b.com\r\nBcc: x@y.com',
    'a@-b.com',
    `${local}@b.com`,
    `a@${'b.'.repeat(200)}com`,
    '',
  ]) {
    assert.equal(isEmail(bad), false, bad)
  }
})

test('a hostile e-mail of maximum length is refused without a slow match', () => {
  const hostile = [`${'a.'.repeat(32)}@`, `a@${'a-'.repeat(120)}!`, `${'a'.repeat(64)}@${'a.'.repeat(90)}!`]
  const tookMs = measureCpuMs(() => {
    for (const bad of hostile) assert.equal(isEmail(bad), false)
  })
  assert.ok(tookMs < 50, `${tookMs} ms`)
})

test('only http and https links are accepted, without credentials, spaces or invisible characters', () => {
  assert.equal(isLink('https://loja.example.com/p/1?a=b#c'), true)
  assert.equal(isLink('http://169.254.169.254/'), true, 'stored as text and never fetched')
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.b/c',
    '//a.b/c',
    'https://',
    'https://user:pass@a.b/',
    'https://:pass@a.b/',
    'https://a.b/ c',
    'https://a.b/\u202e',
    'http://[',
  ]) {
    assert.equal(isLink(bad), false, bad)
  }
})
