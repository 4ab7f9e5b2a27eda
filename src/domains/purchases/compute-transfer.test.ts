import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPurchase } from '../../../test/support/stored-purchases.ts'
import { computeTransfer } from './compute-transfer.ts'

test('the retailer gets the purchase less commission and retention', () => {
  assert.equal(computeTransfer(newPurchase()), 100_000 - 800 - 1_700)
})
