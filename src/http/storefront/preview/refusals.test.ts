import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  PUBLISHABLE_KEY,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { newPerson, preApproveBody } from '../../../../test/support/people.ts'
import { askStorefront, OWN_ORIGIN, writeTarget } from '../../../../test/support/storefront.ts'

let app: TestApp
let strict: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  strict = await startTestApp({
    sharing: app,
    env: { ROLE: 'api', STOREFRONT_ADDRESS_LIMIT_PER_MINUTE: '20', UNKNOWN_KEY_LIMIT_PER_MINUTE: '3' },
  })
})
after(async () => {
  await strict.stop()
  await app.stop()
})

const TOTAL_SENTENCE = 'total must be reais with a dot and at most two decimals, above 0 and at most 10000000'

test('400: a total that is missing or no price is named', async () => {
  expectError(await askStorefront(app, 'preview'), {
    code: 'missing_parameters',
    message: 'Missing parameters: total',
    fields: ['total'],
  })
  for (const total of [
    ...['', '0', '0.00', '-1', '1240,00', '1.240.00', '1240.001', '1e3', ' 1240', '1240 ', 'NaN', 'Infinity'],
    ...['10000000.01', '99999999', '0x10', '１２４０', '+5', '.5', '5.', '00012'],
  ])
    expectError(await askStorefront(app, 'preview', { total }), {
      code: 'invalid_parameters',
      message: TOTAL_SENTENCE,
      fields: ['total'],
    })
  const twice = `${writeTarget('preview', { key: PUBLISHABLE_KEY, total: '1' })}&total=2`
  expectError(await readAnswer(await fetch(app.url + twice)), {
    code: 'invalid_parameters',
    message: TOTAL_SENTENCE,
    fields: ['total'],
  })
})

test('400: a key that is missing or given twice is named', async () => {
  for (const target of ['?total=1240.00', '?total=1240.00&key='])
    expectError(await readAnswer(await fetch(`${app.url}/storefront/preview${target}`)), {
      code: 'missing_parameters',
      message: 'Missing parameters: key',
      fields: ['key'],
    })
  const twice = `/storefront/preview?total=1240.00&key=${PUBLISHABLE_KEY}&key=pk_other`
  expectError(await readAnswer(await fetch(app.url + twice)), {
    code: 'invalid_parameters',
    message: 'key must be given once',
    fields: ['key'],
  })
})

test('400: a secret key is sent back with a hint, living or not, and stands in no log', async () => {
  for (const key of [DEMO_KEY, PLAIN_KEY, 'sk_homolog_nobody_00000000000000000000000000'])
    for (const page of ['preview', 'config'] as const) {
      const answer = await askStorefront(app, page, { key, total: '1240.00' })
      expectError(answer, { code: 'publishable_key_required', fields: [] })
      assert.match(answer.text, /publishable key \(pk_…\)/)
      assert.ok(!answer.text.includes(key))
      assert.ok(!app.logged().includes(key))
    }
  assert.match(app.logged(), /storefront\/preview/)
  assert.ok(!app.logged().includes('key='))
})

test('401: an unknown key gets one text and hears nothing about its parameters', async () => {
  for (const key of ['pk_homolog_demo_0000000000000000000000000001', ' ', 'x'.repeat(3_000), "' OR 1=1--"])
    for (const query of [{ total: '1240.00' }, { total: 'x' }, {}])
      expectError(await askStorefront(app, 'preview', { key, ...query }), {
        code: 'invalid_api_key',
        fields: [],
      })
})

test('401: a revoked key is refused like an unknown one', async () => {
  const { retailers } = app.services
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'publishable' })
  await retailers.revokeKey(id)
  expectError(await askStorefront(app, 'preview', { key, total: '1240.00' }), { code: 'invalid_api_key' })
})

