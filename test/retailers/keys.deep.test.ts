import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { keyCommands } from '../../src/cli/keys.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  query,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let app: TestApp
let second: TestApp

before(async () => {
  app = await startTestApp()
  second = await startTestApp({ sharing: app })
})
after(async () => {
  await second.stop()
  await app.stop()
})

async function run(words: string, options: Record<string, string | boolean> = {}): Promise<string> {
  const command = keyCommands[words.split(' ').slice(0, 2).join(' ')]
  assert.ok(command)
  return command.run(app.services, { words: words.split(' '), options })
}

/** The key and its id, as the operator reads them. */
function readNewKey(text: string): { key: string; id: string } {
  const [key = ''] = text.split('\n')
  return { key, id: /Key ([0-9a-f]{24})\./.exec(text)?.[1] ?? '' }
}

const person = newPerson()
const ask = (server: TestApp, key: string) => server.post('/preApprove', preApproveBody(key, person, 1000))
const quote = (server: TestApp, key: string) => server.post('/options', optionsBody(key, person, 1000))

/** Seconds until a server refuses the key; at most five are promised. */
async function measureRefusal(server: TestApp, key: string): Promise<number> {
  const startedAt = performance.now()
  while ((await ask(server, key)).status === 200 && performance.now() - startedAt < 10_000) await delay(100)
  return (performance.now() - startedAt) / 1000
}

test('a key lives through creation, rotation and revocation, and every server follows within five seconds', async () => {
  const created = readNewKey(await run('keys create', { retailer: DEMO_RETAILER }))
  assert.equal((await quote(app, created.key)).status, 200)
  const rotated = readNewKey(await run(`keys rotate ${created.id}`))
  for (const server of [app, second])
    for (const { key } of [created, rotated]) assert.equal((await quote(server, key)).status, 200)
  await run(`keys revoke ${created.id}`)
  const waits = await Promise.all([measureRefusal(app, created.key), measureRefusal(second, created.key)])
  for (const seconds of waits) assert.ok(seconds < 5, `${seconds} s`)
  expectError(await quote(second, created.key), { code: 'invalid_api_key' })
  assert.equal((await quote(second, rotated.key)).status, 200)
})

test('a key ends at the instant it expires, on every server', async () => {
  const { key } = readNewKey(await run('keys create', { retailer: DEMO_RETAILER, expires: '2026-03-20' }))
  for (const server of [app, second]) assert.equal((await ask(server, key)).status, 200)
  const endsAt = Date.parse('2026-03-20T03:00:00.000Z')
  app.clock.advance({ ms: endsAt - app.clock.now().getTime() - 1 })
  for (const server of [app, second]) assert.equal((await ask(server, key)).status, 200)
  app.clock.advance({ ms: 1 })
  for (const server of [app, second]) expectError(await ask(server, key), { code: 'invalid_api_key' })
})

test('a key issued after it was refused works at once', async () => {
  const key = 'sk_homolog_later_00000000000000000000000000'
  expectError(await ask(app, key), { code: 'invalid_api_key' })
  await app.services.retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', key })
  assert.equal((await ask(app, key)).status, 200)
})

const preview = async (server: TestApp, key: string): Promise<number> =>
  (await fetch(`${server.url}/storefront/preview?key=${key}&total=1240.00`)).status

test('a publishable key may ask what everybody may know and nothing else', async () => {
  const own = readNewKey(await run('keys create', { retailer: DEMO_RETAILER, publishable: true }))
  for (const key of [PUBLISHABLE_KEY, own.key]) {
    assert.equal(await preview(app, key), 200)
    expectError(await ask(app, key), { code: 'scope_missing' })
    expectError(await quote(app, key), { code: 'scope_missing' })
    const { status } = await app.post('/options', { apiKey: key })
    assert.equal(status, 403)
  }
})

test('a key whose row was given other rights by SQL is refused everywhere, and cannot be rotated', async () => {
  for (const publishable of [true, false]) {
    const { id, key } = readNewKey(await run('keys create', { retailer: DEMO_RETAILER, publishable }))
    await query(app, "UPDATE api_keys SET scopes = '{preapproval,storefront}' WHERE id = $1", [id])
    expectError(await ask(app, key), { code: 'invalid_api_key' })
    if (publishable) assert.equal(await preview(app, key), 401)
    await assert.rejects(run(`keys rotate ${id}`), /there is no live key/)
    assert.match(await run('keys list'), new RegExp(`${id} .* refused: changed outside the program`))
  }
})

