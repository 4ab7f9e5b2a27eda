import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCookieName, parseCookies, presentCookie } from './cookies.ts'

test('cookies are read in order, a repeated name twice, and anything that is not a pair is left out', () => {
  assert.deepEqual(parseCookies('a=1;b=x=y ;  a=2; nothing; c='), [
    { name: 'a', value: '1' },
    { name: 'b', value: 'x=y' },
    { name: 'a', value: '2' },
    { name: 'c', value: '' },
  ])
  assert.deepEqual(parseCookies(undefined), [])
})

test('a cookie is bound to this host over https, and ends with the browser unless it has an age', () => {
  const publicUrl = 'https://pay.example'
  const name = computeCookieName('session', publicUrl)
  assert.equal(
    presentCookie({ name, value: 'x' }, { publicUrl }),
    '__Host-session=x; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
  assert.equal(
    presentCookie({ name: 'session', value: '' }, { publicUrl: 'http://127.0.0.1:3000', maxAgeSeconds: 0 }),
    'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  )
  assert.equal(computeCookieName('session', 'http://127.0.0.1:3000'), 'session')
})
