import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { agree, buyAndPayTwo, moveTo, payPlain, readPlain } from '../support/agreements.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { askCancel, centavos } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { payByPix, takeBack } from '../support/taken-back.ts'

let app: TestApp
let broken: string
let canceled: string
let overpaid: string
let takenBack: string
let takenBackAndCanceled: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  broken = await buyAndPayTwo(app)
  canceled = await buyAndPayTwo(app)
  overpaid = await buyAndPayTwo(app)
  takenBack = await buyAndPayTwo(app)
  takenBackAndCanceled = await buyAndPayTwo(app)
  await moveTo(app, '2026-08-20')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** An agreement whose first installment is paid twice. The second payment waits in suspense. */
async function agreeAndPayTwice(original: string) {
  const agreement = await agree(app, original)
  const [first] = (await readPlain(app, agreement)).installments ?? []
  await payPlain(app, first?.id)
  const before = await balanceOf(app, 'suspense')
  await payPlain(app, first?.id)
  const waiting = before - (await balanceOf(app, 'suspense'))
  assert.equal(waiting, Math.round((first?.value ?? 0) * 100))
  return { agreement, waiting, before }
}

test('a canceled purchase does not give back what the bank took back of a payment under its agreement', async () => {
  const agreement = await agree(app, takenBackAndCanceled)
  const [first] = (await readPlain(app, agreement)).installments ?? []
  assert.ok(first)
  const { downPaymentValue, installments = [] } = await readPlain(app, takenBackAndCanceled)
  const before = await balanceOf(app, 'suspense')
  await takeBack(app, await payByPix(app, first), centavos(first.value))
  assert.equal((await askCancel(app, takenBackAndCanceled, {}, PLAIN_KEY)).status, 200)
  assert.equal(await balanceOf(app, 'suspense'), before)
  const { refundValue } = await readPlain(app, takenBackAndCanceled)
  const paid = 2 * (installments[0]?.value ?? 0) + (downPaymentValue ?? 0) + 100
  assert.equal(refundValue, Math.round(paid * 100) / 100)
})

test('a canceled purchase gives back what waits in suspense for its agreement', async () => {
  const { agreement, waiting, before } = await agreeAndPayTwice(canceled)
  assert.equal((await askCancel(app, canceled, {}, PLAIN_KEY)).status, 200)
  const { status, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, refundValue], ['CANCELED', waiting / 100])
  assert.equal(await balanceOf(app, 'suspense'), before)
})

test('a broken agreement gives back what waits in suspense for it, and nothing that was paid under it', async () => {
  const { agreement, waiting, before } = await agreeAndPayTwice(broken)
  await moveTo(app, '2026-12-19')
  const { status, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, refundValue], ['CANCELED', waiting / 100])
  assert.equal(await balanceOf(app, 'suspense'), before)
  assert.equal((await readPlain(app, broken)).status, 'OPEN')
  const owedBack = await query(
    app,
    'SELECT transaction_id AS id, amount_centavos AS value FROM refunds WHERE transaction_id = ANY ($1)',
    [[broken, agreement]],
  )
  assert.deepEqual(owedBack, [{ id: agreement, value: waiting }])
})

test('what was paid under a broken agreement beyond the old debt is owed back, and the books hold every billet', async () => {
  const agreement = await agreeAndPayNearlyAll(overpaid)
  await moveTo(app, '2027-08-20')
  assert.equal((await readPlain(app, agreement)).status, 'CANCELED')
  assert.equal((await readPlain(app, overpaid)).status, 'CLOSED')
  const [owedBack] = await query<{ value: number }>(
    app,
    `SELECT -sum(p.amount_centavos)::integer AS value FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
      WHERE p.account = 'refunds-due' AND p.amount_centavos < 0 AND e.transaction_id = ANY ($1)`,
    [[overpaid, agreement]],
  )
  assert.ok(owedBack && owedBack.value > 0, `${owedBack?.value}`)
})

/** More than the old debt, but not the last of six installments. */
async function agreeAndPayNearlyAll(original: string): Promise<string> {
  const agreement = await agree(app, original)
  const { installments = [] } = await readPlain(app, agreement)
  for (const [index, { id }] of installments.entries())
    await payPlain(app, id, index === 5 ? { amount: 120 } : {})
  return agreement
}

test('what the bank took back of payments under a broken agreement is owed again, and missing nowhere', async () => {
  const agreement = await agree(app, takenBack)
  const [first, second] = (await readPlain(app, agreement)).installments ?? []
  assert.ok(first && second)
  const before = await balanceOf(app, 'suspense')
  await takeBack(app, await payByPix(app, first), centavos(first.value))
  await takeBack(app, await payByPix(app, second), 3_000)
  assert.equal(await balanceOf(app, 'suspense'), before + centavos(first.value) + 3_000)
  await moveTo(app, '2028-02-20')
  const { status, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, refundValue ?? 0], ['CANCELED', 0])
  assert.equal(await balanceOf(app, 'suspense'), before)
  assert.equal(await balanceOf(app, `customer:${agreement}`), 0)
  const carried = await query<{ paid: number }>(
    app,
    `SELECT sum(p.face_centavos + p.fine_centavos + p.interest_centavos)::integer AS paid
      FROM billet_payments p JOIN billets b ON b.id = p.billet_id
      WHERE b.transaction_id = $1 AND p.reference LIKE 'carried-back:%' GROUP BY p.reference`,
    [takenBack],
  )
  assert.deepEqual(carried, [{ paid: centavos(second.value) - 3_000 }])
  assert.equal((await readPlain(app, takenBack)).status, 'OPEN')
})
