import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BalanceLine, describeDifference, listDifferences } from './compare-books.ts'
import { NO_TOTALS } from './totals.ts'

const line = (kind: string, closingCentavos: number): BalanceLine => ({
  kind,
  openingCentavos: 0,
  debitCentavos: Math.max(0, closingCentavos),
  creditCentavos: Math.max(0, -closingCentavos),
  closingCentavos,
})
const totals = { ...NO_TOTALS, kinds: { customer: 100_000, 'unearned-interest': -9_000 } }
const balances = [line('customer', 100_000), line('unearned-interest', -9_000), line('bank', -91_000)]

const describe = (...of: Parameters<typeof listDifferences>): string[] =>
  listDifferences(...of).map(describeDifference)

test('a month whose contracts are what the books hold has no difference', () => {
  assert.deepEqual(describe(totals, balances), [])
})

test('a centavo between the contracts and an account, or between debits and credits, is a difference', () => {
  assert.deepEqual(describe({ ...totals, kinds: { ...totals.kinds, customer: 99_999 } }, balances), [
    'customer: contracts add up to 999.99, and the books hold 1000.00',
  ])
  assert.deepEqual(describe(totals, [...balances, line('allowance', -1), line('provision-expense', 1)]), [
    'allowance: contracts add up to 0.00, and the books hold -0.01',
  ])
  assert.deepEqual(describe(totals, [...balances, line('waived', 1)]), ['debits exceed credits by 0.01'])
})

test('a contract that is not provided for is a difference', () => {
  assert.deepEqual(describe({ ...totals, unprovided: 2 }, balances), ['2 contracts are not provided for'])
})
