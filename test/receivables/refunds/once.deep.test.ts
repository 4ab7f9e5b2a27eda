import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PayoutOrder } from '../../../src/domains/payouts/order.ts'
import type { PayoutRail, RailAnswer } from '../../../src/domains/payouts/rail.ts'
import { runPayouts } from '../../../src/domains/payouts/run-payouts.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { Database, Transaction } from '../../../src/platform/db/database.ts'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { askCancel, buyOpen, pay, read } from '../../support/purchase-http.ts'
import { expectSoundBooks } from '../../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

class Killed extends Error {}

/** A bank that pays what it takes, once per key, and counts. `dieAfterTaking`: the program never hears its answer. */
function createBank() {
  const paid = new Map<string, number>()
  const state = { dieAfterTaking: false, requests: 0 }
  const answer = (key: string): RailAnswer => {
    const amountCentavos = paid.get(key)
    if (amountCentavos === undefined) return { outcome: 'refused', kind: 'NOT_FOUND', code: '404', text: '' }
    const value = {
      state: 'paid',
      providerId: key,
      amountCentavos,
      at: undefined,
      failure: undefined,
    } as const
    return { outcome: 'done', value }
  }
  const rail: PayoutRail = {
    name: 'TEST',
    async send({ payoutKey, amountCentavos }: PayoutOrder) {
      state.requests += 1
      assert.equal(paid.has(payoutKey), false, 'the bank is asked before anything is sent again')
      paid.set(payoutKey, amountCentavos)
      if (state.dieAfterTaking) throw new Killed()
      return answer(payoutKey)
    },
    find: async payoutKey => answer(payoutKey),
    close: async () => {},
  }
  return { rail, state, paid }
}

/** Dies at the nth transaction, with its work done and not committed. */
function dieAt(database: Database, nth: number): Database {
  let count = 0
  return {
    ...database,
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      database.transaction(async tx => {
        count += 1
        const mine = count
        const result = await work(tx)
        if (mine === nth) throw new Killed()
        return result
      }),
  }
}

const run = (rail: PayoutRail, database = app.database) =>
  runPayouts({ ...app.services, database, payoutRail: rail })

async function sumOf(transactionId: string, text: string): Promise<number> {
  return (await query<{ sum: number }>(app, text, [transactionId]))[0]?.sum ?? 0
}
const sumOwedEver = (id: string) =>
  sumOf(
    id,
    `SELECT coalesce(-sum(amount_centavos), 0)::integer AS sum FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.account = 'refunds-due' AND p.amount_centavos < 0 AND e.reference NOT LIKE 'payout-%' AND e.transaction_id = $1`,
  )

/** Runs until nothing of the transaction is open; the bank may be asked again only after a while. */
async function settle(rail: PayoutRail, transactionId: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await run(rail)
    if ((await read(app, transactionId)).refundStatus === 'PAID') return
    app.clock.advance({ minutes: 20 })
  }
  assert.fail('the refund is not paid')
}

async function expectPaidOnce(bank: ReturnType<typeof createBank>, transactionId: string): Promise<void> {
  const keys = await query<{ key: string }>(
    app,
    `SELECT payout_key AS key FROM payout_orders WHERE transaction_id = $1 AND kind = 'REFUND'`,
    [transactionId],
  )
  const paid = keys.reduce((sum, { key }) => sum + (bank.paid.get(key) ?? 0), 0)
  assert.equal(paid, await sumOwedEver(transactionId))
  const told = await query(
    app,
    `SELECT FROM events WHERE transaction_id = $1 AND type = 'transaction.refunded'`,
    [transactionId],
  )
  assert.equal(told.length, keys.length)
  await expectSoundBooks(app)
}

test('a process that dies at any step between due and paid refunds once', async () => {
  const bank = createBank()
  for (let step = 1; step <= 8; step++) {
    const { transactionId } = await buyOpen(app)
    await askCancel(app, transactionId)
    await run(bank.rail, dieAt(app.database, step)).catch(() => {})
    await settle(bank.rail, transactionId)
    await expectPaidOnce(bank, transactionId)
  }
})

test('an answer of the bank that never arrives is asked for, and nothing is sent twice', async () => {
  const bank = createBank()
  const { transactionId } = await buyOpen(app)
  await askCancel(app, transactionId)
  bank.state.dieAfterTaking = true
  await run(bank.rail).catch(() => {})
  bank.state.dieAfterTaking = false
  assert.equal((await read(app, transactionId)).refundStatus, 'SENT')
  const { requests } = bank.state
  app.clock.advance({ minutes: 5 })
  await settle(bank.rail, transactionId)
  assert.equal(bank.state.requests, requests)
  await expectPaidOnce(bank, transactionId)
})

test('cancellations, late payments and several workers at the same moment refund every centavo once', async () => {
  const bank = createBank()
  const { transactionId } = await buyOpen(app)
  const installments = (await read(app, transactionId)).installments ?? []
  await Promise.all([
    askCancel(app, transactionId),
    askCancel(app, transactionId),
    ...installments.map(({ id }) => pay(app, id)),
    run(bank.rail),
    run(bank.rail),
    askCancel(app, transactionId),
  ])
  await Promise.all([run(bank.rail), run(bank.rail), run(bank.rail)])
  await settle(bank.rail, transactionId)
  const total = installments.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
  assert.ok((await sumOwedEver(transactionId)) > total, 'down payment and all installments go back')
  await expectPaidOnce(bank, transactionId)
})

test('a refund that somebody split into parts below the approval limit still waits for a person', async () => {
  const bank = createBank()
  const { transactionId } = await buyOpen(app)
  await askCancel(app, transactionId)
  await query(
    app,
    `WITH whole AS (SELECT * FROM refunds WHERE transaction_id = $1), half AS (
        INSERT INTO refunds (id, reference, part, retailer_id, transaction_id, amount_centavos, due_since, max_refund_date)
        SELECT $2, reference, 2, retailer_id, transaction_id, amount_centavos / 2, due_since, max_refund_date FROM whole)
      UPDATE refunds r SET amount_centavos = w.amount_centavos - w.amount_centavos / 2 FROM whole w WHERE r.id = w.id`,
    [transactionId, newId()],
  )
  const payoutApprovalLimitCentavos = (await sumOwedEver(transactionId)) - 1
  await runPayouts({ ...app.services, payoutRail: bank.rail, payoutApprovalLimitCentavos })
  const orders = await query(
    app,
    `SELECT state, needs_approval FROM payout_orders WHERE transaction_id = $1 AND kind = 'REFUND'`,
    [transactionId],
  )
  assert.deepEqual(orders, Array(2).fill({ state: 'created', needsApproval: true }))
  assert.equal(bank.paid.size, 0)
})
