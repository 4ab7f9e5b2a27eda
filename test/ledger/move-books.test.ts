import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { accrueMonths } from '../../src/domains/books/accrue-month.ts'
import { findEntry, postEntries } from '../../src/domains/books/ledger/store.ts'
import { findLoan } from '../../src/domains/books/loans/store.ts'
import { moveBooks } from '../../src/domains/books/move-books.ts'
import { reconcileLoans } from '../../src/domains/closing/reconcile-loans.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { balanceOf, contextOf, expectSoundBooks, openPurchase, pay } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const VERSION_1 = ['interest', 'fee', 'iof', 'premium', 'retention', 'commission']

/** The books of a contract as the earlier version wrote them. */
async function writeVersion1(transactionId: string): Promise<void> {
  const contract = await findEntry(app.database, app.services.secrets, `contract:${transactionId}`)
  assert.ok(contract)
  const oldNames: Readonly<Record<string, string>> = {
    'unearned-interest': 'interest',
    'deferred-fee': 'fee',
    'deferred-retention': `retention:${DEMO_RETAILER}`,
    'commission-payable': `commission:${DEMO_RETAILER}`,
    'iof-payable': 'iof',
    'premium-payable': 'premium',
  }
  const postings = contract.postings.flatMap(({ account, amountCentavos }) => {
    const oldName = oldNames[account.split(':')[0] ?? '']
    if (oldName === undefined) return []
    return [
      { account, amountCentavos: -amountCentavos },
      { account: oldName as 'iof', amountCentavos },
    ]
  })
  const now = app.clock.now()
  const entry = { ...contract, reference: `as-version-1:${transactionId}`, postings }
  await app.database.transaction(async tx => postEntries(tx, app.services.secrets, [entry], now))
  // Version 1 knew no provisions, whose rows would keep a loan from being deleted.
  await query(app, 'ALTER TABLE provisions DROP CONSTRAINT IF EXISTS provisions_transaction_id_fkey')
  await query(app, 'DELETE FROM loans WHERE transaction_id = $1', [transactionId])
}

const sumVersion1 = async (): Promise<number[]> =>
  Promise.all(VERSION_1.map(account => balanceOf(app, account)))

test('contracts of version 1, running, closed and canceled, go on as those of version 2, by entries, once', async () => {
  const [running, closed, canceled, later] = [
    await openPurchase(app),
    await openPurchase(app),
    await openPurchase(app),
    await openPurchase(app),
  ]
  const views = [running, closed, canceled, later]
  for (const { purchase } of views) await writeVersion1(purchase.id)
  for (const billet of closed.installments) await pay(app, billet)
  await pay(app, running.installments[0])
  app.clock.advance({ days: 10 })
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: canceled.purchase.id,
    by: 'retailer',
  })
  const income = await balanceOf(app, 'interest-income')
  const count = async () =>
    (await query<{ n: number }>(app, 'SELECT count(*)::integer AS n FROM ledger_entries'))[0]?.n
  // The canceled one was reversed under the names of its contract's entry.
  await moveBooks(contextOf(app))
  assert.deepEqual(await balanceOf(app, `unearned-interest:${closed.purchase.id}`), 0)
  const entries = await count()
  assert.equal(await moveBooks(contextOf(app)), 0)
  assert.equal(await count(), entries)
  assert.deepEqual(
    await sumVersion1(),
    VERSION_1.map(() => 0),
  )
  const interestOf = ({ purchase: { contract } }: typeof closed): number =>
    contract.totalCentavos - contract.amortizationTotalCentavos
  const earned = income - (await balanceOf(app, 'interest-income'))
  const left = -(await balanceOf(app, 'unearned-interest'))
  assert.ok(earned > interestOf(closed), 'all of the closed one, and a part of those that run')
  assert.equal(earned + left, interestOf(closed) + interestOf(running) + interestOf(later))
  assert.equal((await reconcileLoans(app.database)).fault, undefined)
  assert.ok((await findLoan(app.database, closed.purchase.id))?.endedOn)

  // They live on: paid, canceled and accrued as any other.
  await pay(app, running.installments[1])
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: later.purchase.id,
    by: 'retailer',
  })
  assert.equal(await balanceOf(app, `unearned-interest:${later.purchase.id}`), 0)
  app.clock.advance({ days: 40 })
  assert.equal(await accrueMonths(contextOf(app)), 1)
})
