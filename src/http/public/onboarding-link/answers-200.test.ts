import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { buy, playUntil, readLink } from '../../../../test/support/purchase-http.ts'
import type { Step } from '../../../contract/enums.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the link is the one from /authorize, at every step that waits', async () => {
  const { transactionId, authorized } = await buy(app)
  const steps: Step[] = [
    'WAITING',
    'CONFIRMATION',
    'FRONTDOC',
    'BACKDOC',
    'SELFIE',
    'ASYNC_ANALYSE',
    'INSURANCE',
  ]
  for (const until of [...steps, 'SIGNATURE', 'ENTRY'] as const) {
    assert.equal((await playUntil(app, transactionId, until)).step, until)
    assert.equal(await readLink(app, transactionId), authorized.returnUrl)
  }
})
