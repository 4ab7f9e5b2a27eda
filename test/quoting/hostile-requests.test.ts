import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DEMO_KEY, PLAIN_KEY, query, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { type ExpectedError, expectError } from '../support/expect-error.ts'
import { expectWithin } from '../support/measured-time.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

interface Attack {
  readonly name: string
  readonly expected: ExpectedError
  /** Raw bodies, each derived from a valid request. */
  bodies(good: Record<string, unknown>): readonly (string | Uint8Array<ArrayBuffer>)[]
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}

const write = JSON.stringify
const missingKey: ExpectedError = {
  code: 'missing_parameters',
  message: 'Missing parameters: apiKey',
  fields: ['apiKey'],
}
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const insert = (good: Record<string, unknown>, member: string): string =>
  write(good).replace(/\}$/, `,${member}}`)

const ATTACKS: readonly Attack[] = [
  { name: 'an empty body lacks the key', expected: missingKey, bodies: () => ['', '{}'] },
  {
    name: 'a missing or empty key is reported before any other field',
    expected: missingKey,
    bodies: good => [write({ ...good, apiKey: undefined, cpf: 1 }), write({ ...good, apiKey: '' })],
  },
  {
    name: 'a key that is no string is said to be one',
    expected: { code: 'invalid_parameters', message: 'apiKey must be a string', fields: ['apiKey'] },
    bodies: good => [1, [DEMO_KEY], {}, null, true].map(apiKey => write({ ...good, apiKey })),
  },
  {
    name: 'two different keys in body and header are refused',
    expected: { code: 'conflicting_api_keys' },
    bodies: good => [write(good)],
    headers: { 'x-service-apikey': PLAIN_KEY },
  },
  {
    name: 'two different keys in body and query are refused',
    expected: { code: 'conflicting_api_keys' },
    bodies: good => [write(good)],
    query: `?apiKey=${PLAIN_KEY}`,
  },
  {
    name: 'a key named twice is refused',
    expected: { code: 'duplicate_field', message: 'Duplicate field apiKey' },
    bodies: good => [insert(good, `"apiKey":"${PLAIN_KEY}"`), insert(good, `"\\u0061piKey":"${DEMO_KEY}"`)],
  },
  {
    name: 'what is no JSON in UTF-8 is refused',
    expected: { code: 'invalid_json' },
    bodies: good => [
      write(good).replace(/\}$/, ',}'),
      insert(good, '"a":NaN'),
      insert(good, '"a":1/**/'),
      `\uFEFF${write(good)}`,
      Uint8Array.from(Buffer.from(write(good), 'utf16le')),
      Uint8Array.from(Buffer.from(insert(good, '"a":"\u00ff"'), 'latin1')),
      `${write(good)} {}`,
    ],
  },
  {
    name: 'a top level that is no object is refused',
    expected: { code: 'invalid_body' },
    bodies: good => [write([good]), '"x"', '1', 'null', 'true'],
  },
  {
    name: 'any other content type is refused',
    expected: { code: 'unsupported_media_type' },
    bodies: good => [write(good)],
    headers: { 'content-type': 'text/plain' },
  },
  {
    name: 'another character set is refused',
    expected: { code: 'unsupported_media_type' },
    bodies: good => [write(good)],
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  {
    name: 'a compressed body is refused unopened',
    expected: { code: 'unsupported_content_encoding' },
    bodies: () => [Uint8Array.from(gzipSync(Buffer.alloc(20_000_000)))],
    headers: { 'content-encoding': 'gzip' },
  },
  {
    name: 'a body above 256 kB is refused',
    expected: { code: 'body_too_large' },
    bodies: good => [insert(good, `"a":"${'x'.repeat(2_000_000)}"`)],
  },
  {
    name: 'deep nesting is refused',
    expected: { code: 'invalid_body', message: 'Body nested too deeply' },
    bodies: good => [insert(good, `"a":${nested(5_000)}`), insert(good, `"a":${nested(21)}`)],
  },
  {
    name: 'names that poison prototypes are refused, at any depth',
    expected: { code: 'forbidden_field_name' },
    bodies: good => [
      insert(good, '"__proto__":{"isAdmin":true}'),
      insert(good, '"constructor":{"prototype":{"isAdmin":true}}'),
      insert(good, '"a":[{"__proto__":1}]'),
    ],
  },
  {
    name: 'an Idempotency-Key of 300 characters is refused',
    expected: { code: 'idempotency_key_invalid' },
    bodies: good => [write(good)],
    headers: { 'idempotency-key': 'k'.repeat(300) },
  },
]

