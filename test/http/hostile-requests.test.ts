import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { expectWithin } from '../support/measured-time.ts'
import {
  expectError,
  get,
  KEY,
  OTHER_KEY,
  post,
  prepareToys,
  SLOW_KEY,
  sendRaw,
  startToyServer,
  type ToyServer,
} from './toy-server.ts'

let testDatabase: TestDatabase
let server: ToyServer

before(async () => {
  testDatabase = await openTestDatabase()
  await prepareToys(testDatabase.database)
  server = await startToyServer(testDatabase, { unknownKeyLimitPerMinute: 1_000 })
})

after(async () => {
  await server.stop()
  await testDatabase.close()
})

const good = { apiKey: KEY, name: 'a', amount: 1 }

test('a good request is served with the tracking and safety headers', async () => {
  const answer = await post(server, '/toy', good)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body.seen, { name: 'a', amount: 1 })
  assert.match(answer.headers.get('x-track-id') ?? '', /^[0-9a-f]{24}$/)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('ratelimit-limit'), '100000')
})

test('row 1: no body or an empty body is a missing apiKey', async () => {
  expectError(await get(server, '/toy', {}, 'POST'), 400, 'missing_parameters', 'Missing parameters: apiKey')
  expectError(await post(server, '/toy', ''), 400, 'missing_parameters', 'Missing parameters: apiKey')
  const answer = await post(server, '/bare/1', '', { 'x-service-apikey': KEY })
  assert.deepEqual([answer.status, answer.body.body], [200, {}])
})

test('row 2: a missing apiKey is reported before any other field', async () => {
  expectError(
    await post(server, '/toy', { amount: 'x' }),
    400,
    'missing_parameters',
    'Missing parameters: apiKey',
  )
})

test('row 3: a GET without the header is 401', async () => {
  expectError(await get(server, '/thing/1'), 401, 'invalid_api_key', 'Invalid API key')
  expectError(await get(server, `/thing/1?apiKey=${KEY}`), 401, 'invalid_api_key', 'Invalid API key')
  assert.equal((await get(server, '/thing/1', { 'x-service-apikey': KEY })).status, 200)
})

test('rows 4 and 5: unknown, blank, huge and odd keys get one and the same 401, an empty one is missing', async () => {
  for (const apiKey of ['sk_homolog_unknown_000000000000000000000000', '   ', 'x'.repeat(10_000), '🔑'])
    expectError(await post(server, '/toy', { ...good, apiKey }), 401, 'invalid_api_key', 'Invalid API key')
  expectError(
    await post(server, '/toy', { ...good, apiKey: '' }),
    400,
    'missing_parameters',
    'Missing parameters: apiKey',
  )
})

test('row 6: an apiKey that is no string is 400', async () => {
  for (const apiKey of [1, [KEY], {}, null, true])
    expectError(
      await post(server, '/toy', { ...good, apiKey }),
      400,
      'invalid_parameters',
      'apiKey must be a string',
    )
})

test('row 7: the key may come in the query string of a POST and is in no log line', async () => {
  const answer = await post(server, `/toy?apiKey=${KEY}`, { name: 'a', amount: 1 })
  assert.equal(answer.status, 200)
  assert.ok(server.logged().includes('"route":"/toy"'))
  assert.ok(!server.logged().includes(KEY))
})

