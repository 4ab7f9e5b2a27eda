import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buyOpen, moveClock, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { askJson, listTransfersOf } from '../../../../test/support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('a transfer that is unknown, of another retailer, or no transfer at all is not found', async () => {
  await buyOpen(app)
  await moveClock(app, 'PT30S')
  const own = (await listTransfersOf(app)).data[0]?.transferId
  assert.ok(own)
  for (const [id, key] of [
    [UNKNOWN_ID, undefined],
    ['x', undefined],
    ["'%20OR%201=1--", undefined],
    [own, PLAIN_KEY],
  ] as const)
    expectError(await askJson(app, `/transfers/${id}`, {}, key), { code: 'transfer_not_found', fields: [] })
})
