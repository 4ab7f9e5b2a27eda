import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Step } from '../../src/contract/enums.ts'
import { ANALYSE_DOCUMENTS } from '../../src/domains/onboarding/analyse-documents.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buy, cancel, pay, playUntil, read } from '../support/purchase-http.ts'
import { CustomerDevice, type DeviceAnswer, expectDone } from './customer-device.ts'

let app: TestApp
before(async () => {
  // No worker: a purchase that waits for the analysis must stay there.
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

type Post = (device: CustomerDevice) => Promise<DeviceAnswer>

/** Every POST of the pages, with the step in which it is allowed. */
const POSTS: readonly (readonly [name: string, at: Step, post: Post])[] = [
  ['open', 'WAITING', device => device.begin()],
  ['code for the phone', 'CONFIRMATION', device => device.post('code', { purpose: 'phone' })],
  ['confirm', 'CONFIRMATION', device => device.post('confirm', { code: '000000' })],
  ['front', 'FRONTDOC', device => device.show('front')],
  ['back', 'BACKDOC', device => device.show('back')],
  ['selfie', 'SELFIE', device => device.show('selfie')],
  ['insurance', 'INSURANCE', device => device.post('insurance', { accepted: true })],
  ['code for the signature', 'SIGNATURE', device => device.post('code', { purpose: 'signature' })],
  ['open the contract', 'SIGNATURE', device => device.post('contract')],
  ['sign', 'SIGNATURE', device => device.post('sign', { code: '000000', contractHash: '0'.repeat(64) })],
]
/** POSTs that need a session. */
const PERSONAL = new Set([
  'front',
  'back',
  'selfie',
  'insurance',
  'code for the signature',
  'open the contract',
  'sign',
])

async function refuseAllBut(device: CustomerDevice): Promise<void> {
  const { state: before } = await device.state()
  const { status, step } = before
  for (const [name, at, post] of POSTS) {
    if (at === step && status === 'PENDING') continue
    const { status: answered, error } = await post(device)
    const isStranger = before.needsConfirmation && PERSONAL.has(name)
    const expected = isStranger ? [403, 'device_not_confirmed'] : [409, 'wrong_step']
    assert.deepEqual(
      [answered, error.code, error.status, error.step],
      [...expected, status, step],
      `${name} at ${status}/${step}`,
    )
  }
  // A known device needs no second device code.
  if (!before.needsConfirmation)
    assert.equal((await device.post('code', { purpose: 'device' })).error.code, 'wrong_step')
  assert.equal((await device.state()).state.version, before.version)
}

test('every POST from every state but its own is refused with the current step, and changes nothing', async () => {
  const bought = await buy(app, { downPayment: true })
  const device = new CustomerDevice(app, bought)
  await refuseAllBut(device)
  expectDone(await device.begin())
  await refuseAllBut(device)
  expectDone(await device.confirm('phone'))
  for (const kind of ['front', 'back', 'selfie'] as const) {
    await refuseAllBut(device)
    expectDone(await device.show(kind))
  }
  await refuseAllBut(device)
  await playUntil(app, bought.transactionId, 'INSURANCE')
  await refuseAllBut(device)
  expectDone(await device.post('insurance', { accepted: false }))
  await refuseAllBut(device)
  expectDone(await device.sign())
  await refuseAllBut(device)
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '')
  assert.equal((await device.state()).state.step, 'COMPLETE')
  await refuseAllBut(device)
  await cancel(app, bought.transactionId)
  assert.equal((await device.state()).state.status, 'CANCELED')
  await refuseAllBut(device)
})

test('the customer cannot continue while the purchase is at the desk', async () => {
  const bought = await buy(app, { downPayment: true, persona: '011' })
  const device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  await playUntil(app, bought.transactionId, 'COMPLETE')
  const { state } = await device.state()
  assert.deepEqual([state.step, state.pollAfterMs], ['DESK', 10_000])
  await refuseAllBut(device)
})

test('a double tap on any button acts once; the second answer holds the new step', async () => {
  const bought = await buy(app, { downPayment: true })
  const device = new CustomerDevice(app, bought)
  const twice = async (post: () => Promise<DeviceAnswer>, step: Step): Promise<void> => {
    const answers = await Promise.all([post(), post()])
    const [done, other] = answers.toSorted((a, b) => a.status - b.status)
    assert.ok(done && other)
    assert.equal(expectDone(done).step, step)
    assert.deepEqual([other.status, other.error.step], [409, step], JSON.stringify(other.error))
  }
  await twice(() => device.begin(), 'CONFIRMATION')
  expectDone(await device.confirm('phone'))
  await twice(() => device.show('front'), 'BACKDOC')
  await twice(() => device.show('back'), 'SELFIE')
  await twice(() => device.show('selfie'), 'ASYNC_ANALYSE')
  await playUntil(app, bought.transactionId, 'INSURANCE')
  await twice(() => device.post('insurance', { accepted: true }), 'SIGNATURE')
  expectDone(await device.post('contract'))
  const { state } = await device.post('code', { purpose: 'signature' })
  const signed = { code: await device.readCode(), contractHash: state.contract?.hash }
  const answers = await Promise.all([device.post('sign', signed), device.post('sign', signed)])
  // The second tap finds the code used or the purchase a step further: either way it is signed once.
  assert.deepEqual(answers.map(({ status }) => status === 200).toSorted(), [false, true])
  assert.equal((await device.state()).state.step, 'ENTRY')
  const left = await app.database.run<{ n: number }>(
    { name: '', text: 'SELECT count(*) AS n FROM jobs WHERE kind = $1 AND dead_at IS NOT NULL' },
    [ANALYSE_DOCUMENTS],
  )
  assert.equal(left[0]?.n, 0)
})
