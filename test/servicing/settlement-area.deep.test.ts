import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeDischargePath, findDischarge } from '../../src/domains/contracts/find-discharge.ts'
import { isSealed } from '../../src/domains/contracts/statements.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, centavos, moveClock, pay, read, readStatus } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'
import { quoteEarly, settle } from '../support/settlements.ts'
import { AccountDevice } from './account-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(async () => {
  await expectSoundBooks(app)
  await app.stop()
})

const DYNAMIC = /^0002010102122/
const WITHIN_MS = 30_000

async function waitFor<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await sleep(100)) {
    const found = await find()
    if (found !== undefined) return found
    await moveClock(app, 'PT2S')
  }
  throw new Error(`${what} within ${WITHIN_MS} ms`)
}

test('the answer has the code of a charge that the PSP has registered; paid by Pix, it closes the contract', async () => {
  const { transactionId } = await buyOpen(app)
  const { billet } = await settle(app, transactionId)
  assert.match(billet.pixCode ?? '', DYNAMIC)
  assert.equal(billet.isPixAvailable, true)
  await pay(app, billet.id, { method: 'PIX' })
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  const states = await query<{ state: string }>(
    app,
    `SELECT DISTINCT c.state FROM pix_charges c JOIN billets b ON b.id = c.billet_id
      WHERE b.transaction_id = $1 AND b.kind = 'installment'`,
    [transactionId],
  )
  // Nobody can pay the settled installments by Pix any more.
  assert.ok(states.every(({ state }) => state === 'removing' || state === 'removed'))
})

test('on a day without bank business a settlement is payable by Pix only', async () => {
  const { transactionId } = await buyOpen(app)
  const { billet } = await settle(app, transactionId, { date: '2026-03-14' })
  assert.match(billet.pixCode ?? '', DYNAMIC)
  assert.deepEqual([billet.payNumber, billet.dueDate], ['', '2026-03-14'])
})

test('a customer sees what paying early saves, pays the last two, then an amount, then all, and downloads the discharge', async () => {
  const { transactionId, person } = await buyOpen(app, { installments: 6 })
  const device = new AccountDevice(app)
  const [purchase] = (await device.signIn(person)).purchases
  const quoted = await quoteEarly(app, transactionId)
  assert.deepEqual(purchase?.early?.all, {
    value: quoted.value,
    saving: quoted.discount,
    overdue: 0,
    installments: [1, 2, 3, 4, 5, 6],
  })
  assert.deepEqual(
    purchase?.early?.last.map(({ installments }) => installments),
    [[6], [5, 6], [4, 5, 6], [3, 4, 5, 6], [2, 3, 4, 5, 6]],
  )
  assert.equal(purchase?.dischargeUrl, undefined)
  const asked = await device.do('settlement', { transactionId, installments: 'last:2' })
  const open = asked.account?.purchases[0]?.settlement
  assert.ok(open)
  assert.deepEqual(open.installments, [5, 6])
  assert.equal(open.value, purchase?.early?.last[1]?.value)
  assert.match(open.pixCode ?? '', DYNAMIC)
  await payOpen(device)
  const amount = await device.do('settlement', { transactionId, amount: 100 })
  assert.equal(amount.account?.purchases[0]?.settlement?.value, 100)
  await payOpen(device)
  const [after] = (await device.readAccount()).purchases
  const paid = after?.payments.map(({ value }) => centavos(value)) ?? []
  assert.ok(paid.includes(10_000) && paid.includes(centavos(open.value)), String(paid))
  // Settlements are no bills.
  assert.deepEqual(
    after?.bills.map(({ number }) => number),
    [0, 1, 2, 3, 4, 5, 6],
  )
  await device.do('settlement', { transactionId, installments: 'all' })
  await payOpen(device)
  const [closed] = (await device.readAccount()).purchases
  assert.deepEqual([closed?.standing, closed?.early, closed?.settlement], ['paid', undefined, undefined])
  const pdf = await device.fetch(`purchases/${transactionId}/quitacao.pdf`)
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
  const bytes = Buffer.from(await pdf.arrayBuffer())
  const again = await device.fetch(`purchases/${transactionId}/quitacao.pdf`)
  assert.ok(bytes.equals(Buffer.from(await again.arrayBuffer())), 'the same contract has the same statement')
  const texts = await waitFor('no message of the discharge', async () => {
    const rows = await query<{ template: string; channel: string }>(
      app,
      `SELECT template, channel FROM messages WHERE transaction_id = $1 AND template = 'contract-discharged'`,
      [transactionId],
    )
    return rows.length === 2 ? rows : undefined
  })
  assert.deepEqual(texts.map(({ channel }) => channel).sort(), ['EMAIL', 'SMS'])
})

