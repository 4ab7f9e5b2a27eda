import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, complete, newPurchase } from '../../../test/support/stored-purchases.ts'
import { composeWebhookEvents } from './compose-webhook-events.ts'
import { getMove } from './move.ts'

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
