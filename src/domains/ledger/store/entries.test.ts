import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { computeBalance } from '../../../../test/support/balance.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { deriveSecrets } from '../../../platform/crypto/secrets.ts'
import { computePayoutOrderedEntry } from '../../payouts/entries.ts'
import { readRefundBooks } from '../../payouts/refunds/refund-books.ts'
import { computePaymentEntry, computeSuspenseEntry } from '../../receivables/entries.ts'
import { listRefundable } from '../../refunds/refund.ts'
import { computeSeal, sealEntries } from '../seal.ts'
import { verifyLedger } from '../verify.ts'
import { computeGenuineBalance, findEntry, postEntries } from './entries.ts'
import { FIRST_SEAL } from './heads.ts'

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
const secrets = deriveSecrets(randomBytes(32))
const post = (...entries: Parameters<typeof postEntries>[2]) =>
  testDatabase.database.transaction(async tx => postEntries(tx, secrets, entries, at))

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
    lateOn: null,
    mac: Buffer.alloc(32),
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
  for (const entry of [owned, ofNobody])
    assert.deepEqual(await findEntry(database, secrets, entry.reference), entry)
  assert.equal(await findEntry(database, secrets, 'payment:nobody’s'), undefined)
  assert.equal(await computeBalance(database, bank), 11_050)
  assert.equal(await computeBalance(database, 'fee-income'), 0)
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
  const refundable = await listRefundable(database, secrets, names.transactionId)
  assert.deepEqual(
    new Map([...refundable].toSorted()),
    new Map([
      [`customer:${names.transactionId}`, 10_000],
      ['late-fine', 200],
      ['late-interest', 150],
      ['suspense', 400],
    ]),
  )
  assert.deepEqual(await listRefundable(database, secrets, 'nobody’s'), new Map())
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
  const { added, forgedIds, ...head } = await sealEntries(database, { secrets, now: at })
  assert.deepEqual(forgedIds, [])
  assert.deepEqual([added, head.position], [entryCount, entryCount])
  const sealed = await verifyLedger(database, { secrets, anchors: [head] })
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

test('an entry that the program did not write gets no seal, fails the verification, and stops every decision about its purchase', async () => {
  const { database } = testDatabase
  const id = newId()
  const customer = `customer:${names.transactionId}`
  await database.transaction(async tx => {
    for (const text of [
      `INSERT INTO ledger_entries VALUES ('${id}', 'payment', NULL, '${names.transactionId}', 'payment:forged', now(), '{}', sha256('mac'))`,
      `INSERT INTO ledger_unsealed VALUES ('${id}')`,
      `INSERT INTO ledger_postings VALUES ('${id}', 1, '${bank}', 4000000), ('${id}', 2, '${customer}', -4000000)`,
    ])
      await tx.run({ name: '', text }, [])
  })
  await post(
    computeSuspenseEntry({
      ...received,
      reference: 'after',
      amountCentavos: 1,
      caseId: newId(),
      reason: 'UNKNOWN_BILLET',
      billet: undefined,
    }),
  )
  const { added, forgedIds } = await sealEntries(database, { secrets, now: at })
  assert.deepEqual([added, forgedIds], [1, [id]])
  const forged = { name: 'ForgedRow', rowId: id }
  await assert.rejects(listRefundable(database, secrets, names.transactionId), forged)
  await assert.rejects(findEntry(database, secrets, 'payment:forged'), forged)
  await assert.rejects(readRefundBooks(database, secrets, names.transactionId), forged)
  await assert.rejects(computeGenuineBalance(database, secrets, `customer:${names.transactionId}`), forged)
  const { fault } = await verifyLedger(database, { secrets })
  assert.deepEqual([fault?.entryId, fault?.problem], [id, 'it was not written by this program'])
})

test('a seal that somebody else wrote, with the right hash, stops sealing', async () => {
  const { database } = testDatabase
  await post(
    computeSuspenseEntry({
      ...received,
      reference: 'sealed by others',
      amountCentavos: 1,
      caseId: newId(),
      reason: 'UNKNOWN_BILLET',
      billet: undefined,
    }),
  )
  const text = `INSERT INTO ledger_seals SELECT 1 + (SELECT max(position) FROM ledger_seals), entry_id, sha256('any') FROM ledger_unsealed ORDER BY entry_id DESC LIMIT 1`
  await database.run({ name: '', text }, [])
  await assert.rejects(sealEntries(database, { secrets, now: at }), /was not written by this deployment/)
})

test('books that cannot be read are not reported as broken', async () => {
  const away = { ...testDatabase.database, run: () => Promise.reject(new Error('the database is away')) }
  await assert.rejects(verifyLedger(away), /the database is away/)
})
