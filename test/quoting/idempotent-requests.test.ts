import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let app: TestApp
let second: TestApp
let keys = 0

before(async () => {
  app = await startTestApp()
  second = await startTestApp({ sharing: app })
})
after(async () => {
  await second.stop()
  await app.stop()
})

function newKey(): Record<string, string> {
  keys += 1
  return { 'idempotency-key': `pedido-${keys}` }
}

async function countDecisions(): Promise<number> {
  const [row] = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM credit_decisions')
  return row?.count ?? 0
}

const ROUTES = {
  '/preApprove': (price: number, key = DEMO_KEY) => preApproveBody(key, newPerson(), price),
  '/options': (price: number, key = DEMO_KEY) => optionsBody(key, newPerson(), price),
}

for (const [path, makeBody] of Object.entries(ROUTES)) {
  describe(path, () => {
    test('a repetition gets the same bytes, marked as replayed, from any server, and nothing happens again', async () => {
      const headers = newKey()
      const body = makeBody(2000)
      const first = await app.post(path, body, headers)
      assert.equal(first.headers.get('idempotent-replayed'), null)
      const decisions = await countDecisions()
      app.clock.advance({ days: 2 })
      for (const server of [app, second]) {
        // Members in another order are the same request.
        const again = await server.post(path, Object.fromEntries(Object.entries(body).reverse()), headers)
        assert.equal(again.text, first.text)
        assert.equal(again.headers.get('idempotent-replayed'), 'true')
        assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
      }
      assert.equal(await countDecisions(), decisions)
    })

    test('the same key with another body is a conflict', async () => {
      const headers = newKey()
      const body = makeBody(2000)
      await app.post(path, body, headers)
      const other = await app.post(path, { ...body, email: 'outra@exemplo.com' }, headers)
      expectError(other, { code: 'idempotency_key_reused' })
    })

    test('a refused request stores nothing, so that the corrected one runs', async () => {
      const headers = newKey()
      const body = makeBody(2000)
      expectError(await app.post(path, { ...body, cpf: '1' }, headers), {
        code: 'invalid_parameters',
        message: 'cpf is not a valid CPF',
      })
      const corrected = await app.post(path, body, headers)
      assert.deepEqual([corrected.status, corrected.headers.get('idempotent-replayed')], [200, null])
    })

    test('the same key of another retailer is another key', async () => {
      const headers = newKey()
      const one = await app.post(path, makeBody(2000), headers)
      const other = await app.post(path, makeBody(2000, PLAIN_KEY), headers)
      assert.equal(other.status, 200)
      assert.notEqual(other.body.trackId, one.body.trackId)
    })

    test('30 parallel requests with one key, on two servers, run once', async () => {
      const headers = newKey()
      const body = makeBody(2000)
      const before = await countDecisions()
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? app : second).post(path, body, headers)),
      )
      const served = answers.filter(({ status }) => status === 200)
      assert.equal(new Set(served.map(({ text }) => text)).size, 1)
      assert.equal(served.filter(each => each.headers.get('idempotent-replayed') === null).length, 1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectError(answer, { code: 'idempotency_in_progress' })
        assert.equal(answer.headers.get('retry-after'), '1')
      }
      assert.equal(await countDecisions(), before + 1)
    })
  })
}

test('parallel /options with one key leave one checkout', async () => {
  const headers = newKey()
  const person = newPerson()
  const body = optionsBody(DEMO_KEY, person, 2000)
  await Promise.all(Array.from({ length: 20 }, () => app.post('/options', body, headers)))
  const cpfIndex = app.services.secrets.computeBlindIndex('cpf', person.cpf)
  assert.equal((await query(app, 'SELECT FROM checkouts WHERE cpf_index = $1', [cpfIndex])).length, 1)
})

test('one key cannot serve two routes', async () => {
  const headers = newKey()
  const body = optionsBody(DEMO_KEY, newPerson(), 2000)
  assert.equal((await app.post('/options', body, headers)).status, 200)
  expectError(await app.post('/preApprove', body, headers), { code: 'idempotency_key_reused' })
})

test('a stored answer cannot be read in the table, and the key is not there', async () => {
  const headers = { 'idempotency-key': 'chave-muito-legivel' }
  const { body } = await app.post('/options', optionsBody(DEMO_KEY, newPerson(), 2000), headers)
  const rows = await query<{ row: string; answer: Buffer }>(
    app,
    `SELECT t::text AS row, answer FROM idempotency_keys t WHERE retailer_id = $1 AND answer IS NOT NULL`,
    [DEMO_RETAILER],
  )
  assert.ok(rows.length > 0)
  for (const { row, answer } of rows) {
    for (const text of ['chave-muito-legivel', String(body.checkoutId), 'APPROVED', 'downPayment']) {
      assert.ok(!row.includes(text))
      assert.ok(!row.includes(Buffer.from(text).toString('hex')))
      assert.ok(!answer.includes(text))
    }
  }
})

test('an answer without a decision, because the bureau did not answer, is not stored', async () => {
  const body = preApproveBody(DEMO_KEY, newPerson('007'), 1000)
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await app.post('/preApprove', body, { 'idempotency-key': 'silent-bureau' })
    assert.deepEqual([answer.status, answer.body.error], [200, true])
    assert.equal(answer.headers.get('idempotent-replayed'), null)
  }
})
