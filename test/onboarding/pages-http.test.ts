import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listDocuments } from '../../src/domains/onboarding/evidence.ts'
import { computeQrSvg } from '../../src/kernel/qr-code.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buy, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'
import { CustomerDevice, expectDone, expectRefused, readDeviceAnswer } from './customer-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const newDevice = async (terms: Parameters<typeof buy>[1] = {}) => {
  const bought = await buy(app, { downPayment: true, ...terms })
  return { bought, device: new CustomerDevice(app, bought) }
}

/** The analysis is a job: a worker of this server runs it soon. */
async function awaitStep(device: CustomerDevice, step: string) {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { state } = await device.state()
    if (state.step === step) return state
    assert.ok(performance.now() < deadline, `still at ${state.step}, not at ${step}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function identify(device: CustomerDevice) {
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  expectDone(await device.show('front'))
  expectDone(await device.show('back'))
  expectDone(await device.show('selfie'))
  return awaitStep(device, 'INSURANCE')
}

test('a customer goes from the link to the billets, and every answer holds what its page shows', async () => {
  const { bought, device } = await newDevice()
  const { state: first } = await device.state()
  assert.deepEqual([first.status, first.step, first.needsConfirmation], ['PENDING', 'WAITING', true])
  assert.equal(first.needsName, true)
  assert.equal(first.maskedPhone, bought.authorized.phone)
  assert.equal(first.figures.total, bought.authorized.totalAmount)
  assert.equal(first.figures.cetPA, bought.option.cetPA)
  assert.deepEqual(first.figures.dueDates[0], bought.option.firstDueDate)
  assert.equal(first.figures.dueDates.length, bought.authorized.numberOfInstallments)
  assert.equal(first.contract ?? first.downPaymentBillet ?? first.insurance, undefined)

  assert.equal(expectDone(await device.begin()).codePurpose, 'phone')
  const sent = expectDone(await device.post('code', { purpose: 'phone' }))
  assert.equal(sent.code?.purpose, 'phone')
  assert.equal(Date.parse(sent.code?.resendAt ?? '') - Date.parse(sent.now), 30_000)
  const confirmed = await device.post('confirm', { code: await device.readCode() })
  assert.deepEqual(
    [confirmed.state.step, confirmed.state.needsConfirmation],
    ['FRONTDOC', false],
    JSON.stringify(confirmed.error),
  )
  assert.deepEqual(confirmed.state.phoneQr, computeQrSvg(bought.authorized.returnUrl))
  const stranger = await new CustomerDevice(app, bought).state()
  assert.equal(stranger.state.phoneQr, undefined)
  const [cookie = ''] = confirmed.headers.getSetCookie()
  assert.match(
    cookie,
    /^onboarding-[0-9a-f]{12}=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )

  assert.equal(expectDone(await device.show('front')).step, 'BACKDOC')
  assert.equal(expectDone(await device.show('back')).step, 'SELFIE')
  const analysed = expectDone(await device.show('selfie'))
  assert.ok(analysed.step === 'ASYNC_ANALYSE' && analysed.pollAfterMs !== undefined)
  const asked = await awaitStep(device, 'INSURANCE')
  assert.ok(asked.insurance && asked.insurance.insurancePremium > 0)
  assert.ok(asked.insurance.installmentValue > asked.figures.installmentValue)
  const insured = expectDone(await device.post('insurance', { accepted: true }))
  assert.deepEqual(insured.figures, asked.insurance)
  assert.deepEqual([insured.step, insured.codePurpose], ['SIGNATURE', 'signature'])
  const contract = await device.request('/contract.pdf')
  assert.equal(contract.headers.get('content-type'), 'application/pdf')
  assert.ok(
    Buffer.from(await contract.arrayBuffer())
      .toString('latin1')
      .startsWith('%PDF-1.4'),
  )

  const signed = expectDone(await device.sign())
  assert.equal(signed.step, 'ENTRY')
  const { downPaymentBillet } = await read(app, bought.transactionId)
  assert.equal(signed.downPaymentBillet?.pixCode, downPaymentBillet?.pixCode)
  assert.equal(signed.downPaymentBillet?.digitLine, downPaymentBillet?.payNumber)
  assert.match(signed.downPaymentBillet?.pixQr?.path ?? '', /^M\d+ \d+h/)
  expectRefused(await readDeviceAnswer(await device.request('/billets.pdf')), 409, 'wrong_step')

  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  const done = (await device.state()).state
  assert.deepEqual([done.status, done.step, done.downPaymentBillet?.paid], ['OPEN', 'COMPLETE', true])
  assert.deepEqual(
    done.billets?.map(({ dueDate }) => dueDate),
    done.figures.dueDates,
  )
  assert.equal((await device.request('/billets.pdf')).headers.get('content-type'), 'application/pdf')
  assert.equal(done.withdrawUntil, '2026-03-17')
  assert.equal(done.canCancel, true)
})

test('another device sees only what was bought until it enters a code of its own, and the purchase stays where it is', async () => {
  const { bought, device } = await newDevice()
  await identify(device)
  expectDone(await device.post('insurance', { accepted: false }))
  const other = new CustomerDevice(app, bought)
  const before = (await other.state()).state
  assert.deepEqual([before.step, before.needsConfirmation, before.codePurpose], ['SIGNATURE', true, 'device'])
  assert.equal(before.contract, undefined)
  const stranger = [
    await other.post('code', { purpose: 'signature' }),
    await other.post('sign', { code: '000000', contractHash: 'x' }),
    await other.post('insurance', { accepted: true }),
    await other.show('front'),
    await other.post('cancel'),
    await readDeviceAnswer(await other.request('/contract.pdf')),
    await readDeviceAnswer(await other.request('/billets.pdf')),
  ]
  for (const answer of stranger) {
    expectRefused(answer, 403, 'device_not_confirmed')
    assert.deepEqual([answer.error.status, answer.error.step], ['PENDING', 'SIGNATURE'])
  }
  const confirmed = expectDone(await other.confirm('device'))
  assert.deepEqual([confirmed.step, confirmed.needsConfirmation], ['SIGNATURE', false])
  assert.equal(expectDone(await other.sign()).step, 'ENTRY')
  assert.equal((await device.state()).state.step, 'ENTRY')
})

test('a session opens its own purchase only, and a made-up or forgotten one opens nothing', async () => {
  const [mine, other] = [await newDevice(), await newDevice()]
  for (const { device } of [mine, other]) {
    expectDone(await device.begin())
    expectDone(await device.confirm('phone'))
  }
  const thief = new CustomerDevice(app, other.bought)
  for (const [name, value] of mine.device.cookies) thief.cookies.set(name, value)
  assert.equal((await thief.state()).state.needsConfirmation, true)
  for (const [name] of other.device.cookies) thief.cookies.set(name, 'A'.repeat(43))
  assert.equal((await thief.state()).state.needsConfirmation, true)
  const stored = await query<{ text: string }>(app, 'SELECT s::text AS text FROM onboarding_sessions s')
  for (const id of mine.device.cookies.values()) assert.ok(stored.every(({ text }) => !text.includes(id)))
})

test('before the phone is confirmed the link alone can give the purchase up; the customer may withdraw within seven days', async () => {
  const early = await newDevice()
  const given = expectDone(await early.device.post('cancel'))
  assert.deepEqual([given.status, given.cancelReason], ['CANCELED', 'CANCELLED_BY_CUSTOMER'])
  expectRefused(await early.device.state(), 404, 'onboarding_not_found')

  const { bought, device } = await newDevice()
  await identify(device)
  expectDone(await device.post('insurance', { accepted: false }))
  expectDone(await device.sign())
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '')
  const twice = await Promise.all([device.post('cancel'), device.post('cancel')])
  for (const answer of twice) {
    const { status, refund, canCancel } = expectDone(answer)
    assert.ok(status === 'CANCELED' && refund && !canCancel)
    assert.equal(refund.value, bought.authorized.downPaymentValue)
  }
})

test('after the end a link leads nowhere, except on the device that confirmed the phone', async () => {
  const { bought, device } = await newDevice({ downPayment: false })
  await identify(device)
  expectDone(await device.post('insurance', { accepted: false }))
  assert.equal(expectDone(await device.sign()).status, 'OPEN')
  const stranger = new CustomerDevice(app, bought)
  expectRefused(await stranger.state(), 404, 'onboarding_not_found')
  expectRefused(await stranger.post('code', { purpose: 'device' }), 404, 'onboarding_not_found')
  assert.equal((await device.state()).state.billets?.length, bought.authorized.numberOfInstallments)
  expectRefused(await device.begin(), 409, 'wrong_step')
})

test('the page of an abandoned or refused purchase says so', async () => {
  const { device } = await newDevice()
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  const refused = await newDevice({ persona: '012' })
  expectDone(await refused.device.begin())
  expectDone(await refused.device.confirm('phone'))
  await playUntil(app, refused.bought.transactionId, 'COMPLETE')
  const { state } = await refused.device.state()
  assert.deepEqual([state.status, state.cancelReason], ['CANCELED', 'ONBOARDING_REFUSED'])
  await moveClock(app, 'P4D')
  const ended = (await device.state()).state
  assert.deepEqual([ended.status, ended.cancelReason], ['ABANDONED', 'CUSTOMER_ABANDONED'])
})

test('after a product removal the old page leads to the new purchase, and the device stays confirmed', async () => {
  const products = ['a', 'b'].map(id => ({ id, name: `Produto ${id}`, amount: 1, value: 700 }))
  const { bought, device } = await newDevice({ products })
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  await app.post(`/public/transaction/${bought.transactionId}`, { apiKey: DEMO_KEY, products: ['a'] })
  const { state } = await device.state()
  assert.equal(state.cancelReason, 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS')
  const token = state.continuedUrl?.split('/').at(-1) ?? ''
  const next = new CustomerDevice(app, {
    ...bought,
    authorized: { ...bought.authorized, onboardingToken: token },
  })
  for (const [name, value] of device.cookies) next.cookies.set(name, value)
  const continued = (await next.state()).state
  assert.deepEqual([continued.step, continued.needsConfirmation], ['FRONTDOC', false])
})

test('pictures are stored as re-encoded JPEGs', async () => {
  const { bought, device } = await newDevice()
  await identify(device)
  const documents = await listDocuments(app.database, bought.transactionId)
  assert.deepEqual(
    documents.map(({ kind, mediaType }) => `${kind} ${mediaType}`),
    ['back image/jpeg', 'front image/jpeg', 'selfie image/jpeg'],
  )
})