test('row 8: two different keys in body, query or header are 400, the same key twice is fine', async () => {
  const cases: [string, object, Record<string, string>][] = [
    ['/toy', good, { 'x-service-apikey': OTHER_KEY }],
    [`/toy?apiKey=${OTHER_KEY}`, good, {}],
    [`/toy?apiKey=${OTHER_KEY}&apiKey=${KEY}`, { name: 'a', amount: 1 }, {}],
    [`/toy?apiKey=${OTHER_KEY}`, { name: 'a', amount: 1 }, { 'x-service-apikey': KEY }],
    ['/toy', { ...good, apiKey: 'evil' }, { 'x-service-apikey': KEY }],
  ]
  for (const [path, body, headers] of cases)
    expectError(await post(server, path, body, headers), 400, 'conflicting_api_keys', 'Conflicting API keys')
  const twice = `GET /thing/1 HTTP/1.1\r\nHost: x\r\nx-service-apikey: ${KEY}\r\nx-service-apikey: ${OTHER_KEY}\r\nConnection: close\r\n\r\n`
  assert.match((await sendRaw(server, twice)).text, /^HTTP\/1.1 400 .*Conflicting API keys/s)
  assert.match((await sendRaw(server, twice.replace(OTHER_KEY, KEY))).text, /^HTTP\/1.1 200 /)
  assert.equal((await post(server, `/toy?apiKey=${KEY}`, good, { 'x-service-apikey': KEY })).status, 200)
})

test('row 9: a duplicated apiKey member is 400', async () => {
  const body = `{"apiKey":"${KEY}","apiKey":"${OTHER_KEY}","name":"a","amount":1}`
  expectError(await post(server, '/toy', body), 400, 'duplicate_field', 'Duplicate field apiKey')
})

test('row 10: what is not JSON in UTF-8 is 400', async () => {
  for (const body of ['{"a":1,}', '{"a":NaN}', '{/**/}', '\uFEFF{}', 'x'])
    expectError(await post(server, '/toy', body), 400, 'invalid_json', 'Body is not valid JSON')
  expectError(
    await post(server, '/toy', Buffer.from('{"a":"é"}', 'utf16le')),
    400,
    'invalid_json',
    'Body is not valid JSON',
  )
})

test('row 11: a top level that is no object is 400', async () => {
  for (const body of ['[]', '"a"', '1', 'null'])
    expectError(await post(server, '/toy', body), 400, 'invalid_body', 'Body must be a JSON object')
})

test('row 12: any other content type is 415', async () => {
  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonx',
    'nonsense',
  ]
  for (const type of types)
    expectError(
      await post(server, '/toy', good, { 'content-type': type }),
      415,
      'unsupported_media_type',
      'Content-Type must be application/json',
    )
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])
    assert.equal((await post(server, '/toy', good, { 'content-type': type })).status, 200)
  const untyped = await sendRaw(
    server,
    'POST /toy HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  )
  assert.match(untyped.text, /^HTTP\/1.1 415 .*Content-Type must be application\/json/s)
})

test('row 13: a compressed body is 415 and never unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000, 0x20))
  expectError(
    await post(server, '/toy', bomb, { 'content-encoding': 'gzip' }),
    415,
    'unsupported_content_encoding',
    'Content encoding not supported',
  )
  assert.equal((await post(server, '/toy', good, { 'content-encoding': 'identity' })).status, 200)
})

test('row 14: a body over 256 kB is 413, stated or chunked, and one of exactly 256 kB is read', async () => {
  const exact = JSON.stringify({ ...good, note: '' })
  const fits = JSON.stringify({ ...good, note: 'x'.repeat(262_144 - exact.length) })
  assert.equal(fits.length, 262_144)
  assert.equal((await post(server, '/toy', fits)).status, 200)
  expectError(await post(server, '/toy', `${fits} `), 413, 'body_too_large', 'Body larger than 256 kB')
  expectError(
    await post(server, '/toy', 'x'.repeat(2_000_000)),
    413,
    'body_too_large',
    'Body larger than 256 kB',
  )
  const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`
  const chunked = `POST /toy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`
  assert.match((await sendRaw(server, chunked)).text, /^HTTP\/1.1 413 /)
})

test('rows 15 and 16: deep and wide bodies are refused at once', async () => {
  const wide = `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":0`).join(',')}}`
  await expectWithin(1_000, async () => {
    expectError(await post(server, '/toy', '['.repeat(5_000)), 400, 'invalid_body', 'Body nested too deeply')
    expectError(await post(server, '/toy', wide), 400, 'invalid_body', 'Body has too many values')
  })
})

