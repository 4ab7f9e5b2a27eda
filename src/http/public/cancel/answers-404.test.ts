import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askCancel, buy, readStatus, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a malformed, unknown or foreign transaction is not found, with the same text', async () => {
  const { transactionId } = await buy(app)
  const ids = [
    transactionId,
    UNKNOWN_ID,
    'abc',
    '',
    "' OR 1=1--",
    '%',
    transactionId.toUpperCase(),
    'x'.repeat(5000),
  ]
  const texts = new Set<string>()
  for (const id of ids) {
    const answer = await askCancel(app, id, {}, PLAIN_KEY)
    expectError(answer, { code: 'transaction_not_found', message: 'Transaction not found', fields: [] })
    texts.add(answer.text.replace(String(answer.body.trackId), ''))
  }
  assert.equal(texts.size, 1)
  assert.equal(await readStatus(app, transactionId), 'PENDING')
})
