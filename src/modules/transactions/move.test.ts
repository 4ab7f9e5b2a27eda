import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  at,
  complete,
  find,
  insert,
  move,
  newPurchase,
  refundAccount,
  secrets,
} from '../../../test/support/stored-purchases.ts'
import {
  composeWebhookEvents,
  computeTransfer,
  describePayer,
  getMove,
  limitLockWait,
  presentMaskedCpf,
  presentMaskedPhone,
} from './index.ts'
import {
  openRefundAccount,
  type PurchaseRow,
  sealDetails,
  sealRefundAccount,
  sealToken,
  toPurchase,
} from './row.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('the retailer gets the purchase less commission and retention', () => {
  assert.equal(computeTransfer(newPurchase()), 100_000 - 800 - 1_700)
})

test('the payer is named by the CPF, with the address of the purchase', () => {
  const purchase = newPurchase()
  assert.deepEqual(describePayer(purchase), {
    name: 'Cliente CPF 123.456.789-09',
    cpf: '12345678909',
    ...purchase.customer.address,
  })
})

test('strangers see the middle of a CPF and the end of a phone', () => {
  assert.equal(presentMaskedCpf('12345678909'), '***.456.789-**')
  assert.equal(presentMaskedPhone('11987651234'), '(11) *****-1234')
})

test('a move that is told twice takes two numbers, the step first', () => {
  const purchase = newPurchase({ step: 'SIGNATURE', downPaymentPaidAt: at(2), lastSequence: 7 })
  const events = composeWebhookEvents({ ...purchase, ...complete }, getMove(purchase, 'signed'))
  assert.deepEqual(
    events.map(({ sequence, type }) => [sequence, type]),
    [
      [8, 'onboarding.step'],
      [9, 'transaction.approved'],
    ],
  )
})

test('the time to pay a down payment, and the time of a transfer, are kept', async () => {
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

test('what is sealed for one purchase does not open for another', () => {
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
  } as unknown as PurchaseRow
  assert.deepEqual(toPurchase(secrets, row).customer, mine.customer)
  const details = sealDetails(secrets, keySalt, other)
  assert.throws(() => toPurchase(secrets, { ...row, details }))
  const tokenBox = sealToken(secrets, other.id, other.onboardingToken)
  assert.throws(() => toPurchase(secrets, { ...row, tokenBox }))
})

test('waiting for a purchase that somebody else holds ends when it was told to', async () => {
  const { database } = testDatabase
  const held = newPurchase()
  await insert(database, held)
  const lock = { name: '', text: 'SELECT FROM transactions WHERE id = $1 FOR UPDATE' }
  await database.transaction(async holder => {
    await holder.run(lock, [held.id])
    const waiting = database.transaction(async tx => {
      limitLockWait(tx, 50)
      await tx.run(lock, [held.id])
    })
    await assert.rejects(waiting, /lock timeout/)
  })
})
