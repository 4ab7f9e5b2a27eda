import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEntry, listLines } from '../../../test/support/entry-lines.ts'
import { computeCaseCreditEntries, computeCaseRefundEntry } from './case-entries.ts'

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'shop', transactionId: 'bought' }
const billet = { ...names, id: 'billet-1' }

test('suspended money pays a billet, and its excess is owed, under the transaction it came for; the billet’s charges under its own', () => {
  const owner = { retailerId: 'other-shop', transactionId: 'other' }
  const money = { caseId: 'case-1', owner, amountCentavos: 10_450, decidedAt: at, billet }
  const charges = { fineCentavos: 200, interestCentavos: 150, excessCentavos: 100 }
  const entries = computeCaseCreditEntries({ ...money, ...charges })
  assert.deepEqual(entries.map(listLines), [
    ['suspense 10450', 'customer:bought -10350', 'refunds-due -100'],
    ['customer:bought 350', 'late-fine -200', 'late-interest -150'],
  ])
  const told = { occurredAt: at, memo: { caseId: 'case-1', billetId: 'billet-1' } }
  assert.deepEqual(entries.map(describeEntry), [
    { ...owner, ...told, kind: 'case-credit', reference: 'case:case-1' },
    { ...names, ...told, kind: 'case-charges', reference: 'case-charges:case-1' },
  ])
  const none = { fineCentavos: 0, interestCentavos: 0, excessCentavos: 0 }
  const [only, ...others] = computeCaseCreditEntries({ ...money, ...none, owner: undefined })
  assert.ok(only)
  assert.deepEqual(listLines(only), ['suspense 10450', 'customer:bought -10450'])
  assert.deepEqual([only.retailerId, only.transactionId, others], [undefined, undefined, []])
})

test('suspended money that belongs to no debt is refunded, once per case', () => {
  const money = { caseId: 'case-1', amountCentavos: 10_450, decidedAt: at }
  const entry = computeCaseRefundEntry({ ...money, owner: names })
  assert.deepEqual(listLines(entry), ['suspense 10450', 'refunds-due -10450'])
  const booked = { kind: 'refund-due', reference: 'refund:case:case-1', occurredAt: at }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked, memo: { caseId: 'case-1' } })
  const { retailerId, transactionId } = computeCaseRefundEntry({ ...money, owner: undefined })
  assert.deepEqual([retailerId, transactionId], [undefined, undefined])
})
