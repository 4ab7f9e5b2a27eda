import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readPlain } from '../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { attach, decide, listOpenBillets, newDesk, openCase, owes, view } from './desk-cases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('where the conditions say so the retailer bears a fraud, and no loss is booked', async t => {
  const other = await startTestApp({ env: { ROLE: 'api', FRAUD_BORNE_BY_RETAILER: '1' } })
  t.after(() => other.stop())
  const { transactionId: id } = await buyOpen(other, { key: PLAIN_KEY, value: 1_240, installments: 6 })
  await moveClock(other, 'P5D')
  const { transferValue, transferedAt } = await readPlain(other, id)
  assert.ok(transferValue !== undefined && transferedAt !== undefined)
  const desk = await newDesk(other)
  const caseId = await openCase(desk, id, 'FRAUD')
  await attach(desk, caseId)
  await decide(desk, caseId, 'VOID_CONTRACT')
  assert.equal((await readPlain(other, id)).status, 'CANCELED')
  assert.equal(await balanceOf(other, 'fraud-loss'), 0)
  assert.ok((await balanceOf(other, `clawback:${PLAIN_RETAILER}`)) >= Math.round(transferValue * 100))
  await expectSoundBooks(other)
})

test('a proven fraud voids the contract: nothing is owed, the lender bears the transfer, and only the person is told', async () => {
  const { transactionId: id } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
  await moveClock(app, 'P5D')
  const { transferedAt } = await readPlain(app, id)
  const desk = await newDesk(app)
  const caseId = await openCase(desk, id, 'FRAUD', { contact: 'pessoa@exemplo.com.br' })
  await attach(desk, caseId)
  await decide(desk, caseId, 'VOID_CONTRACT')
  const { status, cancelReason } = await readPlain(app, id)
  assert.deepEqual([status, cancelReason], ['CANCELED', 'ONBOARDING_REFUSED'])
  assert.equal((await view(desk, caseId)).state, 'DONE')
  assert.deepEqual([await owes(app, id), await listOpenBillets(app, id)], [0, []])
  assert.ok(transferedAt !== undefined && (await balanceOf(app, 'fraud-loss')) > 0)
  assert.equal(await balanceOf(app, 'clawback'), 0)
  const told = await query<{ template: string; channel: string }>(
    app,
    `SELECT template, channel FROM messages WHERE transaction_id = $1 AND template = 'contract-voided'`,
    [id],
  )
  assert.deepEqual(told, [{ template: 'contract-voided', channel: 'EMAIL' }])
  await moveClock(app, 'P1D')
  // The down payment came by billet from nobody knows whom: people find out before it leaves.
  const orders = await query(
    app,
    `SELECT id FROM payout_orders WHERE kind = 'REFUND' AND transaction_id = $1`,
    [id],
  )
  assert.deepEqual(orders, [])
  await expectSoundBooks(app)
})