test('400 and 401: a page of any origin may read that its key is wrong, and nothing else', async () => {
  const origin = 'https://new-shop.example'
  for (const [key, code] of [
    ['pk_homolog_demo_0000000000000000000000000001', 'invalid_api_key'],
    [DEMO_KEY, 'publishable_key_required'],
  ] as const) {
    const answer = await askStorefront(app, 'preview', { key, total: '1240.00' }, { origin })
    expectError(answer, { code })
    assert.deepEqual(
      [answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')],
      ['*', 'Origin'],
    )
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
})

test('403: pages of other origins are refused and get no CORS header; an origin is compared whole', async () => {
  const strangers = [
    ...[
      'https://evil.example',
      'null',
      'https://127.0.0.1:3000',
      'http://127.0.0.1',
      'http://127.0.0.1:3001',
    ],
    ...['http://127.0.0.1:3000.evil.example', 'http://127.0.0.1:3000/', 'HTTP://127.0.0.1:3000'],
  ]
  for (const origin of strangers)
    for (const page of ['preview', 'config'] as const) {
      const answer = await askStorefront(app, page, { total: '1240.00' }, { origin })
      expectError(answer, { code: 'origin_not_allowed', fields: [] })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.deepEqual(
        [answer.headers.get('vary'), answer.headers.get('cache-control')],
        ['Origin', 'no-store'],
      )
    }
})

test('403: an origin is allowed for one retailer only, and its removal takes effect within five seconds', async () => {
  const { retailers } = app.services
  const origin = 'https://loja.example'
  const plain = await retailers.issueKey({ retailerId: PLAIN_RETAILER, kind: 'publishable' })
  await retailers.allowOrigin(PLAIN_RETAILER, origin)
  const ask = (key: string) => askStorefront(app, 'preview', { key, total: '1240.00' }, { origin })
  assert.equal((await ask(plain.key)).headers.get('access-control-allow-origin'), origin)
  expectError(await ask(PUBLISHABLE_KEY), { code: 'origin_not_allowed' })
  assert.equal(await retailers.removeOrigin(PLAIN_RETAILER, origin), true)
  const startedAt = performance.now()
  for (;;) {
    const askedAt = performance.now()
    if ((await ask(plain.key)).status !== 200) break
    // An answer may take its time: when it was asked for counts.
    assert.ok(askedAt - startedAt < 5_000, 'the origin is still allowed')
    await delay(100)
  }
})

test('a preflight is answered for allowed origins and refused to others', async () => {
  const target = app.url + writeTarget('preview', { key: PUBLISHABLE_KEY, total: '1240.00' })
  const preflight = (origin: string) =>
    fetch(target, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } })
  const allowed = await preflight(OWN_ORIGIN)
  assert.deepEqual([allowed.status, await allowed.text()], [204, ''])
  assert.equal(allowed.headers.get('access-control-allow-origin'), OWN_ORIGIN)
  assert.equal(allowed.headers.get('access-control-allow-methods'), 'GET, HEAD')
  const foreign = await preflight('https://evil.example')
  assert.deepEqual([foreign.status, foreign.headers.get('access-control-allow-origin')], [403, null])
})

test('405: a page can only read', async () => {
  const target = app.url + writeTarget('preview', { key: PUBLISHABLE_KEY, total: '1240.00' })
  const response = await fetch(target, { method: 'DELETE' })
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('409: a retailer without a policy is told so', async () => {
  const { retailers } = app.services
  const id = 'abcdefabcdefabcdefabcdef'
  const switches = { gracePeriodEnabled: false, retentionEnabled: false, insuranceEnabled: false }
  await retailers.createRetailer({
    id,
    name: 'Nova',
    ...switches,
    scriptEnabled: true,
    isPublished: true,
  })
  const { key } = await retailers.issueKey({ retailerId: id, kind: 'publishable' })
  expectError(await askStorefront(app, 'preview', { key, total: '1240.00' }), { code: 'policy_missing' })
})

test('429: a key over its second is told to wait, its page may read that, and the secret key goes on', async () => {
  const { retailers } = app.services
  const slow = await retailers.issueKey({
    retailerId: DEMO_RETAILER,
    kind: 'publishable',
    rateLimitPerSecond: 5,
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      askStorefront(app, 'preview', { key: slow.key, total: '1240.00' }, { origin: OWN_ORIGIN }),
    ),
  )
  const limited = answers.filter(({ status }) => status === 429)
  assert.ok(limited.length >= 20, `${limited.length} of 40 limited`)
  for (const answer of limited) {
    expectError(answer, { code: 'rate_limited' })
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.equal(answer.headers.get('access-control-allow-origin'), OWN_ORIGIN)
  }
  assert.equal((await app.post('/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000))).status, 200)
  assert.equal((await askStorefront(app, 'preview', { total: '1240.00' })).status, 200)
})

test('429: an address that shows unknown keys is held back from unknown keys only', async () => {
  const ask = (key: string) => askStorefront(strict, 'config', { key })
  for (let call = 0; call < 40; call++) if ((await ask('pk_unknown')).status === 429) break
  const answer = await ask('pk_unknown')
  expectError(answer, { code: 'rate_limited' })
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal((await ask(PUBLISHABLE_KEY)).status, 200)
})

test('429: an address over its minute is told how long to wait, and other routes still serve it', async () => {
  const answers = []
  for (let call = 0; call < 25; call++)
    answers.push(await askStorefront(strict, 'preview', { total: '1240.00' }))
  const last = answers.at(-1)
  assert.ok(last)
  expectError(last, { code: 'rate_limited' })
  const waitSeconds = Number(last.headers.get('retry-after'))
  assert.ok(waitSeconds >= 1 && waitSeconds <= 60, `${waitSeconds} s`)
  const { status } = await strict.post('/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000))
  assert.equal(status, 200)
})
