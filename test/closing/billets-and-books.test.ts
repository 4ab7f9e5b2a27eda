import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { reconcileBillets } from '../../src/domains/receivables/reconcile-billets.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buy, buyOpen, pay, read } from '../support/purchase-http.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const verify = async (): Promise<string> =>
  (await ledgerCommands['ledger verify']?.run(app.services, { words: [], options: {} })) ?? ''

test('billets paid by bank notices agree with the books', async () => {
  const { transactionId } = await buyOpen(app)
  const { installments = [] } = await read(app, transactionId)
  for (const { id } of installments.slice(0, 2)) await pay(app, id)
  const [billets, loans, orders, purchases] = (await verify()).split('\n').slice(-5)
  assert.equal(billets, '3 paid billets, each with its money in the books')
  assert.match(loans ?? '', /^1 running contracts, each carried at its payoff/)
  assert.match(orders ?? '', /^\d+ payout orders, each step of them booked$/)
  assert.equal(purchases, '1 purchases: each transfer matches its contract, and each refund its entry')
})

test('an installment that is set to PAID by UPDATE fails the verification of the books, whatever reference it names', async () => {
  const { transactionId } = await buyOpen(app)
  const { installments = [] } = await read(app, transactionId)
  const [first, second] = installments
  assert.ok(first && second)
  await pay(app, first.id)
  for (const reference of ['invented', `carry-over:${second.id}`]) {
    await query(
      app,
      `UPDATE billets SET payment_status = 'PAID', paid_at = now(), paid_by = $2 WHERE id = $1`,
      [second.id, reference],
    )
    await assert.rejects(verify(), new RegExp(`billet ${second.id}: it is marked as paid`), reference)
    await undo(second.id)
    assert.equal((await reconcileBillets(app.database)).fault, undefined)
  }
})

test('a receipt in the books whose billet was set back to unpaid, or belongs to another billet, is found', async () => {
  const { downPaymentBillet } = await buy(app, { downPayment: true }).then(bought =>
    read(app, bought.transactionId),
  )
  assert.ok(downPaymentBillet)
  await pay(app, downPaymentBillet.id)
  assert.equal((await reconcileBillets(app.database)).fault, undefined)
  await undo(downPaymentBillet.id)
  assert.deepEqual((await reconcileBillets(app.database)).fault, {
    billetId: downPaymentBillet.id,
    problem: 'the books hold the money for it, but it is not marked as paid',
  })
})

/** As an administrator of the database could, with the triggers off. */
function undo(billetId: string): Promise<unknown> {
  return asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query(
      `UPDATE billets SET payment_status = 'PENDING', paid_at = NULL, paid_by = NULL WHERE id = $1`,
      [billetId],
    )
  })
}
