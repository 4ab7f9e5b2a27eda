import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyCustomerEvent } from '../../src/flows/onboarding/apply-customer-event.ts'
import { authorizePurchase } from '../../src/flows/purchase/authorize-purchase.ts'
import { cancelPurchase } from '../../src/flows/purchase/cancel-purchase.ts'
import { removeProducts } from '../../src/flows/purchase/remove-products.ts'
import { type Database, DatabaseUnavailable } from '../../src/platform/db/database.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { type Cut, cutDatabase } from '../support/cutting-database.ts'
import {
  authorize,
  contextOf,
  expectSoundBooks,
  newOrderId,
  openPurchase,
  pay,
  pickOption,
  play,
  quote,
} from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

/** Everything that is known about an order, without the ids and dates that differ from one to the next. */
async function describeOrder(orderId: string): Promise<string> {
  const rows = await query<{ told: unknown }>(
    app,
    `SELECT json_build_object(
        'state', json_build_array(t.status, t.step, t.cancel_reason, t.last_sequence, t.move_count, t.refund_centavos,
          t.down_payment_paid_at IS NULL, t.signed_at IS NULL, t.completed_at IS NULL, t.transfer_centavos),
        'billets', (SELECT json_agg(json_build_array(b.installment_number, b.payment_status, b.canceled_at IS NULL, b.amount_centavos)
          ORDER BY b.installment_number) FROM billets b WHERE b.transaction_id = t.id),
        'orders', (SELECT json_agg(o.movement ORDER BY o.movement) FROM bank_orders o JOIN billets b ON b.id = o.billet_id
          WHERE b.transaction_id = t.id),
        'events', (SELECT json_agg(e.type ORDER BY e.sequence) FROM events e WHERE e.transaction_id = t.id),
        'books', (SELECT json_agg(json_build_array(e.kind, split_part(p.account, ':', 1), p.amount_centavos)
          ORDER BY e.kind, split_part(p.account, ':', 1), p.amount_centavos)
          FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.transaction_id = t.id),
        'credit', (SELECT json_build_array(c.is_living, c.has_started) FROM credit_contracts c WHERE c.transaction_id = t.id)
      ) AS told
    FROM transactions t WHERE t.order_id = $1 ORDER BY t.replaces_id NULLS FIRST`,
    [orderId],
  )
  return JSON.stringify(rows.map(({ told }) => told))
}

interface Prepared {
  readonly orderId: string
  /** Safe to repeat, as a caller would who heard nothing. */
  act(database: Database): Promise<unknown>
}

/**
 * Cuts the connection before and after every statement and commit. What is found afterwards is one of the states between which
 * the flow commits, and repeating it always ends in the last of them.
 */
async function sweep(
  prepare: () => Promise<Prepared>,
  options: { readonly stages?: readonly string[]; readonly isRepeatable?: boolean } = {},
): Promise<void> {
  const { stages = [], isRepeatable = true } = options
  const whole = await prepare()
  const start = await describeOrder(whole.orderId)
  const counting = cutDatabase(app.database)
  await whole.act(counting)
  const end = await describeOrder(whole.orderId)
  assert.notEqual(end, start)
  const seen = new Set<string>()
  for (let at = 1; at <= counting.count(); at++)
    for (const when of ['before', 'after'] as const) {
      const place: Cut = { at, when }
      const { orderId, act } = await prepare()
      await assert.rejects(act(cutDatabase(app.database, place)), DatabaseUnavailable, JSON.stringify(place))
      const found = await describeOrder(orderId)
      assert.ok([start, ...stages, end].includes(found), `${JSON.stringify(place)}: ${found}`)
      seen.add(found)
      await expectSoundBooks(app)
      if (isRepeatable || found === start) await act(app.database)
      assert.equal(await describeOrder(orderId), end, JSON.stringify(place))
    }
  // Cuts that never reach the end would show nothing.
  assert.deepEqual(seen, new Set([start, ...stages, end]))
  await expectSoundBooks(app)
}

test('authorize, cut anywhere: no purchase at all, or the whole of it', () =>
  sweep(async () => {
    const option = pickOption(await quote(app))
    const command = {
      retailerId: DEMO_RETAILER,
      optionId: option._id,
      orderId: newOrderId(),
      hasInsurance: undefined,
    }
    return {
      orderId: command.orderId,
      act: database => authorizePurchase(contextOf(app, database), command),
    }
  }))

test('settle, cut anywhere: an unpaid down payment, or a paid one with the purchase completed', () =>
  sweep(async () => {
    const { purchase, downPaymentBillet } = await authorize(app)
    await play(app, purchase.id)
    const reference = `sweep-${purchase.id}`
    return {
      orderId: purchase.orderId,
      act: database => pay(app, downPaymentBillet, { reference, database }),
    }
  }))

test('complete by signature, cut anywhere: an unsigned contract, or billets, books and transfer of a signed one', () =>
  sweep(
    async () => {
      const { purchase, downPaymentBillet } = await authorize(app)
      await pay(app, downPaymentBillet)
      await play(app, purchase.id, 'insurance-answered')
      return {
        orderId: purchase.orderId,
        act: database => applyCustomerEvent(contextOf(app, database), purchase.id, 'signed'),
      }
    },
    { isRepeatable: false },
  ))

test('cancel, cut anywhere: untouched, PROCESSING_CANCEL, or canceled with the refund booked', async () => {
  const prepare = async () => {
    const { purchase, installments } = await openPurchase(app)
    await pay(app, installments[0])
    return purchase
  }
  const command = (transactionId: string) =>
    ({ retailerId: DEMO_RETAILER, transactionId, by: 'retailer' }) as const
  const halted = await prepare()
  const halt = { ...contextOf(app), delayCancellation: () => Promise.reject(new Error('halted')) }
  await assert.rejects(cancelPurchase(halt, command(halted.id)), /halted/)
  const stages = [await describeOrder(halted.orderId)]
  await sweep(
    async () => {
      const purchase = await prepare()
      return {
        orderId: purchase.orderId,
        act: database => cancelPurchase(contextOf(app, database), command(purchase.id)),
      }
    },
    { stages },
  )
})

test('product removal, cut anywhere: the old contract, or the new one with all that was paid', () =>
  sweep(async () => {
    const products = [
      { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
      { id: 'kettle', name: 'Chaleira', amount: 2, value: 250 },
    ]
    const { purchase, installments } = await openPurchase(app, { products })
    await pay(app, installments[0])
    return {
      orderId: purchase.orderId,
      act: database =>
        removeProducts(contextOf(app, database), {
          retailerId: DEMO_RETAILER,
          transactionId: purchase.id,
          productIds: ['kettle'],
        }),
    }
  }))