const ROUTES = {
  '/preApprove': () => preApproveBody(DEMO_KEY, newPerson(), 1000),
  '/options': () => optionsBody(DEMO_KEY, newPerson(), 1000),
} as const

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const all = { 'content-type': 'application/json', ...headers }
  return readAnswer(await fetch(app.url + path, { method: 'POST', headers: all, body }))
}

for (const [path, makeGood] of Object.entries(ROUTES)) {
  describe(path, () => {
    for (const { name, expected, bodies, headers, query: search = '' } of ATTACKS) {
      test(name, async () => {
        for (const body of bodies(makeGood())) expectError(await send(path + search, body, headers), expected)
      })
    }

    test('more than 10,000 values are refused quickly', async () => {
      const members = Array.from({ length: 15_000 }, (_, at) => `"k${at}":0`).join(',')
      await expectWithin(1_000, async () => {
        const answer = await send(path, insert(makeGood(), members))
        assert.equal(answer.body.code, 'invalid_body')
      })
    })

    test('a NUL or half a surrogate pair is refused and its field named', async () => {
      for (const [text, message] of [
        ['a\\u0000@b.com', 'email contains a forbidden character'],
        ['\\ud800@b.com', 'email contains a forbidden character'],
      ] as const) {
        const body = write({ ...makeGood(), email: '@@' }).replace('@@', text)
        expectError(await send(path, body), { code: 'forbidden_character', message, fields: ['email'] })
      }
    })

    test('every method but POST is 405 and says so', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await readAnswer(await fetch(app.url + path, { method }))
        expectError(answer, { code: 'method_not_allowed' })
        assert.equal(answer.headers.get('allow'), 'POST')
      }
    })

    test('a path that only resembles the route is 404', async () => {
      for (const odd of [`/${path}`, `${path}/`, `${path}.`, path.toUpperCase()])
        expectError(await send(odd, write(makeGood())), { code: 'route_not_found' })
      expectError(await send(`${path}?${'x'.repeat(10_000)}`, write(makeGood())), { code: 'url_too_long' })
    })

    test('the key is accepted in header and query too, and is in no log line', async () => {
      const { apiKey: _, ...keyless } = makeGood()
      assert.equal((await send(`${path}?apiKey=${DEMO_KEY}`, write(keyless))).status, 200)
      assert.equal((await send(path, write(keyless), { 'x-service-apikey': DEMO_KEY })).status, 200)
      assert.ok(!app.logged().includes(DEMO_KEY))
    })

    test('texts that attack databases, templates, shells and logs are only texts', async () => {
      for (const text of [
        "' OR 1=1--",
        '$'.concat('{7*7}'),
        '{{7*7}}',
        '$(reboot)',
        '%0d%0aX:1',
        'a\r\n{"level":"fatal"}',
        '\u001b[31m',
        '<script>alert(1)</script>',
        '=cmd|x!A1',
      ]) {
        const more = { addressStreet: text, addressComplement: text, city: text, seller: text }
        const body = { ...makeGood(), ...more, products: [{ id: 'x', name: text, amount: 1, value: 500 }] }
        const answer = await send(path, write(body))
        assert.deepEqual([answer.status, answer.body.result], [200, 'APPROVED'], text)
      }
      for (const line of app.logged().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line))
    })

    test('members that the interface does not know change nothing', async () => {
      const known = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM retailers')
      const extra = {
        ...{ status: 'CLOSED', retailerId: '000000000000000000000002', retailer_id: 'x', result: 'APPROVED' },
        ...{
          interestRatePM: 0,
          maxValue: 1e6,
          approved_limit_centavos: 1,
          attempts: [],
          offer: 'x',
          id: 'x',
        },
      }
      const { body } = await send(path, write({ ...makeGood(), ...extra }))
      assert.equal(body.result, 'APPROVED')
      const [row] = await query<Record<string, unknown>>(
        app,
        'SELECT * FROM credit_decisions WHERE id = $1',
        [body.trackId],
      )
      assert.deepEqual([row?.retailerId, row?.approvedLimitCentavos], ['000000000000000000000001', 1_000_000])
      assert.deepEqual(await query(app, 'SELECT count(*)::integer AS count FROM retailers'), known)
    })
  })
}
