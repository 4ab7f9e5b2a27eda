import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { at, complete, find, insert, move, newPurchase } from '../../../test/support/stored-purchases.ts'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('the deadline of a down payment and the time of a transfer are stored', async () => {
  const { database } = testDatabase
  const unpaid = newPurchase({ step: 'SIGNATURE' })
  const open = newPurchase(complete)
  await insert(database, unpaid, open)
  const signed = await move(database, unpaid, 'signed', at(2), {
    changes: { signedAt: at(2) },
    downPaymentExpiresAt: at(9),
  })
  assert.deepEqual((await find(database, unpaid))?.deadlineAt, at(9))
  assert.deepEqual(signed.purchase.deadlineAt, at(9))
  await move(database, open, 'transfered', at(3), { changes: { transferedAt: at(3) } })
  assert.deepEqual((await find(database, open))?.transferedAt, at(3))
})

test('the refund of a purchase that has ended is an event, and leaves its end as it was', async () => {
  const { database } = testDatabase
  const start = newPurchase({ step: 'ENTRY' })
  await insert(database, start)
  const changes = { refund: { valueCentavos: 20_000, maxRefundDate: parseCalendarDate('2026-03-24') } }
  const ended = await move(database, start, 'payment-link-deleted', at(3), { changes })
  const refunded = await move(database, ended.purchase, 'refunded', at(5), {
    eventFields: { amount: 200, refundedAt: at(5).toISOString() },
  })
  const [event] = refunded.events
  assert.deepEqual([event?.type, event?.sequence], ['transaction.refunded', ended.purchase.lastSequence + 1])
  assert.deepEqual(event?.fields, {
    transactionId: start.id,
    orderId: start.orderId,
    action: 'REFUNDED',
    status: 'CANCELED',
    cancelReason: 'PAYMENT_LINK_DELETED',
    amount: 200,
    refundedAt: at(5).toISOString(),
  })
  assert.deepEqual(await find(database, start), {
    ...ended.purchase,
    lastSequence: ended.purchase.lastSequence + 1,
    moveCount: ended.purchase.moveCount + 1,
    changedAt: at(5),
  })
  const text = 'UPDATE transactions SET refund_centavos = 1, move_count = move_count + 1 WHERE id = $1'
  await assert.rejects(database.run({ name: 'test.forge-refund', text }, [start.id]), /has ended/)
})
