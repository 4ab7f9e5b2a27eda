import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefundStatus } from '../../contract/refunds.ts'
import { computeMaxRefundDate, computeRefundSummary } from './refund.ts'

const at = new Date('2026-03-10T15:00:00Z')
const later = new Date('2026-03-12T15:00:00Z')
const of = (state: RefundStatus, amountCentavos = 100, paidAt: Date | null = null) => ({
  state,
  amountCentavos,
  paidAt,
})

test('several refunds of a transaction add up, and the worst state counts', () => {
  const states: readonly RefundStatus[] = ['FAILED', 'DUE', 'SENT', 'PAID']
  for (const [index, worst] of states.entries()) {
    const refunds = states.slice(index).map(state => of(state, 100, state === 'PAID' ? at : null))
    for (const order of [refunds, refunds.toReversed()]) {
      const summary = computeRefundSummary(order)
      assert.deepEqual([summary?.status, summary?.valueCentavos], [worst, 100 * refunds.length])
      assert.deepEqual(summary?.refundedAt, worst === 'PAID' ? at : undefined)
    }
  }
})

test('all is refunded when the last refund is paid', () => {
  assert.deepEqual(computeRefundSummary([of('PAID', 250, later), of('PAID', 50, at)]), {
    valueCentavos: 300,
    status: 'PAID',
    refundedAt: later,
  })
  assert.equal(computeRefundSummary([]), undefined)
})

test('money goes back within ten business days of Brazil', () => {
  assert.equal(computeMaxRefundDate(at), '2026-03-24')
  assert.equal(computeMaxRefundDate(new Date('2026-12-18T15:00:00Z')), '2027-01-05')
})
