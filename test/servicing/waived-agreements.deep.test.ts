import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { agree, buyAndPayTwo, moveTo, readPlain, todayOf } from '../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { pay } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a rest of an agreement is waived like any other, and is owed again when the agreement is broken', async () => {
  const original = await buyAndPayTwo(app)
  await moveTo(app, '2026-08-20')
  const agreement = await agree(app, original)
  const [first] = (await readPlain(app, agreement)).installments ?? []
  await moveTo(app, '2026-09-21')
  const paid = (first?.value ?? 0) - 1
  const before = await balanceOf(app, 'waived')
  const { paymentStatus } = await pay(app, first?.id ?? '', { amount: paid }, PLAIN_KEY)
  assert.equal(paymentStatus, 'PAID')
  assert.equal(await balanceOf(app, 'waived'), before + 100)
  await expectSoundBooks(app)
  await moveTo(app, '2026-11-19')
  assert.equal((await readPlain(app, agreement)).status, 'CANCELED')
  assert.equal(await balanceOf(app, 'waived'), before)
  await expectSoundBooks(app)
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId: PLAIN_RETAILER, id: original })
  assert.ok(purchase)
  const { totalCentavos } = await readDebt(app.services, purchase, todayOf(app))
  // 601.71 where the whole installment was paid: one real more of the old debt, and its interest of 59 days.
  assert.equal(totalCentavos, 60_171 + 100 + 2)
})
