import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeContractEntry, computePaymentEntry, computeSuspenseEntry } from './entries.ts'
import { composeEntry, computeReversal, type Entry } from './entry.ts'

const RETAILER = 'a'.repeat(24)
const CONTRACT = 'b'.repeat(24)
const at = new Date('2026-03-10T15:00:00Z')
const billet = { id: 'c'.repeat(24), retailerId: RETAILER, transactionId: CONTRACT }
const share = fc.integer({ min: 0, max: 10_000_000 })

const sum = ({ postings }: Entry) => postings.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
const amountOn = ({ postings }: Entry, account: string) =>
  postings.find(posting => posting.account === account)?.amountCentavos

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
    return { ...shares, installmentsCentavos, retailerId: RETAILER, transactionId: CONTRACT, startedAt: at }
  })

const anyPayment = fc.record({
  reference: fc.string({ minLength: 1 }),
  receivedIn: fc.constant(`bank:${'d'.repeat(24)}` as const),
  amountCentavos: fc.integer({ min: 1_000_001, max: 1_000_000_000 }),
  receivedAt: fc.constant(at),
})

test('a contract books all that the customer owes, and its shares add up to it', () => {
  fc.assert(
    fc.property(anyContract, terms => {
      const entry = computeContractEntry(terms)
      assert.equal(sum(entry), 0)
      const owed = terms.downPaymentCentavos + terms.installmentsCentavos
      assert.equal(amountOn(entry, `customer:${CONTRACT}`), owed === 0 ? undefined : owed)
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

test('payments balance, with and without charges, credited or in suspense', () => {
  fc.assert(
    fc.property(anyPayment, share, fc.integer({ min: 0, max: 1_000_000 }), (payment, fine, interest) => {
      const excess = (fine * 7 + interest) % 1000
      const charges = { fineCentavos: fine % 1000, interestCentavos: interest % 1000 }
      const credited = computePaymentEntry({ ...payment, ...charges, excessCentavos: excess, billet })
      const suspended = computeSuspenseEntry({ ...payment, billet: undefined, caseId: 'x', reason: 'y' })
      assert.deepEqual([sum(credited), sum(suspended)], [0, 0])
      assert.equal(
        amountOn(credited, `customer:${CONTRACT}`),
        charges.fineCentavos + charges.interestCentavos + excess - payment.amountCentavos,
      )
      assert.equal(amountOn(credited, 'refunds-due') ?? 0, excess === 0 ? 0 : -excess)
      assert.equal(amountOn(suspended, 'suspense'), -payment.amountCentavos)
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

test('an entry with fractions, unsafe numbers, one line or none is refused', () => {
  const entry = (...amounts: number[]): Entry => ({
    kind: 'payment',
    retailerId: undefined,
    transactionId: undefined,
    reference: 'r',
    occurredAt: at,
    memo: {},
    postings: amounts.map(amountCentavos => ({ account: 'fee-income', amountCentavos })),
  })
  const refusal = /is not a number of centavos|moves money between accounts|debits exceed credits/
  for (const wrong of [[], [0, 0], [5], [0.5, -0.5], [2 ** 53, -(2 ** 53)], [Number.NaN, 1], [3, -2]])
    assert.throws(() => composeEntry(entry(...wrong)), refusal, String(wrong))
  assert.deepEqual(
    composeEntry(entry(3, 0, -3)).postings.map(({ amountCentavos }) => amountCentavos),
    [3, -3],
  )
})
