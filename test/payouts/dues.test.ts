import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app/app.ts'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import { createOrder } from '../../src/domains/payouts/create-order.ts'
import { countDuesWithoutPayee, orderDues } from '../../src/domains/payouts/order-dues.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import type { Payee } from '../../src/domains/payouts/payee.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { partOfApp } from '../support/part-of-app.ts'

const secrets = deriveSecrets(randomBytes(32))
const now = new Date('2026-04-02T15:00:00Z')
const payee: Payee = {
  name: 'Seguradora',
  document: '11444777000161',
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11444777000161' },
}

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
  const { id, ...settings } = DEMONSTRATION_ACCOUNT
  const { database } = testDatabase
  await createAccount(database, secrets, settings, { now, channel: 'sandbox', id })
  await database.transaction(async tx =>
    postEntries(
      tx,
      secrets,
      [
        {
          kind: 'payment',
          retailerId: undefined,
          transactionId: undefined,
          reference: 'premiums',
          occurredAt: now,
          memo: {},
          postings: [
            { account: 'suspense', amountCentavos: 3_600 },
            { account: 'premium-payable:insurer', amountCentavos: -3_600 },
          ],
        },
      ],
      now,
    ),
  )
})
after(() => testDatabase.close())

const lender = (more: Partial<App> = {}): App =>
  partOfApp({
    database: testDatabase.database,
    secrets,
    clock: { now: () => now },
    payoutPayees: { insurer: payee },
    ...more,
  })

test('nothing is ordered for entries that have no seal yet: sealing checks that the program wrote them', async () => {
  assert.equal(await orderDues(lender()), 0)
  await sealEntries(testDatabase.database, { secrets, now })
})

test('without a payee premiums wait, and are counted', async () => {
  const waiting = lender({ payoutPayees: { insurer: undefined } })
  assert.equal(await orderDues(waiting), 0)
  assert.equal(await countDuesWithoutPayee(waiting), 1)
})

test('no more is ordered than the books owe', async () => {
  const inflated = {
    kind: 'INSURER',
    subject: 'insurer',
    obligation: 'INSURER:insurer:2026-02',
    amountCentavos: 3_601,
    lenderAccountId: DEMONSTRATION_ACCOUNT.id,
    payee,
    dueOn: parseCalendarDate('2026-04-02'),
    needsApproval: false,
  } as const
  const { database } = testDatabase
  await assert.rejects(
    database.transaction(tx => createOrder(tx, secrets, inflated, now)),
    /the books owe only 3600/,
  )
  assert.deepEqual((await listOrders(database, secrets, { limit: 10 })).orders, [])
})

test('the premiums are ordered once a month, and tax never: it is paid by DARF', async () => {
  const ordered = await Promise.all([orderDues(lender()), orderDues(lender())])
  assert.equal(ordered[0] + ordered[1], 1)
  assert.equal(await orderDues(lender()), 0)
  const { orders } = await listOrders(testDatabase.database, secrets, { limit: 10 })
  assert.deepEqual(
    orders.map(({ kind, obligation, amountCentavos, dueOn }) => [kind, obligation, amountCentavos, dueOn]),
    [['INSURER', 'INSURER:insurer:2026-03', 3_600, '2026-04-02']],
  )
  assert.equal(await countDuesWithoutPayee(lender()), 0)
})
