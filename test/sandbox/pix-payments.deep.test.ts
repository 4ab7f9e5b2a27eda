import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BilletShape } from '../../src/contract/transaction.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  type BilletBody,
  buy,
  buyOpen,
  centavos,
  checkAnswer,
  moveClock,
  pay,
  playUntil,
  read,
} from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(() => app.stop())

const LONGEST_MS = 30_000
const DYNAMIC = /^0002010102122/

/** The charge is registered outside of the request: by the service's own adapter, at the bank's own server. */
async function waitForCharge(transactionId: string): Promise<BilletBody> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await sleep(200)) {
    const { downPaymentBillet } = await read(app, transactionId)
    // Jobs are due by the deployment's clock, which stands still in tests.
    if (downPaymentBillet && DYNAMIC.test(downPaymentBillet.pixCode ?? '')) return downPaymentBillet
    await moveClock(app, 'PT2S')
  }
  throw new Error('the charge was not registered')
}

const steer = (pix: Record<string, unknown>) => app.post('/sandbox/bank', { apiKey: DEMO_KEY, pix })

test('a charge that the sandbox PSP registered is paid there, and is booked before the answer', async () => {
  const { transactionId } = await buy(app)
  await playUntil(app, transactionId, 'ENTRY')
  const billet = await waitForCharge(transactionId)
  assert.equal((await pay(app, billet.id, { method: 'PIX' })).paymentStatus, 'PAID')
  assert.equal((await read(app, transactionId)).status, 'OPEN')
  const [notice] = await app.database.run<{ reference: string }>(
    { name: '', text: `SELECT reference FROM bank_notices WHERE method = 'PIX' AND reference LIKE 'pix:E%'` },
    [],
  )
  assert.ok(notice)
  await expectSoundBooks(app)
})

test('a payment whose webhook is lost is found by polling, in time for the deadline of the down payment', async () => {
  const { transactionId } = await buy(app)
  await playUntil(app, transactionId, 'ENTRY')
  const billet = await waitForCharge(transactionId)
  assert.equal((await steer({ loseWebhooks: true })).status, 200)
  assert.equal((await pay(app, billet.id, { method: 'PIX' })).paymentStatus, 'PENDING')
  await moveClock(app, 'P20D')
  const found = await read(app, transactionId)
  assert.deepEqual([found.status, found.downPaymentBillet?.paymentStatus], ['OPEN', 'PAID'])
  assert.equal((await steer({})).status, 200)
  await expectSoundBooks(app)
})

test('under one Idempotency-Key a payment at the PSP is made once', async () => {
  const { transactionId } = await buy(app)
  await playUntil(app, transactionId, 'ENTRY')
  const billet = await waitForCharge(transactionId)
  const ask = () =>
    app.post(
      `/sandbox/billet/${billet.id}/pay`,
      { apiKey: DEMO_KEY, method: 'PIX' },
      { 'idempotency-key': 'paid-once' },
    )
  const first = await ask()
  assert.equal(first.status, 200, first.text)
  assert.equal((await ask()).text, first.text)
  const [row] = await app.database.run<{ payments: number }>(
    { name: '', text: `SELECT count(*)::integer AS payments FROM psp_payments WHERE txid LIKE '%' || $1` },
    [billet.id],
  )
  assert.equal(row?.payments, 1)
})

/** The state of a billet's charge, once it is one of these. */
async function waitForState(billetId: string, ...wanted: readonly string[]): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await sleep(200)) {
    const [charge] = await query<{ state: string }>(
      app,
      'SELECT state FROM pix_charges WHERE billet_id = $1',
      [billetId],
    )
    if (wanted.includes(charge?.state ?? '')) return
    await moveClock(app, 'PT2S')
  }
  throw new Error(`the charge is not ${wanted}`)
}

test('a second copy has a charge of its own with interest by the day, and the old one is removed', async () => {
  const { transactionId } = await buyOpen(app, { downPayment: false })
  const [first] = (await read(app, transactionId)).installments ?? []
  assert.ok(first)
  await waitForState(first.id, 'active')
  await moveClock(app, 'P45D')
  const path = `/public/transaction/${transactionId}/billets/${first.id}/reissue`
  const copy = checkAnswer(BilletShape, await app.post(path, { apiKey: DEMO_KEY }))
  await waitForState(first.id, 'removed')
  await waitForState(copy.id, 'active')
  await moveClock(app, 'P7D')
  assert.equal((await pay(app, copy.id, { method: 'PIX' })).paymentStatus, 'PAID')
  const [notice] = await query<{ amount: number }>(
    app,
    'SELECT amount_centavos AS amount FROM bank_notices WHERE pix_txid = $1',
    [`PARC${copy.id}`],
  )
  const today = new Date(app.services.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
  const days = (Date.parse(today) - Date.parse(copy.dueDate)) / 86_400_000
  assert.equal(notice?.amount, centavos(copy.value) + days * Math.floor(centavos(first.value) / 3_000))
  await expectSoundBooks(app)
})
