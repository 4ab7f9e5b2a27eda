import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expireStale } from '../../src/app/upkeep/expire-stale.ts'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { getMove, movePurchase } from '../../src/domains/purchases/move.ts'
import { lockPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { authorize, contextOf, openPurchase, play, view, withBank } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const refused = /cannot change what was agreed|has ended as|changed without a move|violates check constraint/

const change = (id: string, assignments: string) =>
  query(app, `UPDATE transactions SET move_count = move_count + 1, ${assignments} WHERE id = $1`, [id])

test('a move computed from an outdated state is refused by the database, whatever the table said', async () => {
  const { purchase } = await authorize(app)
  const move = getMove(purchase, 'onboarding-opened')
  await applyCustomerEvent(contextOf(app), purchase.id, 'onboarding-opened')
  const moved = app.database.transaction(tx =>
    movePurchase(tx, app.services.secrets, purchase, move, { now: app.clock.now() }),
  )
  await assert.rejects(moved, /changed under its lock/)
  const same = { ...purchase, status: 'PENDING', step: 'CONFIRMATION' } as const
  await assert.rejects(
    app.database.transaction(tx =>
      movePurchase(tx, app.services.secrets, same, move, { now: app.clock.now() }),
    ),
    /changed under its lock/,
  )
  assert.equal((await view(app, purchase.id)).purchase.step, 'CONFIRMATION')
})

test('a final status is final: no statement reopens a canceled purchase', async () => {
  const { purchase } = await authorize(app)
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: purchase.id,
    by: 'retailer',
  })
  await assert.rejects(change(purchase.id, `status = 'PENDING', canceled_at = NULL`), refused)
  await assert.rejects(change(purchase.id, 'refund_centavos = 100'), refused)
  await assert.rejects(
    query(app, 'DELETE FROM transactions WHERE id = $1', [purchase.id]),
    /permission denied|append-only/,
  )
})

test('impossible pairs and half-made changes are refused by constraints', async () => {
  const { purchase } = await authorize(app)
  for (const assignments of [
    `step = 'COMPLETE'`,
    `status = 'OPEN'`,
    `status = 'CANCELED'`,
    `cancel_reason = 'RETAILER_CANCELED'`,
    `status = 'PROCESSING_CANCEL'`,
    'transfered_at = now()',
    'purchase_centavos = purchase_centavos + 1',
    'net_loan_centavos = approved_limit_centavos + 1',
    `order_id = 'another'`,
    'last_sequence = 0',
  ])
    await assert.rejects(change(purchase.id, assignments), refused, assignments)
  await assert.rejects(
    query(app, 'UPDATE transactions SET deadline_at = now() WHERE id = $1', [purchase.id]),
    refused,
  )
})

test('a signature cannot be rewritten, and a transfer cannot be made twice', async () => {
  const { purchase } = await openPurchase(app)
  await assert.rejects(change(purchase.id, `contract = '{}'`), refused)
  await assert.rejects(change(purchase.id, 'signed_at = now()'), refused)
  await assert.rejects(change(purchase.id, `status = 'PENDING', step = 'SIGNATURE'`), refused)
})

test('moves and events are never changed or removed', async () => {
  for (const table of ['transaction_moves', 'events'])
    for (const text of [
      `UPDATE ${table} SET transaction_id = ''`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ])
      await assert.rejects(query(app, text), /permission denied|append-only/, text)
})

test('a purchase whose processing fails does not hold up the others', async () => {
  const [stuck, free] = [await authorize(app), await authorize(app)]
  await play(app, stuck.purchase.id, 'phone-confirmed')
  app.clock.advance({ days: 4 })
  await app.database.transaction(async tx => {
    await lockPurchase(tx, app.services.secrets, stuck.purchase.id)
    await assert.rejects(expireStale(withBank(contextOf(app))), AggregateError)
  })
  assert.equal((await view(app, free.purchase.id)).purchase.status, 'ABANDONED')
  assert.equal(await expireStale(withBank(contextOf(app))), 1)
})
