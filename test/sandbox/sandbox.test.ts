import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { listWireOptions, type OptionsBody } from '../support/answer-schemas.ts'
import {
  type Answer,
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, type Person } from '../support/people.ts'

let app: TestApp
let orders = 0

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

async function buy(persona = '001', wantsDownPayment = true) {
  const person = newPerson(persona)
  const { body } = await app.post<OptionsBody>('/options', optionsBody(DEMO_KEY, person, 1_500))
  const option = listWireOptions(body).find(
    ({ downPaymentValue }) => downPaymentValue > 0 === wantsDownPayment,
  )
  assert.ok(option)
  orders += 1
  const command = { retailerId: DEMO_RETAILER, orderId: `sandbox-${orders}`, hasInsurance: false }
  const { purchase, downPaymentBillet } = await authorizePurchase(app.services, {
    ...command,
    optionId: option._id,
  })
  return { person, transactionId: purchase.id, billetId: downPaymentBillet?.id ?? '' }
}

const play = (transactionId: string, body: object, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post(`/sandbox/transaction/${transactionId}/onboarding`, { apiKey, ...body })
const pay = (billetId: string, body: object = {}, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post(`/sandbox/billet/${billetId}/pay`, { apiKey, ...body })
const get = async (path: string, key: string | undefined = DEMO_KEY): Promise<Answer> =>
  readAnswer(await fetch(app.url + path, { headers: key === '' ? {} : { 'x-service-apikey': key } }))
const readMessages = (person: Person, key = DEMO_KEY): Promise<Answer> =>
  get(`/sandbox/messages?phone=${encodeURIComponent(person.phone)}`, key)

test('a purchase is played to its end: documents, signature, down payment by Pix', async () => {
  const { transactionId, billetId } = await buy()
  const stops = ['CONFIRMATION', 'FRONTDOC', 'BACKDOC', 'SELFIE', 'SIGNATURE'] as const
  for (const until of stops) {
    const { body } = await play(transactionId, { until })
    assert.deepEqual(body, { transactionId, status: 'PENDING', step: until })
  }
  assert.equal((await play(transactionId, { until: 'COMPLETE' })).body.step, 'ENTRY')
  const paid = await pay(billetId, { method: 'PIX' })
  assert.equal(paid.status, 200)
  assert.deepEqual([paid.body.id, paid.body.paymentStatus], [billetId, 'PAID'])
  const done = await play(transactionId, { until: 'COMPLETE' })
  assert.deepEqual(done.body, { transactionId, status: 'OPEN', step: 'COMPLETE' })
})

test('personas meet the desk, or are refused', async () => {
  const [desk, refused] = [await buy('011'), await buy('012')]
  const atDesk = await play(desk.transactionId, { until: 'COMPLETE' })
  assert.deepEqual([atDesk.body.status, atDesk.body.step], ['PENDING', 'DESK'])
  assert.equal((await play(refused.transactionId, { until: 'COMPLETE' })).body.status, 'CANCELED')
})

test('an earlier step counts as reached, and repeating the request does nothing', async () => {
  const { transactionId } = await buy()
  await play(transactionId, { until: 'SELFIE' })
  assert.equal((await play(transactionId, { until: 'FRONTDOC' })).body.step, 'SELFIE')
})

test('the customer gives up', async () => {
  const { transactionId } = await buy()
  await play(transactionId, { until: 'BACKDOC' })
  const { status, body } = await play(transactionId, { action: 'CANCEL' })
  assert.deepEqual([status, body.status], [200, 'CANCELED'])
  const [again, further] = [
    await play(transactionId, { action: 'CANCEL' }),
    await play(transactionId, { until: 'COMPLETE' }),
  ]
  for (const answer of [again, further]) assert.equal(answer.body.status, 'CANCELED')
})

test('messages are listed newest first for the customer’s retailer, by any spelling of the phone', async () => {
  const { person, transactionId } = await buy()
  await play(transactionId, { until: 'ENTRY' })
  const { status, body } = await readMessages(person)
  // The contract goes out by e-mail, at a moment of its own.
  const listSms = (answer: Answer['body']) =>
    (answer.messages as { text: string; code: string; to: string; channel: string; sentAt: string }[]).filter(
      ({ channel }) => channel === 'SMS',
    )
  const messages = listSms(body)
  assert.equal(status, 200)
  assert.equal(messages.length, 2)
  assert.match(messages[0]?.text ?? '', /assinar seu contrato/)
  assert.match(messages[1]?.text ?? '', /confirmar seu celular/)
  for (const { code, text, to, channel, sentAt } of messages) {
    assert.ok(text.startsWith(code))
    assert.deepEqual([to, channel, sentAt], [person.phone, 'SMS', app.clock.now().toISOString()])
  }
  const masked = `(${person.phone.slice(0, 2)}) ${person.phone.slice(2, 7)}-${person.phone.slice(7)}`
  const written = await readMessages({ ...person, phone: masked })
  // A message may be handed over between the two reads.
  const asListed = (answer: Answer['body']) =>
    listSms(answer).map(message => ({ ...message, state: undefined }))
  assert.deepEqual(asListed(written.body), asListed(body))
  assert.deepEqual((await readMessages(person, PLAIN_KEY)).body, { messages: [] })
})

test('moving the clock moves deadlines: an inactive purchase is abandoned', async () => {
  const { transactionId } = await buy()
  const before = await get('/sandbox/clock')
  assert.equal(before.body.now, app.clock.now().toISOString())
  const { status, body } = await app.post('/sandbox/clock', { apiKey: DEMO_KEY, advance: 'P4D' })
  assert.equal(status, 200)
  assert.equal(Date.parse(String(body.now)) - Date.parse(String(before.body.now)), 4 * 86_400_000)
  assert.equal((await play(transactionId, { until: 'COMPLETE' })).body.status, 'ABANDONED')
})

test('bad parameters are refused by name', async () => {
  const { transactionId, billetId } = await buy()
  const clock = (advance: unknown) => app.post('/sandbox/clock', { apiKey: DEMO_KEY, advance })
  const bad = 'invalid_parameters'
  const cases: readonly (readonly [Answer, string])[] = [
    [await play(transactionId, { until: 'NOWHERE' }), 'until'],
    [await play(transactionId, { until: 3 }), 'until'],
    [await play(transactionId, { action: 'SIGN' }), 'action'],
    [await play(transactionId, { until: 'ENTRY', action: 'CANCEL' }), 'action'],
    [await play(transactionId, { until: 'ENTRY', acceptInsurance: 'yes' }), 'acceptInsurance'],
    [await pay(billetId, { amount: 0 }), 'amount'],
    [await pay(billetId, { amount: '10' }), 'amount'],
    [await pay(billetId, { method: 'CASH' }), 'method'],
    [await clock('30 days'), 'advance'],
    [await clock('-P1D'), 'advance'],
    [await clock('PT0S'), 'advance'],
    [await clock('P367D'), 'advance'],
    [await clock(30), 'advance'],
    [await get('/sandbox/messages?phone=123'), 'phone'],
  ]
  for (const [answer, field] of cases) {
    assert.equal(answer.status, 400, `${field}: ${answer.text}`)
    assert.equal(answer.body.code, bad)
    assert.deepEqual(
      (answer.body.details as { field: string }[]).map(detail => detail.field),
      [field],
    )
  }
  expectError(await play(transactionId, {}), {
    code: 'missing_parameters',
    message: 'Missing parameters: until',
    fields: ['until'],
  })
  expectError(await get('/sandbox/messages'), {
    code: 'missing_parameters',
    message: 'Missing parameters: phone',
    fields: ['phone'],
  })
})

test('another retailer’s transaction and billet get the same answer as unknown ones', async () => {
  const { transactionId, billetId } = await buy()
  for (const id of [transactionId, '0123456789abcdef01234567', 'x']) {
    expectError(await play(id, { until: 'ENTRY' }, PLAIN_KEY), { code: 'transaction_not_found' })
    expectError(await play(id, { action: 'CANCEL' }, PLAIN_KEY), { code: 'transaction_not_found' })
  }
  for (const id of [billetId, '0123456789abcdef01234567', 'x'])
    expectError(await pay(id, {}, PLAIN_KEY), { code: 'billet_not_found' })
})

test('the sandbox asks for a key with its scope', async () => {
  const { transactionId } = await buy()
  expectError(await play(transactionId, { until: 'ENTRY' }, PUBLISHABLE_KEY), { code: 'scope_missing' })
  expectError(await get('/sandbox/clock', ''), { code: 'invalid_api_key' })
})

test('an amount that is too small leaves the billet open; a payment sent twice under one key is one payment', async () => {
  const { billetId } = await buy()
  assert.equal((await pay(billetId, { amount: 0.01 })).body.paymentStatus, 'PENDING')
  const send = () =>
    app.post(
      `/sandbox/billet/${billetId}/pay`,
      { apiKey: DEMO_KEY },
      { 'idempotency-key': `pay-${billetId}` },
    )
  const [first, second] = [await send(), await send()]
  assert.equal(first.body.paymentStatus, 'PAID')
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
})

test('an installment billet has no Pix', async () => {
  const { transactionId } = await buy('001', false)
  const { body } = await play(transactionId, { until: 'COMPLETE' })
  assert.equal(body.status, 'OPEN')
  const [row] = await app.database.run<{ id: string }>(
    {
      name: '',
      text: 'SELECT id FROM billets WHERE transaction_id = $1 ORDER BY installment_number LIMIT 1',
    },
    [transactionId],
  )
  expectError(await pay(row?.id ?? '', { method: 'PIX' }), {
    code: 'invalid_parameters',
    message: 'method must be BILLET: this billet has no pixCode',
    fields: ['method'],
  })
})

test('production has no sandbox routes', async () => {
  const env = {
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://credito.example',
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: 'postgres://elsewhere/crediario?sslmode=verify-full',
  }
  const production = await startTestApp({ env, withoutSeed: true })
  try {
    for (const path of ['clock', 'billet/x/pay', 'transaction/x/onboarding', 'people', 'desk/x', 'reset'])
      expectError(await production.post(`/sandbox/${path}`, { apiKey: DEMO_KEY }), {
        code: 'route_not_found',
      })
    const read = await fetch(`${production.url}/sandbox/messages?phone=11987651234`)
    expectError(await readAnswer(read), { code: 'route_not_found' })
    assert.doesNotMatch(await (await fetch(`${production.url}/openapi.json`)).text(), /sandbox\//)
  } finally {
    await production.stop()
  }
})
