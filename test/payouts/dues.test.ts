import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app/app.ts'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import type { IofDue } from '../../src/domains/ledger/store/iof-periods.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
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
  name: 'Receita Federal',
  document: '11444777000161',
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11444777000161' },
}
const tax: IofDue = {
  periodEnd: parseCalendarDate('2026-03-31'),
  payBy: parseCalendarDate('2026-04-06'),
  amountCentavos: 2_687,
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
        {
          kind: 'payment',
          retailerId: undefined,
          transactionId: undefined,
          reference: 'taxes',
          occurredAt: now,
          memo: {},
          postings: [
            { account: 'suspense', amountCentavos: 2_687 },
            { account: 'iof-payable', amountCentavos: -2_687 },
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
    payoutPayees: { treasury: payee, insurer: payee },
    ...more,
  })
const listTaxes = async () => [tax]

test('nothing is ordered for entries that have no seal yet: sealing checks that the program wrote them', async () => {
  assert.equal(await orderDues(lender(), async () => []), 0)
  await sealEntries(testDatabase.database, { secrets, now })
})

test('without a payee taxes and premiums wait, and are counted', async () => {
  const waiting = lender({ payoutPayees: { treasury: undefined, insurer: undefined } })
  assert.equal(await orderDues(waiting, listTaxes), 0)
  assert.equal(await countDuesWithoutPayee(waiting, listTaxes), 2)
})

test('no more is ordered than the books owe', async () => {
  const inflated = { ...tax, amountCentavos: tax.amountCentavos + 1 }
  const dues = lender({ payoutPayees: { treasury: payee, insurer: undefined } })
  await assert.rejects(
    orderDues(dues, async () => [inflated]),
    /the books owe only 2687/,
  )
})

test('a period of the tax is ordered once for its pay-by day, and the premiums once a month', async () => {
  const ordered = await Promise.all([orderDues(lender(), listTaxes), orderDues(lender(), listTaxes)])
  assert.equal(ordered[0] + ordered[1], 2)
  assert.equal(await orderDues(lender(), listTaxes), 0)
  const { orders } = await listOrders(testDatabase.database, secrets, { limit: 10 })
  assert.deepEqual(
    orders
      .map(({ kind, obligation, amountCentavos, dueOn }) => [kind, obligation, amountCentavos, dueOn])
      .sort(),
    [
      ['INSURER', 'INSURER:insurer:2026-03', 3_600, '2026-04-02'],
      ['IOF', 'IOF:2026-03-31', 2_687, '2026-04-06'],
    ],
  )
  assert.equal(await countDuesWithoutPayee(lender(), listTaxes), 0)
})
