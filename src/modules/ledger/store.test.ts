import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  computeBalance,
  computePaymentEntry,
  computePayoutOrderedEntry,
  computeSuspenseEntry,
  findEntry,
  listRefundable,
  postEntries,
  sealEntries,
  verifyLedger,
} from './index.ts'
import { computeSeal, FIRST_SEAL } from './seal.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

const at = new Date('2026-03-10T15:00:00Z')
const names = { retailerId: 'a'.repeat(24), transactionId: 'b'.repeat(24) }
const billet = { ...names, id: 'c'.repeat(24) }
const bank = `bank:${'d'.repeat(24)}` as const
const received = { receivedIn: bank, receivedAt: at }
const post = (...entries: Parameters<typeof postEntries>[1]) =>
  testDatabase.database.transaction(async tx => postEntries(tx, entries, at))

test('the seal of an entry never changes', () => {
  const entry = {
    id: '1'.repeat(24),
    kind: 'payment',
    retailerId: null,
    transactionId: names.transactionId,
    reference: 'payment:E2E',
    occurredAt: '2026-03-10T15:00:00.000000',
    memo: '{}',
    postings: [
      [1, bank, 500],
      [2, 'suspense', -500],
    ],
  } as const
  const first = computeSeal(FIRST_SEAL, entry)
  const second = computeSeal(first, entry)
  assert.deepEqual([first.position, second.position], [1, 2])
  assert.equal(first.hash, 'f70e9c7ab9626f73b8a6a2c4f3292bfdb11d12a7306f690e25e1a4a0fa7265fb')
  assert.equal(second.hash, '88e1d5640fe674b332664adcfc237946511010ff90d3ec134bfa8f2f239a57cf')
})

test('an entry is found by its reference as it was booked', async () => {
  const owned = computePaymentEntry({
    ...received,
    reference: 'owned',
    amountCentavos: 10_350,
    billet,
    fineCentavos: 200,
    interestCentavos: 150,
    excessCentavos: 0,
  })
  const ofNobody = computeSuspenseEntry({
    ...received,
    reference: 'of-nobody',
    amountCentavos: 700,
    billet: undefined,
    caseId: 'e'.repeat(24),
    reason: 'UNKNOWN_BILLET',
  })
  await post(owned, ofNobody)
  const { database } = testDatabase
  for (const entry of [owned, ofNobody]) assert.deepEqual(await findEntry(database, entry.reference), entry)
  assert.equal(await findEntry(database, 'payment:nobody’s'), undefined)
  assert.equal(await computeBalance(database, bank), 11_050)
  assert.equal(await computeBalance(database, 'fee'), 0)
})

test('refundable is what the customer of one transaction paid, its charges and its suspended money, and nothing else', async () => {
  const { database } = testDatabase
  const suspended = { caseId: 'e'.repeat(24), reason: 'WRONG_AMOUNT' }
  const other = { ...billet, transactionId: 'f'.repeat(24) }
  await post(
    computeSuspenseEntry({ ...received, ...suspended, reference: 'wrong', amountCentavos: 400, billet }),
    computeSuspenseEntry({
      ...received,
      ...suspended,
      reference: 'other',
      amountCentavos: 9_000,
      billet: other,
    }),
    computePayoutOrderedEntry(
      {
        ...names,
        id: 'a'.repeat(24),
        kind: 'RETAILER',
        subject: names.retailerId,
        lenderAccountId: 'd'.repeat(24),
        amountCentavos: 50,
      },
      at,
    ),
  )
  const refundable = await listRefundable(database, names.transactionId)
  assert.deepEqual(
    new Map([...refundable].toSorted()),
    new Map([
      [`customer:${names.transactionId}`, 10_000],
      ['late-fine', 200],
      ['late-interest', 150],
      ['suspense', 400],
    ]),
  )
  assert.deepEqual(await listRefundable(database, 'nobody’s'), new Map())
})

test('books of several pages are sealed to the last entry, and verify before and after', async () => {
  const { database } = testDatabase
  const already = await verifyLedger(database)
  assert.equal(already.fault, undefined)
  const many = Array.from({ length: 1_200 }, (_, index) =>
    computePaymentEntry({
      ...received,
      reference: `many:${index}`,
      amountCentavos: 1_000,
      billet,
      fineCentavos: 20,
      interestCentavos: 0,
      excessCentavos: 0,
    }),
  )
  await post(...many)
  const waiting = await verifyLedger(database)
  const entryCount = already.entryCount + 1_200
  assert.deepEqual([waiting.fault, waiting.entryCount, waiting.head], [undefined, entryCount, FIRST_SEAL])
  const { added, ...head } = await sealEntries(database)
  assert.deepEqual([added, head.position], [entryCount, entryCount])
  const sealed = await verifyLedger(database, { anchors: [head] })
  assert.deepEqual(sealed, { ...waiting, head })
  assert.deepEqual(Object.fromEntries([...sealed.balancesCentavos].toSorted()), {
    bank: 1_220_450,
    customer: -1_186_000,
    'in-transit': -50,
    'late-fine': -24_200,
    'late-interest': -150,
    retailer: 50,
    suspense: -10_100,
  })
})

test('books that cannot be read are not reported as broken', async () => {
  const away = { ...testDatabase.database, run: () => Promise.reject(new Error('the database is away')) }
  await assert.rejects(verifyLedger(away), /the database is away/)
})
