import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountOn, describeEntry, listLines, sumLines } from '../../../test/support/entry-lines.ts'
import { computeReversal } from '../ledger/entry.ts'
import { computeCarryOverEntry, computeContractEntry, computeRefundEntry } from './entries.ts'

/*
 * Entries are kept for ever, and references prevent double booking. Every kind of entry is written out in the test beside
 * its composer, so that none changes unnoticed.
 */

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'shop', transactionId: 'bought' }

test('a contract credits every share to its owner, and the down payment to the retailer', () => {
  const entry = computeContractEntry({
    ...names,
    startedAt: at,
    downPaymentCentavos: 20_000,
    installmentsCentavos: 100_000,
    transferCentavos: 70_000,
    commissionCentavos: 1_000,
    retentionCentavos: 2_000,
    iofCentavos: 3_000,
    interestCentavos: 20_000,
    feeCentavos: 3_500,
    premiumCentavos: 500,
  })
  assert.deepEqual(listLines(entry), [
    'customer:bought 120000',
    'retailer:shop -90000',
    'commission-payable:shop -1000',
    'deferred-retention:bought -2000',
    'iof-payable -3000',
    'unearned-interest:bought -20000',
    'deferred-fee:bought -3500',
    'premium-payable:insurer -500',
  ])
  const booked = { kind: 'contract', reference: 'contract:bought', occurredAt: at, memo: {} }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked })
})

test('a refund empties every account that holds money of the customer, and is no entry when there is none', () => {
  const refund = { ...names, reference: 'refund:cancel:bought', decidedAt: at }
  const refundable = new Map([
    ['customer:bought', 10_000],
    ['late-fine', 200],
    ['suspense', 300],
  ] as const)
  const entry = computeRefundEntry({ ...refund, refundable })
  assert.ok(entry)
  assert.deepEqual(listLines(entry), [
    'customer:bought 10000',
    'late-fine 200',
    'suspense 300',
    'refunds-due -10500',
  ])
  const booked = { kind: 'refund-due', reference: refund.reference, occurredAt: at, memo: {} }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked })
  assert.equal(computeRefundEntry({ ...refund, refundable: new Map() }), undefined)
})

test('money that is carried over reduces the debt of the new contract and names the old one', () => {
  const entry = computeCarryOverEntry({
    ...names,
    fromTransactionId: 'before',
    amountCentavos: 500,
    decidedAt: at,
  })
  assert.deepEqual(listLines(entry), ['customer:before 500', 'customer:bought -500'])
  const booked = { kind: 'carry-over', reference: 'carry-over:bought', occurredAt: at }
  assert.deepEqual(describeEntry(entry), { ...names, ...booked, memo: { from: 'before' } })
})

const share = fc.integer({ min: 0, max: 10_000_000 })
const anyContract = fc
  .record({
    downPaymentCentavos: share,
    transferCentavos: fc.integer({ min: 1, max: 10_000_000 }),
    commissionCentavos: fc.integer({ min: -100_000, max: 100_000 }),
    retentionCentavos: share,
    iofCentavos: share,
    interestCentavos: share,
    feeCentavos: share,
    premiumCentavos: share,
  })
  .map(shares => {
    const { downPaymentCentavos: _, ...ofInstallments } = shares
    const installmentsCentavos = Object.values(ofInstallments).reduce((total, each) => total + each, 0)
    return { ...shares, installmentsCentavos, ...names, startedAt: at }
  })

test('a contract books all that the customer owes, and its shares add up to it', () => {
  fc.assert(
    fc.property(anyContract, terms => {
      const entry = computeContractEntry(terms)
      assert.equal(sumLines(entry), 0)
      const owed = terms.downPaymentCentavos + terms.installmentsCentavos
      assert.equal(amountOn(entry, 'customer:bought'), owed === 0 ? undefined : owed)
    }),
  )
})

test('a contract whose shares differ from its installments by one centavo is refused', () => {
  fc.assert(
    fc.property(anyContract, fc.constantFrom(-1, 1), (terms, slip) => {
      const wrong = { ...terms, installmentsCentavos: terms.installmentsCentavos + slip }
      assert.throws(() => computeContractEntry(wrong), /debits exceed credits/)
    }),
  )
})

test('a reversal leaves every account at zero', () => {
  fc.assert(
    fc.property(anyContract, terms => {
      const entry = computeContractEntry(terms)
      const reversal = computeReversal(entry, { reference: 'undo', occurredAt: at })
      for (const { account, amountCentavos } of entry.postings)
        assert.equal(amountOn(reversal, account), -amountCentavos)
      assert.equal(reversal.memo.reverses, entry.reference)
    }),
  )
})
