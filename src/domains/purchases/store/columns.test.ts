import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newPurchase, refundAccount, secrets } from '../../../../test/support/stored-purchases.ts'
import { ForgedRow } from '../../../platform/crypto/row-mac.ts'
import {
  openRefundAccount,
  type PurchaseRow,
  purchaseMac,
  sealDetails,
  sealRefundAccount,
  sealToken,
  toPurchase,
} from './columns.ts'

test('data sealed for one purchase cannot be opened for another', () => {
  const [mine, other] = [newPurchase(), newPurchase()]
  const keySalt = randomBytes(16)
  const box = sealRefundAccount(secrets, keySalt, mine.id, refundAccount)
  assert.deepEqual(openRefundAccount(secrets, keySalt, mine.id, box), refundAccount)
  assert.throws(() => openRefundAccount(secrets, keySalt, other.id, box))
  const row = {
    ...mine,
    keySalt,
    details: sealDetails(secrets, keySalt, mine),
    tokenBox: sealToken(secrets, mine.id, mine.onboardingToken),
    refundCentavos: null,
    maxRefundDate: null,
    mac: purchaseMac.compute(secrets, mine),
  } as unknown as PurchaseRow
  assert.deepEqual(toPurchase(secrets, row).customer, mine.customer)
  const details = sealDetails(secrets, keySalt, other)
  assert.throws(() => toPurchase(secrets, { ...row, details }), ForgedRow)
  const tokenBox = sealToken(secrets, other.id, other.onboardingToken)
  assert.throws(() => toPurchase(secrets, { ...row, tokenBox }), ForgedRow)
})
