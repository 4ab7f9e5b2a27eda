import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findWatchedDebt, listOldDebts } from '../../src/domains/payouts/desk/read-payouts.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, cancel, moveClock, read } from '../support/purchase-http.ts'
import { readStatementOf } from '../support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const centavos = (amount = 0): number => Math.round(amount * 100)
const readAll = async () => {
  const to = new Date(app.services.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
  return readStatementOf(app, { from: '2026-03-10', to })
}
const sumOf = (lines: Awaited<ReturnType<typeof readAll>>['lines'], kind: string): number =>
  lines.filter(line => line.kind === kind).reduce((sum, { amount }) => sum + centavos(amount), 0)

test('what a cancellation after the transfer costs is kept from the next transfers, and is a case when it lasts', async () => {
  const first = await buyOpen(app)
  await moveClock(app, 'PT30S')
  const { transferValue, transferedAt } = await read(app, first.transactionId)
  assert.ok(transferValue && transferedAt)
  await cancel(app, first.transactionId)

  const owing = await readAll()
  assert.equal(centavos(owing.closingBalance), -centavos(transferValue))
  assert.equal(sumOf(owing.lines, 'CANCELLATION'), -centavos(transferValue))
  const debt = await findWatchedDebt(app.services, DEMO_RETAILER)
  assert.deepEqual([debt?.amountCentavos, debt?.isCase], [centavos(transferValue), false])
  assert.deepEqual(await listOldDebts(app.services), [])
  await moveClock(app, 'P31D')
  assert.deepEqual(
    (await listOldDebts(app.services)).map(({ retailerId }) => retailerId),
    [DEMO_RETAILER],
  )

  // A smaller purchase is settled by it, without a transfer; a larger one pays the rest and is transferred in part.
  const small = await buyOpen(app, { value: 1_000 })
  await moveClock(app, 'PT30S')
  const settled = await read(app, small.transactionId)
  assert.ok(settled.transferedAt)
  const rest = centavos(transferValue) - centavos(settled.transferValue)
  assert.equal(centavos((await readAll()).closingBalance), -rest)
  const large = await buyOpen(app, { value: 2_000 })
  await moveClock(app, 'PT30S')
  const { lines, closingBalance } = await readAll()
  const paid = centavos((await read(app, large.transactionId)).transferValue) - rest
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'TRANSFER').map(({ amount }) => centavos(amount)),
    [-centavos(transferValue), -paid],
  )
  assert.equal(closingBalance, 0)
  assert.equal(await findWatchedDebt(app.services, DEMO_RETAILER), undefined)
})
