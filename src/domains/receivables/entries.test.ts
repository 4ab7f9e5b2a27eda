import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountOn, describeEntry, listLines, sumLines } from '../../../test/support/entry-lines.ts'
import { computeReversal } from '../ledger/entry.ts'
import { computePaymentEntry, computeSuspenseEntry } from './entries.ts'

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'shop', transactionId: 'bought' }
const billet = { ...names, id: 'billet-1' }
const received = {
  reference: 'E2E',
  receivedIn: 'bank:itau',
  amountCentavos: 10_350,
  receivedAt: at,
} as const

test('a payment is booked under the reference of the bank, with its charges on separate lines', () => {
  const entry = computePaymentEntry({
    ...received,
    billet,
    fineCentavos: 200,
    interestCentavos: 150,
    excessCentavos: 0,
  })
  assert.deepEqual(listLines(entry), [
    'bank:itau 10350',
    'customer:bought -10000',
    'late-fine -200',
    'late-interest -150',
  ])
  const booked = {
    kind: 'payment',
    reference: 'payment:E2E',
    occurredAt: at,
    memo: { billetId: 'billet-1' },
  }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked })
})

test('what is paid beyond a debt is owed back with the entry of the payment', () => {
  const charges = { fineCentavos: 200, interestCentavos: 150, excessCentavos: 1_000 }
  assert.deepEqual(listLines(computePaymentEntry({ ...received, billet, ...charges })), [
    'bank:itau 10350',
    'customer:bought -9000',
    'late-fine -200',
    'late-interest -150',
    'refunds-due -1000',
  ])
})

test('money in suspense records its case, its reason and the owner of the billet', () => {
  const why = { caseId: 'case-1', reason: 'WRONG_AMOUNT' }
  const entry = computeSuspenseEntry({ ...received, ...why, billet })
  assert.deepEqual(listLines(entry), ['bank:itau 10350', 'suspense -10350'])
  const booked = { kind: 'suspense', reference: 'payment:E2E', occurredAt: at, memo: why }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked })
  const ofNobody = computeSuspenseEntry({ ...received, ...why, billet: undefined })
  assert.deepEqual(describeEntry(ofNobody), { retailerId: undefined, transactionId: undefined, ...booked })
})

test('a reversal keeps the names of its entry and states which one it reverses', () => {
  const entry = computePaymentEntry({
    ...received,
    billet,
    fineCentavos: 200,
    interestCentavos: 150,
    excessCentavos: 0,
  })
  const later = new Date('2026-03-11T15:00:00Z')
  const reversal = computeReversal(entry, { reference: 'undo:1', occurredAt: later })
  assert.deepEqual(listLines(reversal), [
    'bank:itau -10350',
    'customer:bought 10000',
    'late-fine 200',
    'late-interest 150',
  ])
  const booked = {
    kind: 'reversal',
    reference: 'undo:1',
    occurredAt: later,
    memo: { reverses: 'payment:E2E' },
  }
  assert.deepEqual(describeEntry(reversal), { ...names, ...booked })
})

const share = fc.integer({ min: 0, max: 10_000_000 })
const anyPayment = fc.record({
  reference: fc.string({ minLength: 1 }),
  receivedIn: fc.constant(`bank:${'d'.repeat(24)}` as const),
  amountCentavos: fc.integer({ min: 1_000_001, max: 1_000_000_000 }),
  receivedAt: fc.constant(at),
})

test('payments balance, with and without charges, credited or in suspense', () => {
  fc.assert(
    fc.property(anyPayment, share, fc.integer({ min: 0, max: 1_000_000 }), (payment, fine, interest) => {
      const excess = (fine * 7 + interest) % 1000
      const charges = { fineCentavos: fine % 1000, interestCentavos: interest % 1000 }
      const credited = computePaymentEntry({ ...payment, ...charges, excessCentavos: excess, billet })
      const suspended = computeSuspenseEntry({ ...payment, billet: undefined, caseId: 'x', reason: 'y' })
      assert.deepEqual([sumLines(credited), sumLines(suspended)], [0, 0])
      assert.equal(
        amountOn(credited, 'customer:bought'),
        charges.fineCentavos + charges.interestCentavos + excess - payment.amountCentavos,
      )
      assert.equal(amountOn(credited, 'refunds-due') ?? 0, excess === 0 ? 0 : -excess)
      assert.equal(amountOn(suspended, 'suspense'), -payment.amountCentavos)
    }),
  )
})
