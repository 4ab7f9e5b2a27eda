import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from '../../payouts/entries.ts'
import { computeCaseCreditEntries, computeCaseRefundEntry } from './case-entries.ts'
import { computeContractEntry, computePaymentEntry, computeSuspenseEntry } from './entries.ts'
import { computeReversal, type Entry } from './entry.ts'
import { computeCarryOverEntry, computeRefundEntry } from './purchase-entries.ts'

/*
 * Entries are kept for ever, and references prevent double booking. Every kind of entry is written out here, so that
 * none changes unnoticed.
 */

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'shop', transactionId: 'bought' }
const billet = { ...names, id: 'billet-1' }
const received = {
  reference: 'E2E',
  receivedIn: 'bank:itau',
  amountCentavos: 10_350,
  receivedAt: at,
} as const

/** Accounts and amounts in the order of the lines. */
const lines = (entry: Entry) =>
  entry.postings.map(({ account, amountCentavos }) => `${account} ${amountCentavos}`)
const describe = ({ postings: _, ...rest }: Entry) => rest

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
  assert.deepEqual(lines(entry), [
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
  assert.deepEqual(describe(entry), { ...names, ...booked })
})

test('a payment is booked under the reference of the bank, with its charges on separate lines', () => {
  const entry = computePaymentEntry({
    ...received,
    billet,
    fineCentavos: 200,
    interestCentavos: 150,
    excessCentavos: 0,
  })
  assert.deepEqual(lines(entry), [
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
  assert.deepEqual(describe(entry), { ...names, ...booked })
})

test('what is paid beyond a debt is owed back with the entry of the payment', () => {
  const charges = { fineCentavos: 200, interestCentavos: 150, excessCentavos: 1_000 }
  assert.deepEqual(lines(computePaymentEntry({ ...received, billet, ...charges })), [
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
  assert.deepEqual(lines(entry), ['bank:itau 10350', 'suspense -10350'])
  const booked = { kind: 'suspense', reference: 'payment:E2E', occurredAt: at, memo: why }
  assert.deepEqual(describe(entry), { ...names, ...booked })
  const ofNobody = computeSuspenseEntry({ ...received, ...why, billet: undefined })
  assert.deepEqual(describe(ofNobody), { retailerId: undefined, transactionId: undefined, ...booked })
})

test('suspended money pays a billet, and its excess is owed, under the transaction it came for; the billet’s charges under its own', () => {
  const owner = { retailerId: 'other-shop', transactionId: 'other' }
  const money = { caseId: 'case-1', owner, amountCentavos: 10_450, decidedAt: at, billet }
  const charges = { fineCentavos: 200, interestCentavos: 150, excessCentavos: 100 }
  const entries = computeCaseCreditEntries({ ...money, ...charges })
  assert.deepEqual(entries.map(lines), [
    ['suspense 10450', 'customer:bought -10350', 'refunds-due -100'],
    ['customer:bought 350', 'late-fine -200', 'late-interest -150'],
  ])
  const told = { occurredAt: at, memo: { caseId: 'case-1', billetId: 'billet-1' } }
  assert.deepEqual(entries.map(describe), [
    { ...owner, ...told, kind: 'case-credit', reference: 'case:case-1' },
    { ...names, ...told, kind: 'case-charges', reference: 'case-charges:case-1' },
  ])
  const none = { fineCentavos: 0, interestCentavos: 0, excessCentavos: 0 }
  const [only, ...others] = computeCaseCreditEntries({ ...money, ...none, owner: undefined })
  assert.ok(only)
  assert.deepEqual(lines(only), ['suspense 10450', 'customer:bought -10450'])
  assert.deepEqual([only.retailerId, only.transactionId, others], [undefined, undefined, []])
})

test('suspended money that belongs to no debt is refunded, once per case', () => {
  const money = { caseId: 'case-1', amountCentavos: 10_450, decidedAt: at }
  const entry = computeCaseRefundEntry({ ...money, owner: names })
  assert.deepEqual(lines(entry), ['suspense 10450', 'refunds-due -10450'])
  const booked = { kind: 'refund-due', reference: 'refund:case:case-1', occurredAt: at }
  assert.deepEqual(describe(entry), { ...names, ...booked, memo: { caseId: 'case-1' } })
  const { retailerId, transactionId } = computeCaseRefundEntry({ ...money, owner: undefined })
  assert.deepEqual([retailerId, transactionId], [undefined, undefined])
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
  assert.deepEqual(lines(entry), [
    'customer:bought 10000',
    'late-fine 200',
    'suspense 300',
    'refunds-due -10500',
  ])
  const booked = { kind: 'refund-due', reference: refund.reference, occurredAt: at, memo: {} }
  assert.deepEqual(describe(entry), { ...names, ...booked })
  assert.equal(computeRefundEntry({ ...refund, refundable: new Map() }), undefined)
})

test('money that is carried over reduces the debt of the new contract and names the old one', () => {
  const entry = computeCarryOverEntry({
    ...names,
    fromTransactionId: 'before',
    amountCentavos: 500,
    decidedAt: at,
  })
  assert.deepEqual(lines(entry), ['customer:before 500', 'customer:bought -500'])
  const booked = { kind: 'carry-over', reference: 'carry-over:bought', occurredAt: at }
  assert.deepEqual(describe(entry), { ...names, ...booked, memo: { from: 'before' } })
})

test('a transfer leaves the debt when it is ordered, and the account of the lender when it is paid; what failed is owed again', () => {
  const order = {
    id: 'order',
    kind: 'RETAILER' as const,
    subject: names.retailerId,
    retailerId: names.retailerId,
    transactionId: undefined,
    lenderAccountId: 'itau',
    amountCentavos: 500,
  }
  assert.deepEqual(lines(computePayoutOrderedEntry(order, at)), ['retailer:shop 500', 'in-transit:shop -500'])
  assert.deepEqual(lines(computePayoutPaidEntry(order, at)), ['in-transit:shop 500', 'bank:itau -500'])
  assert.deepEqual(lines(computePayoutFailedEntry(order, at)), ['in-transit:shop 500', 'retailer:shop -500'])
  assert.deepEqual(lines(computePayoutReturnedEntry(order, at)), ['bank:itau 500', 'retailer:shop -500'])
  assert.equal(computePayoutPaidEntry(order, at).reference, 'payout-paid:order')
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
  assert.deepEqual(lines(reversal), [
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
  assert.deepEqual(describe(reversal), { ...names, ...booked })
})
