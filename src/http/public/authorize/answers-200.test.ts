import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Answer,
  DEMO_KEY,
  PLAIN_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { newPerson } from '../../../../test/support/people.ts'
import {
  type AuthorizeBody,
  buy,
  cancel,
  listPublished,
  pay,
  playUntil,
  read,
} from '../../../../test/support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../../../../test/support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const authorize = (body: object, headers?: Record<string, string>): Promise<Answer<AuthorizeBody>> =>
  app.post('/authorize', { apiKey: DEMO_KEY, ...body }, headers)

test('the answer repeats the option, and states where the customer continues and what to pay first', async () => {
  const { option, authorized, orderId, person } = await buy(app)
  const figures = ['downPayment', 'downPaymentValue', 'financedAmount', 'interestRatePM', 'tcValue'] as const
  const more = ['numberOfInstallments', 'paymentInstallments', 'totalAmount'] as const
  for (const name of [...figures, ...more]) assert.equal(authorized[name], option[name], name)
  assert.equal(authorized.orderId, orderId)
  assert.equal(authorized.phone, `(11) *****-${person.phone.slice(-4)}`)
  assert.match(authorized.transactionId, /^[0-9a-f]{24}$/)
  assert.match(authorized.onboardingToken, /^[\w-]{22,}$/)
  assert.equal(new URL(authorized.returnUrl).pathname, `/onboarding/${authorized.onboardingToken}`)
  const { downPaymentBillet } = await read(app, authorized.transactionId)
  assert.equal(authorized.downPaymentBarcodeNumber, downPaymentBillet?.billetDetails?.barcodeNumber)
  assert.equal(authorized.downPaymentLink, downPaymentBillet?.installmentLink)
  // Two business days after Tuesday, 10 March 2026: the last millisecond of Thursday in Sao Paulo.
  assert.equal(authorized.downPaymentDueDate, '2026-03-13T02:59:59.999Z')
})

test('without a down payment there is no billet', async () => {
  const { authorized } = await buy(app, { downPayment: false })
  assert.deepEqual([authorized.downPayment, authorized.downPaymentValue], [false, 0])
  for (const absent of ['downPaymentBarcodeNumber', 'downPaymentDueDate', 'downPaymentLink'])
    assert.ok(!(absent in authorized), absent)
})

test('insurance may be chosen by hasInsurance or by the id of the twin; both contract the twin’s figures', async () => {
  const byFlag = await buy(app, { hasInsurance: true })
  const { insuranceOption: twin } = byFlag.option
  assert.ok(twin)
  assert.equal(byFlag.authorized.totalAmount, twin.totalAmount)
  const { insuranceOption } = pickOption(await quote(app), { installments: 3 })
  const byId = await authorize({ optionId: insuranceOption?._id, orderId: newOrderId() })
  assert.deepEqual([byId.status, byId.body.totalAmount], [200, twin.totalAmount])
  const declined = await buy(app, { hasInsurance: false })
  assert.equal(declined.authorized.totalAmount, declined.option.totalAmount)
})

test('the same order and option give the same bytes: at once, much later, and in any state of the purchase', async () => {
  const optionId = pickOption(await quote(app))._id
  const orderId = newOrderId()
  const first = await authorize({ optionId, orderId })
  assert.equal(first.status, 200)
  const { transactionId } = first.body
  const again = async (when: string) =>
    assert.equal((await authorize({ optionId, orderId })).text, first.text, when)
  await again('at once')
  await playUntil(app, transactionId, 'SIGNATURE')
  await again('while the customer identifies')
  const { downPaymentBillet } = await read(app, transactionId)
  await pay(app, downPaymentBillet?.id ?? '')
  await playUntil(app, transactionId, 'COMPLETE')
  await again('when it is open')
  await cancel(app, transactionId)
  app.clock.advance({ days: 60 })
  await again('when it is canceled and the option has expired')
  assert.equal((await listPublished(app, transactionId)).filter(each => each === 'WAITING').length, 1)
})

test('insurance accepted later changes the contract, not the answer of /authorize', async () => {
  const optionId = pickOption(await quote(app))._id
  const orderId = newOrderId()
  const first = await authorize({ optionId, orderId })
  const { transactionId } = first.body
  await app.post(`/sandbox/transaction/${transactionId}/onboarding`, {
    apiKey: DEMO_KEY,
    until: 'SIGNATURE',
    acceptInsurance: true,
  })
  const { paymentInstallments } = await read(app, transactionId)
  assert.ok(paymentInstallments > first.body.paymentInstallments)
  assert.equal((await authorize({ optionId, orderId })).text, first.text)
})

test('forty calls at once make one transaction, one billet and one event, and all get the same answer', async () => {
  const optionId = pickOption(await quote(app))._id
  const orderId = newOrderId()
  const answers = await Promise.all(Array.from({ length: 40 }, () => authorize({ optionId, orderId })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const counted = await query(
    app,
    `SELECT count(*)::integer AS transactions, (SELECT count(*)::integer FROM billets b WHERE b.transaction_id = min(t.id)) AS billets,
      (SELECT count(*)::integer FROM events e WHERE e.transaction_id = min(t.id)) AS events
      FROM transactions t WHERE option_id = $1`,
    [optionId],
  )
  assert.deepEqual(counted, [{ transactions: 1, billets: 1, events: 1 }])
})

test('an Idempotency-Key replays the answer, and marks it as a replay', async () => {
  const body = { optionId: pickOption(await quote(app))._id, orderId: newOrderId() }
  const headers = { 'idempotency-key': 'authorize-1' }
  const [first, second] = [await authorize(body, headers), await authorize(body, headers)]
  assert.deepEqual(
    [first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')],
    [null, 'true'],
  )
  assert.equal(second.text, first.text)
})

test('an order may be tried again with another option once its transaction was canceled', async () => {
  const { transactionId, orderId, person } = await buy(app)
  await cancel(app, transactionId)
  const optionId = pickOption(await quote(app, { person }))._id
  const { status, body } = await authorize({ optionId, orderId })
  assert.equal(status, 200)
  assert.notEqual(body.transactionId, transactionId)
})

test('two retailers may use the same orderId', async () => {
  const { orderId, transactionId } = await buy(app)
  const optionId = pickOption(await quote(app, { key: PLAIN_KEY, person: newPerson() }))._id
  const { status, body } = await authorize({ apiKey: PLAIN_KEY, optionId, orderId })
  assert.equal(status, 200)
  assert.notEqual(body.transactionId, transactionId)
})

test('unknown members change nothing', async () => {
  const optionId = pickOption(await quote(app))._id
  const extra = {
    status: 'CLOSED',
    retailerId: '1',
    interestRatePM: 0,
    transactionId: '0'.repeat(24),
    step: 'COMPLETE',
  }
  const { body } = await authorize({ optionId, orderId: newOrderId(), additionalOptions: null, ...extra })
  const { status, step, interestRatePM } = await read(app, body.transactionId)
  assert.deepEqual([status, step], ['PENDING', 'WAITING'])
  assert.ok(interestRatePM > 0)
})

test('sixty-four printable characters are an orderId, in any alphabet', async () => {
  for (const orderId of ['é'.repeat(64), "' OR 1=1--", '{{7*7}} %0d%0aX: 1', '0']) {
    const optionId = pickOption(await quote(app))._id
    const { status, body, text } = await authorize({ optionId, orderId })
    assert.deepEqual([status, body.orderId], [200, orderId], text)
  }
})
