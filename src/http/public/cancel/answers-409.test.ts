import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import {
  askCancel,
  buy,
  buyOpen,
  giveUp,
  listPublished,
  moveClock,
  pay,
  read,
  readStatus,
} from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a transaction that is paid up or abandoned is refused with its status, and stays as it is', async () => {
  const [closed, abandoned] = [await buyOpen(app), await buy(app)]
  for (const { id } of (await read(app, closed.transactionId)).installments ?? []) await pay(app, id)
  await moveClock(app, 'P4D')
  for (const [status, { transactionId }] of [
    ['CLOSED', closed],
    ['ABANDONED', abandoned],
  ] as const) {
    const published = await listPublished(app, transactionId)
    expectError(await askCancel(app, transactionId), {
      code: 'transaction_not_cancelable',
      message: `Transaction cannot be canceled in status ${status}`,
      fields: [],
    })
    assert.equal(await readStatus(app, transactionId), status)
    assert.deepEqual(await listPublished(app, transactionId), published)
  }
})

test('a customer withdraws within seven days; after that only the retailer cancels', async () => {
  const [early, late] = [await buyOpen(app), await buyOpen(app)]
  await moveClock(app, 'P7D')
  assert.equal((await giveUp(app, early.transactionId)).body.status, 'CANCELED')
  await moveClock(app, 'P1D')
  expectError(await giveUp(app, late.transactionId), { code: 'transaction_not_cancelable' })
  assert.equal((await askCancel(app, late.transactionId)).status, 200)
})
