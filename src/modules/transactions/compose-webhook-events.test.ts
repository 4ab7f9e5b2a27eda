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