async function payOpen(device: AccountDevice): Promise<void> {
  const [purchase] = (await device.readAccount()).purchases
  const token = purchase?.settlement?.billetUrl?.split('/').at(-1)
  assert.ok(token && purchase)
  const rows = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement' AND payment_status = 'PENDING'
      AND canceled_at IS NULL`,
    [purchase.id],
  )
  assert.equal(rows.length, 1)
  await pay(app, rows[0]?.id ?? '', { method: 'PIX' })
}

test('strangers, and customers who owe, get no statement of discharge', async () => {
  const [own, foreign] = [await buyOpen(app), await buyOpen(app)]
  const device = new AccountDevice(app)
  const asked = await device.fetch(`purchases/${own.transactionId}/quitacao.pdf`)
  assert.deepEqual([asked.status, asked.headers.get('location')], [303, '/minha-conta'])
  await device.signIn(own.person)
  expectError(await device.ask(`purchases/${own.transactionId}/quitacao.pdf`), {
    code: 'transaction_state_conflict',
  })
  expectError(await device.ask(`purchases/${foreign.transactionId}/quitacao.pdf`), {
    code: 'transaction_not_found',
  })
  expectError(await device.ask('settlement', { transactionId: foreign.transactionId, installments: 'all' }), {
    code: 'transaction_not_found',
  })
  expectError(await device.ask('settlement', { transactionId: own.transactionId, installments: 'some' }), {
    code: 'invalid_parameters',
    message: 'installments must be all, next or last: and a number, such as last:2',
    fields: ['installments'],
  })
})

test('the statement names what was paid and saved, and its signature is the service’s own', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  const { billet, discount } = await settle(app, transactionId)
  await pay(app, billet.id)
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId: DEMO_RETAILER, id: transactionId })
  const discharge = purchase && (await findDischarge(app.services, purchase))
  assert.ok(discharge)
  const { statement, seal } = discharge
  assert.equal(statement.discountCentavos, centavos(discount))
  assert.equal(`${statement.settledOn}`, (await read(app, transactionId)).settledAt?.slice(0, 10))
  const publicKey = createPublicKey(secrets.evidence)
  assert.ok(isSealed(publicKey, statement, seal))
  assert.ok(!isSealed(publicKey, { ...statement, totalCentavos: 1 }, seal))
})

test('the code on the letter opens a page that says it is genuine and names nobody; any other code opens none', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  const { billet } = await settle(app, transactionId)
  await pay(app, billet.id)
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId: DEMO_RETAILER, id: transactionId })
  const discharge = purchase && (await findDischarge(app.services, purchase))
  assert.ok(purchase && discharge)
  const path = computeDischargePath(purchase, discharge)
  const page = await fetch(app.url + path)
  const text = await page.text()
  assert.equal(page.status, 200)
  assert.match(text, /Este termo é verdadeiro/)
  const { cpf, name } = discharge.statement.debtor
  for (const secret of [cpf, cpf.slice(-6, -2), name ?? cpf]) assert.ok(!text.includes(secret))
  for (const wrong of [`${path}x`, path.slice(0, -1), path.replace(transactionId, 'unknown')]) {
    const answer = await fetch(app.url + wrong)
    assert.equal(answer.status, 404, wrong)
    assert.match(await answer.text(), /Não encontramos este termo/)
  }
})
