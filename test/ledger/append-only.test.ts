import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { computeImbalance } from '../../src/domains/ledger/store/imbalance.ts'
import { computeContractEntry } from '../../src/domains/purchases/entries.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { computeBalance } from '../support/balance.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const secrets = deriveSecrets(randomBytes(32))

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

const now = new Date('2026-03-10T15:00:00Z')
const run = (text: string, values: readonly unknown[] = []) =>
  testDatabase.database.run({ name: '', text }, values)
const contract = (transactionId: string) =>
  computeContractEntry({
    retailerId: 'a'.repeat(24),
    transactionId,
    startedAt: now,
    downPaymentCentavos: 0,
    installmentsCentavos: 11_000,
    transferCentavos: 10_000,
    commissionCentavos: 0,
    retentionCentavos: 0,
    iofCentavos: 0,
    interestCentavos: 1_000,
    feeCentavos: 0,
    premiumCentavos: 0,
  })
const post = (transactionId: string) =>
  testDatabase.database.transaction(async tx => postEntries(tx, secrets, [contract(transactionId)], now))

test('the role of the program can neither change nor remove anything from the books', async () => {
  await post('1'.repeat(24))
  for (const table of ['ledger_entries', 'ledger_postings', 'ledger_seals', 'bank_notices']) {
    for (const text of [`UPDATE ${table} SET ctid = ctid`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      const safe = text.replace('SET ctid = ctid', `SET ${firstColumn(table)} = ${firstColumn(table)}`)
      await assert.rejects(run(safe), { code: '42501', message: /permission denied/ }, safe)
    }
  }
  assert.equal(await computeBalance(testDatabase.database, `customer:${'1'.repeat(24)}`), 11_000)
})

const firstColumn = (table: string) =>
  ({ ledger_entries: 'kind', ledger_postings: 'account', ledger_seals: 'hash', bank_notices: 'bank' })[table]

test('an event is booked once, and a second try leaves nothing behind', async () => {
  await post('2'.repeat(24))
  await assert.rejects(post('2'.repeat(24)), { code: '23505', constraint: 'ledger_entries_reference_unique' })
  assert.equal(await computeBalance(testDatabase.database, `customer:${'2'.repeat(24)}`), 11_000)
})

test('the database itself refuses an unbalanced entry, whichever role writes it', async () => {
  const id = '3'.repeat(24)
  const entry = `INSERT INTO ledger_entries VALUES ('${id}', 'payment', NULL, NULL, 'odd', now(), '{}', sha256('odd'))`
  const posting = (line: number, amount: number, account = 'fee-income') =>
    `INSERT INTO ledger_postings VALUES ('${id}', ${line}, '${account}', ${amount})`
  const attempt = (...texts: string[]) =>
    testDatabase.database.transaction(async tx => {
      for (const text of texts) await tx.run({ name: '', text }, [])
    })
  await assert.rejects(attempt(entry), /no postings/)
  await assert.rejects(attempt(entry, posting(1, 5)), /does not balance: 5/)
  await assert.rejects(attempt(entry, posting(1, 5), posting(2, -4)), /does not balance: 1/)
  await assert.rejects(attempt(entry, posting(1, 0)), { code: '23514' })
  await assert.rejects(attempt(entry, posting(1, 5, 'pocket')), { code: '23514' })
  await assert.rejects(attempt(posting(1, 5), posting(2, -5)), /of its own transaction/)
  await assert.rejects(attempt(entry, posting(1, 5), posting(2, -5)), /does not wait for a seal/)
  const waiting = `INSERT INTO ledger_unsealed VALUES ('${id}')`
  await attempt(entry, waiting, posting(1, 5), posting(2, -5))
  await assert.rejects(attempt(`DELETE FROM ledger_unsealed WHERE entry_id = '${id}'`), /without a seal/)
  await assert.rejects(attempt(posting(3, 7), posting(4, -7)), /of its own transaction/)
  assert.equal(await computeImbalance(testDatabase.database), 0)
})
