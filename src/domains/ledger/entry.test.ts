import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeEntry, type Entry } from './entry.ts'

const at = new Date('2026-03-10T15:00:00Z')

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
