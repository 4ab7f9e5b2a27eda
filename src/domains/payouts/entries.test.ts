import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listLines } from '../../../test/support/entry-lines.ts'
import {
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from './entries.ts'

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'shop', transactionId: 'bought' }

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
  assert.deepEqual(listLines(computePayoutOrderedEntry(order, at)), [
    'retailer:shop 500',
    'in-transit:shop -500',
  ])
  assert.deepEqual(listLines(computePayoutPaidEntry(order, at)), ['in-transit:shop 500', 'bank:itau -500'])
  assert.deepEqual(listLines(computePayoutFailedEntry(order, at)), [
    'in-transit:shop 500',
    'retailer:shop -500',
  ])
  assert.deepEqual(listLines(computePayoutReturnedEntry(order, at)), ['bank:itau 500', 'retailer:shop -500'])
  assert.equal(computePayoutPaidEntry(order, at).reference, 'payout-paid:order')
})