test('row 17: names that poison prototypes are 400', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype'])
    expectError(
      await post(server, '/toy', `{"x":{"${name}":{}}}`),
      400,
      'forbidden_field_name',
      'Forbidden field name',
    )
})

test('row 18: unknown fields are accepted and null optional fields count as absent', async () => {
  const answer = await post(server, '/toy', { ...good, status: 'CLOSED', retailerId: 'x', note: null })
  assert.equal(answer.status, 200)
  assert.ok(!('note' in (answer.body.seen as object)))
})

test('rows 19 and 20: NUL and half surrogates are 400 and named', async () => {
  const body = JSON.stringify(good).replace('"a"', '"a\\u0000"')
  expectError(
    await post(server, '/toy', body),
    400,
    'forbidden_character',
    'name contains a forbidden character',
  )
  const half = JSON.stringify(good).replace('"a"', '"\\ud800"')
  expectError(
    await post(server, '/toy', half),
    400,
    'forbidden_character',
    'name contains a forbidden character',
  )
})

test('row 21: attack strings are text, and each request is one log line', async () => {
  const before = server.logged().split('\n').length
  const attacks = [
    "' OR 1=1--",
    '#{7*7}',
    '%0d%0aX:1',
    '$(reboot)',
    'a\r\n{"level":"fatal"}',
    '\u001b[2J',
    '<script>',
  ]
  for (const name of attacks) {
    const answer = await post(server, `/toy?x=${encodeURIComponent(name)}`, { ...good, name })
    assert.equal((answer.body.seen as { name: string }).name, name)
  }
  const lines = server.logged().split('\n')
  assert.equal(lines.length - before, attacks.length)
  for (const line of lines.slice(0, -1)) JSON.parse(line)
})

test('a refused parameter is named with its path, all missing ones at once, and no value is repeated', async () => {
  expectError(
    await post(server, '/toy', { apiKey: KEY }),
    400,
    'missing_parameters',
    'Missing parameters: name, amount',
  )
  const answer = await post(server, '/toy', { ...good, name: 5, amount: 'forty-two' })
  expectError(answer, 400, 'invalid_parameters', 'name must be a string')
  assert.deepEqual(answer.body.details, [
    { field: 'name', message: 'name must be a string' },
    { field: 'amount', message: 'amount must be a whole number from 1 to 100' },
  ])
  assert.ok(!JSON.stringify(answer.body).includes('forty-two'))
})

test('a key without the scope of the route is 403', async () => {
  expectError(
    await post(server, '/toy', { ...good, apiKey: SLOW_KEY }),
    403,
    'scope_missing',
    'This API key may not call this endpoint',
  )
})

test('an internal error is a 500 without details, and an error line in the log without personal data', async () => {
  expectError(await post(server, '/broken', { apiKey: KEY }), 500, 'internal_error', 'Internal error')
  assert.match(server.logged(), /"level":"error".*"msg":"request failed"/)
  assert.ok(!server.logged().includes('529.982.247-25'))
})

test('a server with a route that names no scope and is not public does not start', async () => {
  const addOpenRoute = (app: FastifyInstance) => app.get('/open', async () => ({}))
  await assert.rejects(
    startToyServer(testDatabase, {}, addOpenRoute),
    /route \/open must name a scope or be public/,
  )
  const open = await startToyServer(testDatabase, {}, app => {
    app.register(async scope => {
      scope.addHook('onRoute', route => {
        route.config = { public: true }
      })
      addOpenRoute(scope)
    })
  })
  assert.equal((await fetch(`${open.url}/open`)).status, 200)
  await open.stop()
})

test('metrics name route patterns and nothing that a caller wrote', async () => {
  await post(server, '/bare/canary-in-path?x=canary-in-query', { apiKey: KEY })
  await get(server, '/canary-unknown-path')
  const text = await (await fetch(`${server.url}/metrics`)).text()
  assert.match(text, /http_request_duration_seconds_count\{method="POST",route="\/bare\/:id",status="200"\}/)
  assert.match(text, /route="unmatched",status="404"/)
  assert.ok(!text.includes('canary'))
})
