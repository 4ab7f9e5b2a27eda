import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { at, complete, find, insert, move, newPurchase } from '../../../test/support/stored-purchases.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('the deadline of a down payment and the time of a transfer are stored', async () => {
  const { database } = testDatabase
  const unpaid = newPurchase({ step: 'SIGNATURE' })
  const open = newPurchase(complete)
  await insert(database, unpaid, open)
  const signed = await move(database, unpaid, 'signed', at(2), {
    changes: { signedAt: at(2) },
    downPaymentExpiresAt: at(9),
  })
  assert.deepEqual((await find(database, unpaid))?.deadlineAt, at(9))
  assert.deepEqual(signed.purchase.deadlineAt, at(9))
  await move(database, open, 'transfered', at(3), { changes: { transferedAt: at(3) } })
  assert.deepEqual((await find(database, open))?.transferedAt, at(3))
})
