import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import {
  at,
  complete,
  find,
  insert,
  move,
  newPurchase,
  secrets,
} from '../../../../test/support/stored-purchases.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Purchase } from '../purchase.ts'
import { countAtDesk, listPlaced } from './lists.ts'
import { forgetCustomer } from './purchases.ts'

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('the desk sees who waits and since when, despite payments in between, and finds them by their names', async () => {
  const { database } = testDatabase
  const start = newPurchase({ step: 'ASYNC_ANALYSE' })
  await insert(testDatabase.database, start, newPurchase())
  const { purchase } = await move(testDatabase.database, start, 'analysis-unsure', at(2))
  const paid = await move(testDatabase.database, purchase, 'down-payment-paid', at(3), {
    changes: { downPaymentPaidAt: at(3) },
  })
  const placed = { purchase: paid.purchase, enteredAt: at(2), enteredBy: 2 }
  assert.deepEqual(await listPlaced(database, secrets, { atDesk: 'all', limit: 10 }), [placed])
  assert.deepEqual(await listPlaced(database, secrets, { ids: [start.id, newId()] }), [placed])
  assert.equal(await countAtDesk(database, 10), 1)
  assert.equal(await countAtDesk(database, 0), 0)
  const nothing = { transactionId: undefined, orderId: undefined, cpfIndex: undefined }
  const { id: transactionId, orderId, cpfIndex } = start
  const search = (name: Partial<Record<'transactionId' | 'orderId', string>> & { cpfIndex?: Buffer }) =>
    listPlaced(database, secrets, { atDesk: { ...nothing, ...name }, limit: 10 })
  for (const name of [{ transactionId }, { orderId }, { cpfIndex }])
    assert.deepEqual(await search(name), [placed])
  assert.deepEqual(await search({}), [])
  assert.deepEqual(await search({ orderId: newId() }), [])
})

test('a purchase that has ended can be read without its customer; a living one is not forgotten', async () => {
  const { database } = testDatabase
  const living = newPurchase()
  const ended = newPurchase({ ...complete, status: 'CLOSED', transferedAt: at(6) })
  await insert(testDatabase.database, living, ended)
  const forget = (purchase: Purchase) => database.transaction(tx => forgetCustomer(tx, secrets, purchase))
  await assert.rejects(forget(living), /has not ended/)
  assert.deepEqual(await find(testDatabase.database, living), living)
  await forget(ended)
  const nobody = {
    cpf: '00000000000',
    phone: '00000000000',
    email: '',
    address: { zipCode: '', street: '', number: '', complement: '', city: '', state: '' },
  }
  assert.deepEqual(await find(testDatabase.database, ended), { ...ended, customer: nobody, products: [] })
})
