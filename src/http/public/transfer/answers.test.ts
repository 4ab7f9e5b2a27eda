import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, checkAnswer, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { askJson } from '../../../../test/support/statements.ts'
import { TransferAnswer } from '../../../contract/orders.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const ask = (transactionId: string, key?: string) =>
  askJson(app, `/public/transaction/${transactionId}/transfer`, {}, key)

test('200: an order names what its transfer waits for, and what is kept of it', async () => {
  const { transactionId, orderId } = await buy(app)
  const transfer = checkAnswer(TransferAnswer, await ask(transactionId))
  assert.deepEqual(
    [transfer.transactionId, transfer.orderId, transfer.state],
    [transactionId, orderId, 'BLOCKED'],
  )
  assert.deepEqual(
    transfer.blockers.map(({ code }) => code),
    ['NOT_SIGNED'],
  )
  const { purchaseValue, commission, retention, transferValue } = transfer
  assert.equal(Math.round((purchaseValue - commission - retention) * 100), Math.round(transferValue * 100))
})

test('400, 401 and 404: a wrong id, no key, another shop', async () => {
  const { transactionId } = await buy(app)
  expectError(await ask('abc'), { code: 'transaction_id_invalid' })
  expectError(await ask(transactionId, ''), { code: 'invalid_api_key' })
  expectError(await ask(UNKNOWN_ID), { code: 'transaction_not_found' })
  expectError(await ask(transactionId, PLAIN_KEY), { code: 'transaction_not_found' })
})
