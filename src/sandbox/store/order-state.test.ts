import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canPay, computeOrderState, type LinkState } from './order-state.ts'

const attempt = (stage: string, claimSequence: number | null = 2, transactionId = 'a') => ({
  transactionId,
  claimSequence,
  stage,
})

test('without a purchase the link says how the order stands', () => {
  const states: [LinkState, string][] = [
    ['ACTIVE', 'waiting'],
    ['OPENED', 'choosing'],
    ['CLAIMED', 'identification'],
    ['COMPLETED', 'approved'],
    ['EXPIRED', 'expired'],
    ['DELETED', 'canceled'],
  ]
  for (const [link, state] of states) assert.equal(computeOrderState(link, []), state)
})

test('every step of a purchase has its words, and steps that are new to the shop count as identification', () => {
  const states: [string, string][] = [
    ['WAITING', 'identification'],
    ['FRONTDOC', 'identification'],
    ['ASYNC_ANALYSE', 'analysis'],
    ['DESK', 'analysis'],
    ['INSURANCE', 'contract'],
    ['SIGNATURE', 'contract'],
    ['ENTRY', 'down-payment'],
    ['COMPLETE', 'approved'],
    ['APPROVED', 'approved'],
    ['CLOSED', 'approved'],
    ['DENIED', 'denied'],
    ['CANCELED', 'canceled'],
    ['SOMETHING_NEW', 'identification'],
  ]
  for (const [stage, state] of states)
    assert.equal(computeOrderState('CLAIMED', [attempt(stage)]), state, stage)
})

test('of two purchases the one that claimed the link later counts, in whichever order they are listed', () => {
  const first = attempt('DENIED', 2, 'a')
  const second = attempt('FRONTDOC', 3, 'b')
  assert.equal(computeOrderState('CLAIMED', [first, second]), 'identification')
  assert.equal(computeOrderState('CLAIMED', [second, first]), 'identification')
  // Its claim is still on the way: nobody hears of an older purchase for the first time after a newer one ended.
  assert.equal(computeOrderState('CLAIMED', [attempt('ENTRY', null, 'b'), first]), 'down-payment')
})

test('an approved purchase stands beside one that is told of later', () => {
  assert.equal(
    computeOrderState('COMPLETED', [attempt('APPROVED', 2, 'a'), attempt('WAITING', 3, 'b')]),
    'approved',
  )
})

test('the payment page is offered while the link can be used', () => {
  assert.equal(canPay('ACTIVE', 'waiting'), true)
  assert.equal(canPay('CLAIMED', 'denied'), true)
  assert.equal(canPay('EXPIRED', 'expired'), false)
  assert.equal(canPay('DELETED', 'canceled'), false)
  assert.equal(canPay('CLAIMED', 'approved'), false)
  assert.equal(canPay('COMPLETED', 'canceled'), false)
})
