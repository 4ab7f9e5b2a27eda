import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { RegistrationList, RegistrationOutcome } from '../../src/contract/desk.ts'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { newDeskUser } from '../support/desk.ts'
import { type BilletBody, buy, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
afterEach(() => tellBank('ok'))
after(() => app.stop())

async function tellBank(registration: 'ok' | 'slow' | 'reject'): Promise<void> {
  const { status, text } = await app.post('/sandbox/bank', { apiKey: DEMO_KEY, registration })
  assert.equal(status, 200, text)
}
const readDownPayment = async (transactionId: string, key = DEMO_KEY): Promise<BilletBody> =>
  (await read(app, transactionId, key)).downPaymentBillet ?? assert.fail('it has no down payment')
const describe = ({ registrationStatus, payNumber }: BilletBody) => [registrationStatus, payNumber.length]
const listStates = async (transactionId: string) =>
  (await read(app, transactionId)).installments?.map(describe)

const PENDING = ['PENDING', 0]
const REGISTERED = ['REGISTERED', 47]
/** The sandbox bank is asked every five seconds. */
const NEXT_EXCHANGE = 'PT5S'

test('a slow bank leaves the line empty for a minute, for this retailer only', async () => {
  await tellBank('slow')
  const { transactionId, authorized } = await buy(app)
  assert.equal(authorized.downPaymentBarcodeNumber, undefined)
  assert.deepEqual(describe(await readDownPayment(transactionId)), PENDING)
  const other = await buy(app, { key: PLAIN_KEY })
  assert.deepEqual(describe(await readDownPayment(other.transactionId, PLAIN_KEY)), REGISTERED)
  await moveClock(app, 'PT59S')
  assert.deepEqual(describe(await readDownPayment(transactionId)), PENDING)
  await moveClock(app, 'PT1S')
  assert.deepEqual(describe(await readDownPayment(transactionId)), REGISTERED)
})

test('a bank that is well again registers at its next exchange what it was slow about', async () => {
  await tellBank('slow')
  const { transactionId } = await buy(app)
  await tellBank('ok')
  await moveClock(app, NEXT_EXCHANGE)
  assert.deepEqual(describe(await readDownPayment(transactionId)), REGISTERED)
})

test('installments and the billets of a replacement are registered as the bank was told', async () => {
  const products = ['a', 'b'].map(id => ({ id, name: 'Cadeira', amount: 1, value: 450 }))
  const { transactionId } = await buy(app, { products })
  await pay(app, (await readDownPayment(transactionId)).id, { method: 'PIX' })
  await tellBank('slow')
  await playUntil(app, transactionId, 'COMPLETE')
  assert.deepEqual(await listStates(transactionId), [PENDING, PENDING, PENDING])

  const waiting = await buy(app, { products })
  const path = `/public/transaction/${waiting.transactionId}`
  const { body, text } = await app.post(path, { apiKey: DEMO_KEY, products: ['a'] })
  assert.equal(typeof body.transactionId, 'string', text)
  assert.notEqual(body.transactionId, waiting.transactionId)
  assert.deepEqual(describe(await readDownPayment(String(body.transactionId))), PENDING)

  await moveClock(app, 'PT1M')
  assert.deepEqual(await listStates(transactionId), [REGISTERED, REGISTERED, REGISTERED])
  assert.deepEqual(describe(await readDownPayment(String(body.transactionId))), REGISTERED)
})

test('a rejected billet is a case of the desk, whose reissue is rejected too until the bank is well again', async () => {
  const analyst = await newDeskUser(app, 'analyst')
  await tellBank('reject')
  const { transactionId } = await buy(app)
  const findCase = async () =>
    (await analyst.get<RegistrationList>('/registrations')).body.registrations.find(
      each => each.transactionId === transactionId,
    )
  const reissue = async () => {
    const { caseId } = (await findCase()) ?? assert.fail('no case waits')
    return (await analyst.post<RegistrationOutcome>(`/registrations/${caseId}/resolution`)).body.outcome
  }
  await moveClock(app, NEXT_EXCHANGE)
  const rejected = await readDownPayment(transactionId)
  assert.deepEqual(describe(rejected), ['REJECTED', 0])

  assert.equal(await reissue(), 'REISSUED')
  const again = await readDownPayment(transactionId)
  assert.deepEqual(describe(again), PENDING)
  await moveClock(app, NEXT_EXCHANGE)
  assert.deepEqual(describe(await readDownPayment(transactionId)), ['REJECTED', 0])

  await tellBank('ok')
  assert.equal(await reissue(), 'REISSUED')
  const last = await readDownPayment(transactionId)
  assert.deepEqual(describe(last), REGISTERED)
  assert.equal(new Set([rejected.id, again.id, last.id]).size, 3)
  assert.equal(await findCase(), undefined)
})
