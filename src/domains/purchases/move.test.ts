import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { at, complete, find, insert, move, newPurchase } from '../../../test/support/stored-purchases.ts'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { composeWebhookEvents, getMove } from './move.ts'

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

test('a move with two events takes two numbers, the step first', () => {
  const purchase = newPurchase({ step: 'SIGNATURE', downPaymentPaidAt: at(2), lastSequence: 7 })
  const events = composeWebhookEvents({ ...purchase, ...complete }, getMove(purchase, 'signed'))
  assert.deepEqual(
    events.map(({ sequence, type }) => [sequence, type]),
    [
      [8, 'onboarding.step'],
      [9, 'transaction.approved'],
    ],
  )
})

test('every transaction event carries the status and the reason that the purchase has from then on', () => {
  const pending = newPurchase({ step: 'DESK' })
  const open = newPurchase(complete)
  const agreement = newPurchase({ ...complete, renegotiates: '0123456789abcdef01234567' })
  const cases = [
    [pending, 'desk-refused', 'CANCELED', 'ONBOARDING_REFUSED'],
    [pending, 'deadline-passed', 'ABANDONED', 'CUSTOMER_ABANDONED'],
    [open, 'last-billet-paid', 'CLOSED', 'UNSPECIFIED_CANCEL_REASON'],
    [open, 'transfered', 'OPEN', 'UNSPECIFIED_CANCEL_REASON'],
    [agreement, 'renegotiation-failed', 'CANCELED', 'RENEGOTIATION_FAILED'],
  ] as const
  for (const [purchase, event, status, cancelReason] of cases) {
    const move = getMove(purchase, event)
    const moved = { ...purchase, ...move.to, cancelReason: move.cancelReason }
    const fields = composeWebhookEvents(moved, move).at(-1)?.fields
    assert.deepEqual([fields?.status, fields?.cancelReason], [status, cancelReason], event)
  }
  const invoice = composeWebhookEvents(open, getMove(open, 'invoice-matched')).at(-1)?.fields
  assert.deepEqual([invoice?.action, invoice?.status], ['VALIDATED', undefined])
})
