import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reconcilePayouts } from '../../src/domains/closing/reconcile-payouts.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

/** The first `times` lists of orders are from before the bank told that they are paid. */
function readBefore(times: number): Database {
  let left = times
  return {
    ...app.database,
    async run<Row>(...[statement, values]: Parameters<Database['run']>): Promise<Row[]> {
      const rows = await app.database.run<Row & { state: string }>(statement, values)
      if (typeof statement === 'string' || statement.name !== 'payouts.list-states' || left-- <= 0)
        return rows
      return rows.map(row => ({ ...row, state: row.state === 'paid' ? 'accepted' : row.state }))
    },
  }
}

test('an order that is paid while it is compared with the books is no difference; one that stays so is', async () => {
  await buyOpen(app)
  await moveClock(app, 'P3D')
  const paid = await query(app, `SELECT id FROM payout_orders WHERE state = 'paid'`)
  assert.ok(paid.length > 0)
  await expectSoundBooks(app)
  assert.equal((await reconcilePayouts(readBefore(1))).fault, undefined)
  const { fault } = await reconcilePayouts(readBefore(2))
  assert.match(fault?.problem ?? '', /^it is accepted, and \d+ centavos are booked as paid, not 0$/)
})
