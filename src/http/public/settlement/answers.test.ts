import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, buyOpen, cancel, pay, read, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { type AskedPayoff, askPayoff, askQuote, settle } from '../../../../test/support/settlements.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const both = (transactionId: string, asked: AskedPayoff = {}, key = DEMO_KEY) =>
  Promise.all([askQuote(app, transactionId, asked, key), askPayoff(app, transactionId, asked, key)])

test('400: days in the past, too far ahead, or on no calendar are refused with the name of the field', async () => {
  const { transactionId } = await buyOpen(app)
  // Today is Tuesday, 2026-03-10: the fifth business day after it is Tuesday, 2026-03-17.
  const range = 'must be a day from 2026-03-10 to 2026-03-17'
  const exists = 'must be a day that exists, written YYYY-MM-DD'
  const wrong: [string, string][] = [
    ['2026-03-09', range],
    ['2026-03-18', range],
    ['2027-03-10', range],
    ['2026-02-30', exists],
    ['10/03/2026', exists],
    ['', exists],
  ]
  for (const [date, sentence] of wrong)
    for (const answer of await both(transactionId, { date }))
      expectError(answer, { code: 'invalid_parameters', message: `date ${sentence}`, fields: ['date'] })
  const [quoted, issued] = await both(transactionId, { date: '2026-03-17' })
  assert.deepEqual([quoted.status, issued.status], [200, 200])
  // There is no PSP here, and banks take a billet of Saturday on Monday.
  const [saturday, refused] = await both(transactionId, { date: '2026-03-14' })
  assert.equal(saturday.status, 200)
  expectError(refused, {
    code: 'invalid_parameters',
    message: 'date must be a business day: there is no Pix, and banks take billets on those',
    fields: ['date'],
  })
})

test('400: installments that there are not, and amounts that are too small or above the debt, change nothing', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  const before = await read(app, transactionId)
  const { value } = (await askQuote(app, transactionId)).body as { value: number }
  const form = 'must be all, next or last: and a number, such as last:2'
  const range = `must be from 1 to ${value}, all that is owed on 2026-03-10`
  const wrong: [AskedPayoff, string, string][] = [
    [
      { installments: 'last:4' },
      'installments',
      'asks for more than the 3 installments that are not due on 2026-03-10',
    ],
    [{ installments: 'last:0' }, 'installments', form],
    [{ installments: 'first' }, 'installments', form],
    [{ amount: 0.99 }, 'amount', range],
    [{ amount: 0 }, 'amount', range],
    [{ amount: Math.round(value * 100 + 1) / 100 }, 'amount', range],
    [{ amount: 10, installments: 'all' }, 'amount', 'must not be given together with installments'],
  ]
  for (const [asked, field, sentence] of wrong)
    for (const answer of await both(transactionId, asked))
      expectError(answer, { code: 'invalid_parameters', message: `${field} ${sentence}`, fields: [field] })
  for (const amount of ['ten', '1e3', '-1', '10,00'])
    for (const answer of await both(transactionId, { amount })) assert.equal(answer.status, 400)
  assert.deepEqual(await read(app, transactionId), before)
  assert.equal((await settle(app, transactionId, { amount: value })).value, value)
})

test('400, 404: an id that is none, or of another retailer', async () => {
  const { transactionId } = await buyOpen(app)
  for (const answer of await both('abc')) expectError(answer, { code: 'transaction_id_invalid', fields: [] })
  for (const answer of [...(await both(UNKNOWN_ID)), ...(await both(transactionId, {}, PLAIN_KEY))])
    expectError(answer, { code: 'transaction_not_found', fields: [] })
})

test('401: without a valid key', async () => {
  for (const answer of await both(UNKNOWN_ID, {}, 'wrong')) expectError(answer, { code: 'invalid_api_key' })
})

test('409: a purchase that is not complete, closed or canceled has nothing to settle', async () => {
  const [pending, closed, canceled] = [await buy(app), await buyOpen(app), await buyOpen(app)]
  for (const { id } of (await read(app, closed.transactionId)).installments ?? []) await pay(app, id)
  await cancel(app, canceled.transactionId)
  for (const [{ transactionId }, status] of [
    [pending, 'PENDING'],
    [closed, 'CLOSED'],
    [canceled, 'CANCELED'],
  ] as const)
    for (const answer of await both(transactionId))
      expectError(answer, {
        code: 'transaction_state_conflict',
        message: `There is nothing to settle in status ${status}`,
        fields: [],
      })
})

test('200: under one Idempotency-Key the same answer is given, also after another settlement took its place', async () => {
  const { transactionId } = await buyOpen(app)
  const path = `/public/transaction/${transactionId}/settlement`
  const ask = () =>
    app.post(path, { apiKey: DEMO_KEY, installments: 'next' }, { 'idempotency-key': 'settle-1' })
  const first = await ask()
  assert.equal(first.status, 200, first.text)
  await settle(app, transactionId)
  assert.equal((await ask()).text, first.text)
})
