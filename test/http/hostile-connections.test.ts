import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { expectError, get, post, sendRaw, startToyServer, type ToyServer } from './toy-server.ts'

let testDatabase: TestDatabase
let server: ToyServer

before(async () => {
  testDatabase = await openTestDatabase()
  server = await startToyServer(testDatabase, { timeouts: { requestMs: 700, headersMs: 700, checkMs: 100 } })
})

after(async () => {
  await server.stop()
  await testDatabase.close()
})

test('row 22: a known path with another method is 405 with Allow, whatever the method and the body', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await get(server, '/toy', {}, method)
    expectError(answer, 405, 'method_not_allowed', 'Method not allowed')
    assert.equal(answer.headers.get('allow'), 'POST')
  }
  for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY']) {
    const raw = await sendRaw(server, `${method} /toy HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    assert.match(raw.text, /^HTTP\/1.1 405 .*allow: POST/is)
  }
  const posted = await post(server, '/thing/1', 'not json', { 'content-type': 'text/plain' })
  expectError(posted, 405, 'method_not_allowed', 'Method not allowed')
  assert.equal(posted.headers.get('allow'), 'GET, HEAD')
  assert.match((await sendRaw(server, 'CONNECT /toy HTTP/1.1\r\nHost: x\r\n\r\n')).text, /^HTTP\/1.1 405 /)
  assert.match(
    (await sendRaw(server, 'MADEUP /toy HTTP/1.1\r\nHost: x\r\n\r\n')).text,
    /^HTTP\/1.1 400 .*malformed_request/s,
  )
})

test('row 23: an unknown path is 404 before its body is read, and a long one 414', async () => {
  const paths = [
    '/nothing',
    '//toy',
    '/toy/',
    '/toy.',
    '/TOY',
    '/%74oy%2f',
    '/a/%2e%2e/toy',
    '/thing/',
    '/x?apiKey=1',
  ]
  for (const path of paths) {
    const raw = await sendRaw(
      server,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{bad}`,
    )
    assert.match(raw.text, /^HTTP\/1.1 404 .*"message":"Route not found"/s, path)
  }
  const badEncoding = await sendRaw(server, 'GET /thing/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(badEncoding.text, /^HTTP\/1.1 404 .*x-track-id.*Route not found/is)
  expectError(await get(server, `/${'a'.repeat(10_000)}`), 414, 'url_too_long', 'URL longer than 8 kB')
  expectError(await get(server, `/thing/${'a'.repeat(10_000)}`), 414, 'url_too_long', 'URL longer than 8 kB')
  const huge = await sendRaw(server, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.match(huge.text, /^HTTP\/1.1 431 .*headers_too_large/s)
})

test('row 24: unclear lengths and stalled requests are 400 or 408, the socket closes, nothing smuggled is served', async () => {
  const smuggled = 'GET /thing/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const head = 'POST /toy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const cases: [string, RegExp][] = [
    [`${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`, /^HTTP\/1.1 400 /],
    [
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
      /^HTTP\/1.1 400 /,
    ],
    [`${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  ${smuggled}`, /^HTTP\/1.1 400 /],
    [`${head}Content-Length: -1\r\n\r\n${smuggled}`, /^HTTP\/1.1 400 /],
    [`${head}Content-Length: 100\r\n\r\n{"a":`, /^HTTP\/1.1 408 .*request_timeout/s],
    [`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"`, /^HTTP\/1.1 408 .*request_timeout/s],
    ['POST /toy HTTP/1.1\r\nHost: x\r\nX-Slow', /^HTTP\/1.1 408 .*request_timeout/s],
    ['GET /thing/1 HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400 .*Host header is missing/s],
    ['GET /thing/1 HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n', /^HTTP\/1.1 417 .*expectation_failed/s],
    [
      `GET /thing/1 HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(17_000)}\r\n\r\n`,
      /^HTTP\/1.1 431 .*headers_too_large/s,
    ],
  ]
  await Promise.all(
    cases.map(async ([bytes, expected]) => {
      const { text, isClosed } = await sendRaw(server, bytes, 3_000)
      assert.match(text, expected, bytes)
      assert.equal(text.split('HTTP/1.1 ').length, 2, bytes)
      assert.ok(isClosed, bytes)
      assert.equal(JSON.parse(text.split('\r\n\r\n')[1] ?? '').error, true)
    }),
  )
})

test('a request with two Host, Authorization or Content-Type headers is 400, whatever they say', async () => {
  const line = 'GET /thing/1 HTTP/1.1\r\n'
  const end = 'Connection: close\r\n\r\n'
  const host = 'Host: x\r\n'
  const cases: [string, RegExp][] = [
    [`${line}Host: x\r\nHost: y\r\n${end}`, /^HTTP\/1.1 400 .*Host header is repeated/s],
    [`${line}Host: x\r\nhOST: x\r\n${end}`, /^HTTP\/1.1 400 .*Host header is repeated/s],
    [`GET /thing/1 HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n`, /^HTTP\/1.1 400 .*Host header is repeated/s],
    [
      `${line}${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n${end}`,
      /^HTTP\/1.1 400 .*Authorization header is repeated/s,
    ],
    [
      `POST /toy HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n${end}{}`,
      /^HTTP\/1.1 400 .*Content-Type header is repeated/s,
    ],
    [
      `POST /toy HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 2\r\n${end}{}`,
      /^HTTP\/1.1 400 .*malformed_request/s,
    ],
    // Joined by Node and refused by nobody: browsers and HTTP/2 proxies send cookies in several lines.
    [`${line}${host}Cookie: a=1\r\nCookie: b=2\r\n${end}`, /^HTTP\/1.1 (?!400)/],
  ]
  for (const [bytes, expected] of cases) assert.match((await sendRaw(server, bytes)).text, expected, bytes)
})
