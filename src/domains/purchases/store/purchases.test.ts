import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import {
  at,
  complete,
  figures,
  find,
  insert,
  move,
  newPurchase,
  refundAccount,
  SHOP,
  secrets,
} from '../../../../test/support/stored-purchases.ts'
import type { PurchaseEvent } from '../../../contract/purchase-events.ts'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import { getMove } from '../move.ts'
import type { Purchase } from '../purchase.ts'
import { createStatusFinder, listMoves } from './lists.ts'
import {
  composeRefundAccount,
  findPurchase,
  findPurchasesByOption,
  findRefundAccount,
  isOptionOrOrderTaken,
  limitLockWait,
  listCancelingIds,
  listOverdue,
  listTransfersDue,
  lockPurchase,
} from './purchases.ts'

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('a purchase is read back as it was written, with and without its optional parts', async () => {
  const products = [
    {
      id: '1',
      name: 'Fogão',
      amount: 1,
      valueCentavos: 98_500,
      category: 'Casa',
      categoryId: '7',
      image: 'i',
      url: 'u',
    },
  ]
  const plain = newPurchase()
  const full = newPurchase({
    ...complete,
    replacesId: plain.id,
    hasInsurance: true,
    insuredContract: { ...figures, premiumCentavos: 1_000 },
    deadlineAt: at(6),
    transferedAt: at(7),
    products,
  })
  await insert(testDatabase.database, plain, full)
  assert.deepEqual(await find(testDatabase.database, plain), plain)
  assert.deepEqual(await find(testDatabase.database, full), full)
  assert.deepEqual(
    await findPurchase(testDatabase.database, secrets, { retailerId: SHOP, replacesId: plain.id }),
    full,
  )
  const { database } = testDatabase
  assert.deepEqual(await findPurchase(database, secrets, { token: plain.onboardingToken }), plain)
  assert.deepEqual(await database.transaction(tx => lockPurchase(tx, secrets, full.id)), full)
})

test('a purchase is found by its own retailer only, and nothing is found under an unknown name', async () => {
  const purchase = newPurchase()
  await insert(testDatabase.database, purchase)
  const { database } = testDatabase
  const stranger = 'b'.repeat(24)
  const { id, optionId } = purchase
  assert.equal(await findPurchase(database, secrets, { retailerId: stranger, id }), undefined)
  assert.equal(await findPurchase(database, secrets, { retailerId: SHOP, replacesId: id }), undefined)
  assert.equal(await findPurchase(database, secrets, { token: 'nobody’s' }), undefined)
  assert.equal(await database.transaction(tx => lockPurchase(tx, secrets, newId())), undefined)
  const options = [
    { retailerId: stranger, optionId },
    { retailerId: SHOP, optionId },
    { retailerId: SHOP, optionId: newId() },
  ]
  assert.deepEqual(await findPurchasesByOption(database, secrets, options), [undefined, purchase, undefined])
  const findStatus = createStatusFinder(database)
  const asked = [findStatus(stranger, id), findStatus(SHOP, id), findStatus(SHOP, newId())]
  assert.deepEqual(await Promise.all(asked), [undefined, 'PENDING', undefined])
})

test('an option and an order serve one purchase each, and other failures are not mistaken for that', async () => {
  const first = newPurchase()
  await insert(testDatabase.database, first)
  const { optionId, orderId, onboardingToken } = first
  const refusals = [{ optionId }, { orderId }, { onboardingToken }].map(same =>
    insert(testDatabase.database, newPurchase(same)).then(
      () => 'inserted',
      error => isOptionOrOrderTaken(error),
    ),
  )
  assert.deepEqual(await Promise.all(refusals), [true, true, false])
  assert.equal(isOptionOrOrderTaken(new Error('something else')), false)
})

test('a move is stored with all its changes, and its events take the next numbers', async () => {
  const start = newPurchase({ insuredContract: { ...figures, premiumCentavos: 1_000 } })
  await insert(testDatabase.database, start)
  const opened = await move(testDatabase.database, start, 'onboarding-opened', at(2))
  assert.deepEqual(await find(testDatabase.database, start), opened.purchase)
  assert.deepEqual(opened.purchase, {
    ...start,
    step: 'CONFIRMATION',
    changedAt: at(2),
    moveCount: 2,
    lastSequence: 2,
  })
  assert.deepEqual(opened.events, [
    {
      retailerId: SHOP,
      transactionId: start.id,
      sequence: 2,
      type: 'onboarding.step',
      fields: {
        transactionId: start.id,
        orderId: start.orderId,
        action: 'STEP',
        step: 'CONFIRMATION',
        hasInsurance: false,
        interestRatePM: 2.99,
        interestRatePA: 42.41,
        numberOfInstallments: 10,
        paymentInstallments: 100.12,
        downPaymentValue: 200,
        financedAmount: 800,
        totalAmount: 1001.2,
      },
    },
  ])
  const insured = { ...figures, premiumCentavos: 1_000 }
  const changes = { contract: insured, hasInsurance: true, downPaymentPaidAt: at(3) }
  const paid = await move(testDatabase.database, opened.purchase, 'down-payment-paid', at(3), { changes })
  assert.deepEqual(paid.events, [])
  assert.deepEqual(await find(testDatabase.database, start), {
    ...paid.purchase,
    authorizedContract: figures,
  })
  const moves = await listMoves(testDatabase.database, start.id)
  assert.deepEqual(
    moves.map(({ number, event, actor, status, step, movedAt }) => [
      number,
      event,
      actor,
      status,
      step,
      movedAt,
    ]),
    [
      [1, 'authorized', 'retailer', 'PENDING', 'WAITING', at(1)],
      [2, 'onboarding-opened', 'customer', 'PENDING', 'CONFIRMATION', at(2)],
      [3, 'down-payment-paid', 'bank', 'PENDING', 'CONFIRMATION', at(3)],
    ],
  )
})

