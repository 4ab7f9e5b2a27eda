import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Versions } from '../../src/contract/versions.ts'
import type { Caller } from '../../src/platform/http/request-context.ts'
import { presentFarewell } from '../../src/platform/http/versioning.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { expectError, get, KEY, OTHER_KEY, post, startToyServer, type ToyServer } from './toy-server.ts'

const CURRENT = '2026-11-01'
const OLD = '2026-05-01'
const versions: Versions = {
  current: CURRENT,
  served: { [OLD]: { deprecatedOn: '2026-11-01', endsOn: '2027-11-01' }, [CURRENT]: undefined },
}
const callers: Readonly<Record<string, Caller>> = {
  [KEY]: compose('a', CURRENT),
  [OTHER_KEY]: compose('b', OLD),
  ahead: compose('c', '2031-01-01'),
}
let testDatabase: TestDatabase
let server: ToyServer

function compose(letter: string, apiVersion: string): Caller {
  const id = letter.repeat(24)
  return { retailerId: id, keyId: id, scopes: ['toy'], rateLimitPerSecond: 100_000, apiVersion }
}

before(async () => {
  testDatabase = await openTestDatabase()
  const findCaller = async (key: string) => callers[key]
  server = await startToyServer(testDatabase, { versions, findCaller }, app => {
    const farewell = { deprecatedOn: '2026-12-01', endsOn: '2028-01-15' }
    app.get('/leaving', { config: { public: true, farewell } }, async () => ({ ok: true }))
    app.get('/version', { config: { scope: 'toy' } }, async ({ apiVersion }) => ({ apiVersion }))
  })
})
after(async () => {
  await server.stop()
  await testDatabase.close()
})

const ask = (key: string, headers: Record<string, string> = {}) =>
  get(server, '/version', { 'x-service-apikey': key, ...headers })

test('a key is served by the version that it is pinned to, the header chooses another for one call, and the answer names it', async () => {
  const answers = [
    await ask(KEY),
    await ask(KEY, { 'x-service-version': OLD }),
    await ask(OTHER_KEY),
    await ask(OTHER_KEY, { 'x-service-version': CURRENT }),
  ]
  const served = answers.map(({ body }) => body.apiVersion)
  assert.deepEqual(served, [CURRENT, OLD, OLD, CURRENT])
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-service-version')),
    served,
  )
})

test('a key that a newer program made is served by the current version, and told so', async () => {
  const { body, headers } = await ask('ahead')
  assert.deepEqual([body.apiVersion, headers.get('x-service-version')], [CURRENT, CURRENT])
})

test('an unknown version is a 400 that names the header, on every route and before the key is looked at', async () => {
  const message = `x-service-version must be ${OLD} or ${CURRENT}`
  for (const wrong of ['2026-11-02', '1', '', 'constructor', `${OLD}, ${CURRENT}`]) {
    const answer = await post(server, '/toy', {}, { 'x-service-version': wrong })
    expectError(answer, 400, 'version_unknown', message)
    assert.deepEqual(answer.body.details, [{ field: 'x-service-version', message }])
  }
  expectError(await get(server, '/leaving', { 'x-service-version': 'x' }), 400, 'version_unknown', message)
})

test('refusals name the version too', async () => {
  const found = [await get(server, '/nowhere'), await ask('nobody'), await post(server, '/toy', '{', {})]
  assert.deepEqual(
    found.map(({ status, headers }) => [status, headers.get('x-service-version')]),
    [404, 401, 400].map(status => [status, CURRENT]),
  )
})

test('what will end is announced with the day of its deprecation and of its end, and nothing else is', async () => {
  const read = (headers: Headers) => ['deprecation', 'sunset', 'link'].map(name => headers.get(name))
  const link = '</docs/en/versioning>; rel="deprecation"; type="text/html"'
  const { headers } = await get(server, '/leaving')
  assert.deepEqual(read(headers), ['@1796083200', 'Sat, 15 Jan 2028 00:00:00 GMT', link])
  assert.deepEqual(read((await ask(OTHER_KEY)).headers), [
    '@1793491200',
    'Mon, 01 Nov 2027 00:00:00 GMT',
    link,
  ])
  assert.deepEqual(read((await ask(KEY)).headers), [null, null, null])
})

test('an end less than 12 months after its announcement stops the start', () => {
  assert.throws(() => presentFarewell({ deprecatedOn: '2026-12-01', endsOn: '2027-11-30' }), /12 months/)
  assert.throws(() => presentFarewell({ deprecatedOn: '2026-12-01', endsOn: 'soon' }), /12 months/)
  assert.ok(presentFarewell({ deprecatedOn: '2026-12-01', endsOn: '2027-12-01' }))
})