test('nothing that is done with a publishable key counts as an attempt or takes an Idempotency-Key of the shop', async () => {
  const shopper = newPerson()
  const headers = { 'idempotency-key': 'order-4711' }
  for (let call = 0; call < 8; call++) {
    const body = preApproveBody(PUBLISHABLE_KEY, shopper, 1000)
    expectError(await app.post('/preApprove', body, headers), { code: 'scope_missing' })
    const authorize = { apiKey: PUBLISHABLE_KEY, optionId: 'f'.repeat(24), orderId: 'order-4711' }
    expectError(await app.post('/authorize', authorize, headers), { code: 'scope_missing' })
    assert.equal(
      (await fetch(`${app.url}/storefront/preview?key=${PUBLISHABLE_KEY}&total=1240.00`, { headers })).status,
      200,
    )
  }
  assert.deepEqual(await query(app, 'SELECT key_hash FROM idempotency_keys'), [])
  const { body } = await app.post<{
    result: string
    downPaymentOptions: { options: { _id: string }[] }[]
  }>('/options', optionsBody(DEMO_KEY, shopper, 1000))
  assert.equal(body.result, 'APPROVED')
  const optionId = body.downPaymentOptions[0]?.options[0]?._id
  const bought = await app.post('/authorize', { apiKey: DEMO_KEY, optionId, orderId: 'order-4711' }, headers)
  assert.equal(bought.status, 200)
})

test('a secret key can be cut down to one scope', async () => {
  const { key } = readNewKey(await run('keys create', { retailer: DEMO_RETAILER, scopes: 'checkout' }))
  assert.equal((await quote(app, key)).status, 200)
  expectError(await ask(app, key), { code: 'scope_missing' })
})

test('no secret key can be read in the database; publishable ones stand on pages anyway', async () => {
  const { key } = readNewKey(await run('keys create', { retailer: DEMO_RETAILER }))
  const rows = await query<{ row: string }>(
    app,
    "SELECT (to_jsonb(k) - 'public_text')::text AS row FROM api_keys k",
  )
  assert.ok(rows.length >= 4)
  const table = rows.map(({ row }) => row).join('\n')
  for (const each of [key, DEMO_KEY, PLAIN_KEY]) {
    assert.ok(!table.includes(each))
    assert.ok(!table.includes(Buffer.from(each).toString('hex')))
    assert.ok(!table.includes(each.slice(15, -4)))
  }
})

test('a key belongs in the header of a GET: in the address it is refused with that sentence, as keys.md says', async () => {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    readAnswer(await fetch(app.url + path, { headers }))
  assert.equal((await get('/events', { 'x-service-apikey': DEMO_KEY })).status, 200)
  const inAddress = await get(`/events?apiKey=${DEMO_KEY}`)
  expectError(inAddress, { code: 'invalid_api_key', fields: ['x-service-apikey'] })
  assert.match(inAddress.text, /the key belongs in the header x-service-apikey, not in the address/)
  assert.ok(!inAddress.text.includes(DEMO_KEY))
  const nowhere = await get('/events', { authorization: `Bearer ${DEMO_KEY}` })
  expectError(nowhere, { code: 'invalid_api_key', fields: ['x-service-apikey'] })
  assert.match(nowhere.text, /the header x-service-apikey with the key is required/)
})

test('a POST without a key says where it may be, and takes it from each of these places', async () => {
  const { apiKey, ...body } = preApproveBody(DEMO_KEY, newPerson(), 1000)
  const refused = await app.post('/preApprove', body)
  expectError(refused, {
    code: 'missing_parameters',
    message: 'Missing parameters: apiKey',
    fields: ['apiKey'],
  })
  assert.match(
    refused.text,
    /apiKey is required, in the body, in the query string or in the header x-service-apikey/,
  )
  assert.equal((await app.post('/preApprove', { ...body, apiKey })).status, 200)
  assert.equal((await app.post(`/preApprove?apiKey=${apiKey}`, body)).status, 200)
  assert.equal((await app.post('/preApprove', body, { 'x-service-apikey': String(apiKey) })).status, 200)
})