test('a move from a state that is no longer current is refused and writes nothing', async () => {
  const start = newPurchase()
  await insert(testDatabase.database, start)
  await move(testDatabase.database, start, 'onboarding-opened', at(2))
  await assert.rejects(
    move(testDatabase.database, start, 'onboarding-opened', at(3)),
    /changed under its lock/,
  )
  assert.throws(
    () => getMove(start, 'signed'),
    (error: Error & { event?: string; from?: unknown }) => {
      assert.equal(error.name, 'MoveRefused')
      assert.equal(error.message, 'signed is not possible in PENDING/WAITING')
      assert.deepEqual([error.event, error.from], ['signed', { status: 'PENDING', step: 'WAITING' }])
      return true
    },
  )
})

test('insurance is asked about only if offered and not chosen, and a signature completes a paid purchase', () => {
  const to = (changes: Partial<Purchase>, event: PurchaseEvent) =>
    getMove(newPurchase(changes), event).to.step
  const offered = { step: 'DESK', insuredContract: figures } as const
  assert.equal(to(offered, 'desk-validated'), 'INSURANCE')
  assert.equal(to({ ...offered, hasInsurance: true }, 'desk-validated'), 'SIGNATURE')
  assert.equal(to({ step: 'DESK' }, 'desk-validated'), 'SIGNATURE')
  assert.equal(to({ step: 'SIGNATURE' }, 'signed'), 'ENTRY')
  assert.equal(to({ step: 'SIGNATURE', downPaymentPaidAt: at(2) }, 'signed'), 'COMPLETE')
  assert.equal(to({ step: 'SIGNATURE', downPaymentCentavos: 0 }, 'signed'), 'COMPLETE')
})

test('a cancellation records who asked, when, the refund, and its account, sealed', async () => {
  const { database } = testDatabase
  const start = newPurchase(complete)
  await insert(testDatabase.database, start)
  assert.equal(await findRefundAccount(database, secrets, start.id), undefined)
  const box = await database.transaction(tx => composeRefundAccount(tx, secrets, start.id, refundAccount))
  const asked = await move(testDatabase.database, start, 'cancel-requested', at(6), {
    changes: { canceledBy: 'customer' },
    refundAccount: box,
  })
  assert.deepEqual(await find(testDatabase.database, start), asked.purchase)
  assert.deepEqual(await listCancelingIds(database, at(6), 10), [start.id])
  assert.deepEqual(await listCancelingIds(database, at(5), 10), [])
  const refund = { valueCentavos: 20_000, maxRefundDate: parseCalendarDate('2026-03-24') }
  const ended = await move(testDatabase.database, asked.purchase, 'cancel-finished', at(7), {
    changes: { refund },
    eventFields: { message: 'devolvido' },
  })
  assert.deepEqual(await find(testDatabase.database, start), ended.purchase)
  assert.deepEqual([ended.purchase.canceledAt, asked.purchase.canceledAt], [at(7), undefined])
  assert.equal(ended.purchase.cancelReason, 'CANCELLED_BY_CUSTOMER')
  assert.deepEqual(
    ended.events.map(({ type, sequence, fields }) => [type, sequence, fields]),
    [
      [
        'transaction.canceled',
        2,
        {
          transactionId: start.id,
          orderId: start.orderId,
          action: 'CANCELED',
          status: 'CANCELED',
          cancelReason: 'CANCELLED_BY_CUSTOMER',
          message: 'devolvido',
        },
      ],
    ],
  )
  assert.deepEqual(await findRefundAccount(database, secrets, start.id), refundAccount)
  await assert.rejects(database.transaction(tx => composeRefundAccount(tx, secrets, newId(), refundAccount)))
  assert.equal(await findRefundAccount(database, secrets, newId()), undefined)
})

test('a decision about an invoice is published as an invoice event', async () => {
  const start = newPurchase()
  await insert(testDatabase.database, start)
  const { events } = await move(testDatabase.database, start, 'invoice-refused', at(2))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.refused'],
  )
})

test('a due purchase is listed from the exact instant on, longest wait first', async () => {
  const { database } = testDatabase
  const [early, late] = [newPurchase({ deadlineAt: at(1) }), newPurchase({ deadlineAt: at(2) })]
  const transfer = newPurchase(complete)
  const transfered = newPurchase({ ...complete, transferedAt: at(6) })
  await insert(testDatabase.database, late, early, transfer, transfered)
  const [first, second] = await listOverdue(database, at(3), 10)
  assert.deepEqual([first?.id, second?.id], [early.id, late.id])
  assert.deepEqual(await listOverdue(database, at(3), 1), [first])
  assert.deepEqual(await listOverdue(database, at(3), 10, first), [second])
  assert.deepEqual(await listOverdue(database, at(1), 10), [])
  const { id, retailerId } = transfer
  const wanted = { retailerId, limit: 10 }
  assert.deepEqual(await listTransfersDue(database, at(5), wanted), [{ id, retailerId }])
  assert.deepEqual(await listTransfersDue(database, at(4), wanted), [])
  const ofEach = await listTransfersDue(database, at(5), 'first-of-each')
  assert.deepEqual(
    ofEach.filter(due => due.retailerId === retailerId),
    [{ id, retailerId }],
  )
})

test('waiting for a purchase that another transaction has locked ends at the limit', async () => {
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
