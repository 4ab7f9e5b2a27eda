import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PayableAnswer } from '../../src/contract/sandbox.ts'
import { DEMO_KEY, PLAIN_KEY, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { buy, checkAnswer, moveClock, pay, playUntil, read, UNKNOWN_ID } from '../support/purchase-http.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const ask = async (transactionId: string, key = DEMO_KEY) =>
  readAnswer(
    await fetch(`${app.url}/sandbox/transaction/${transactionId}/billets`, {
      headers: { 'x-service-apikey': key },
    }),
  )
const list = async (transactionId: string) => checkAnswer(PayableAnswer, await ask(transactionId)).billets

test('only what a bank would accept today is listed, with what it asks for', async () => {
  const { transactionId } = await buy(app, { installments: 6 })
  assert.deepEqual(await list(transactionId), [], 'the contract is not signed yet')
  await playUntil(app, transactionId, 'ENTRY')
  const [entry, ...others] = await list(transactionId)
  assert.ok(entry)
  assert.deepEqual([entry.kind, entry.methods, others], ['DOWN_PAYMENT', ['PIX', 'BILLET'], []])
  await pay(app, entry.id)
  const open = await list(transactionId)
  assert.deepEqual(
    open.map(({ kind, installmentNumber, installmentNumbers }) => [
      kind,
      installmentNumber,
      installmentNumbers,
    ]),
    [1, 2, 3, 4, 5, 6].map(number => ['INSTALLMENT', number, 6]),
  )
  await pay(app, open[0]?.id ?? '')
  await moveClock(app, 'P70D')
  const [late, next] = await list(transactionId)
  const { installments = [] } = await read(app, transactionId)
  assert.deepEqual([late?.id, next?.value], [installments[1]?.id, installments[2]?.value])
  assert.ok((late?.value ?? 0) > (installments[1]?.value ?? 0), 'fine and interest are in it')
})

test('404: a transaction that nobody has, or another retailer', async () => {
  const { transactionId } = await buy(app)
  expectError(await ask(UNKNOWN_ID), { code: 'transaction_not_found' })
  expectError(await ask(transactionId, PLAIN_KEY), { code: 'transaction_not_found' })
})
