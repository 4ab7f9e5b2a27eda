import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  accept,
  acceptFirst,
  askRenegotiation,
  buyAndPayTwo,
  moveTo,
  offer,
  readPlain,
  todayOf,
} from '../../../../test/support/agreements.ts'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { listAudit } from '../../../../test/support/desk.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askCancel, buy, playUntil, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp
let late: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  late = await buyAndPayTwo(app)
  await moveTo(app, '2026-06-09')
})
after(() => app.stop())

const ask = (more: object, transactionId = late) => askRenegotiation(app, transactionId, more)
const countTransactions = () => query(app, 'SELECT count(*)::integer AS count FROM transactions')

test('409 without a delay: on its due date nothing is overdue yet', async () => {
  expectError(await ask({ preview: true }), { code: 'nothing_overdue' })
  await moveTo(app, '2026-06-22')
  assert.equal((await offer(app, late)).debtValue, 753.32)
})

test('an offer that SQL wrote or changed is agreed to by nobody, and reported', async () => {
  const [first] = (await offer(app, late)).options
  assert.ok(first)
  await query(
    app,
    `INSERT INTO agreement_offers (id, retailer_id, transaction_id, quoted_on, expires_at, terms, mac)
     SELECT $2, retailer_id, transaction_id, quoted_on, expires_at, terms, mac FROM agreement_offers WHERE id = $1`,
    [first.optionId, UNKNOWN_ID],
  )
  const before = await countTransactions()
  assert.equal((await ask({ optionId: UNKNOWN_ID })).status, 500)
  assert.deepEqual(await countTransactions(), before)
  const reports = (await listAudit(app)).filter(({ action }) => action === 'refused.forged-row')
  assert.deepEqual(
    reports.map(({ subject, details }) => [subject, details.table]),
    [[UNKNOWN_ID, 'agreement_offers']],
  )
  await query(app, 'DELETE FROM agreement_offers WHERE id = $1', [UNKNOWN_ID])
})

test('400 names the field: numbers, amounts and dates beyond what is offered, or nothing to do', async () => {
  const before = await countTransactions()
  const wrong: readonly (readonly [object, string])[] = [
    [{ installments: 0 }, 'installments must be a whole number from 1 to 24'],
    [{ installments: 25 }, 'installments must be a whole number from 1 to 24'],
    [{ installments: 1.5 }, 'installments must be a whole number from 1 to 24'],
    [{ downPaymentValue: -1 }, 'downPaymentValue must be a number ≥ 0 and at most 10000000'],
    [{ downPaymentValue: 202.75 }, 'downPaymentValue must be at most 202.74, of what is overdue'],
    [{ firstDueDate: '2026-02-30' }, 'firstDueDate must be a day that exists, written YYYY-MM-DD'],
    [{ firstDueDate: '2026-07-06' }, 'firstDueDate must be from 2026-07-07 to 2026-08-06'],
    [{ firstDueDate: '2026-08-07' }, 'firstDueDate must be from 2026-07-07 to 2026-08-06'],
  ]
  for (const [more, message] of wrong) {
    const answer = await ask({ preview: true, ...more })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body.message, message)
  }
  expectError(await ask({}), { code: 'missing_parameters', message: 'Missing parameters: optionId' })
  expectError(await ask({ optionId: 'x' }), { code: 'invalid_parameters', message: 'optionId is invalid' })
  expectError(await ask({ preview: true, optionId: UNKNOWN_ID }), {
    code: 'invalid_parameters',
    message: 'optionId is accepted without preview',
  })
  expectError(await ask({ preview: true }, 'x'), { code: 'transaction_id_invalid' })
  assert.deepEqual(await countTransactions(), before)
})

test('401 and 404: a wrong key, an unknown or foreign transaction, an option of another debt', async () => {
  expectError(await askRenegotiation(app, late, { preview: true }, 'wrong'), { code: 'invalid_api_key' })
  expectError(await ask({ preview: true }, UNKNOWN_ID), { code: 'transaction_not_found' })
  expectError(await askRenegotiation(app, late, { preview: true }, DEMO_KEY), {
    code: 'transaction_not_found',
  })
  expectError(await ask({ optionId: UNKNOWN_ID }), { code: 'agreement_option_not_found' })
})

test('200: the same option gives the same agreement, and the original stays as it was', async () => {
  const { options } = await offer(app, late, { installments: 6 })
  const optionId = options[0]?.optionId ?? ''
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(app, late, optionId)))
  assert.equal(new Set(answers.map(each => JSON.stringify(each))).size, 1)
  const [accepted] = answers
  assert.ok(accepted)
  assert.match(accepted.returnUrl, /\/onboarding\/[\w-]{32}$/)
  const original = await readPlain(app, late)
  assert.deepEqual([original.status, original.renegotiatedBy], ['OPEN', accepted.transactionId])
  assert.ok(original.installments?.slice(2).every(({ paymentStatus }) => paymentStatus === 'PENDING'))
})

test('409 while an agreement lives, and on an agreement itself; the retailer may cancel one that waits', async () => {
  const { renegotiatedBy = '' } = await readPlain(app, late)
  const refused = await ask({ preview: true })
  expectError(refused, { code: 'agreement_in_progress', fields: ['transactionId'] })
  assert.match(refused.text, new RegExp(renegotiatedBy))
  expectError(await ask({ preview: true }, renegotiatedBy), { code: 'agreement_on_agreement' })
  assert.equal((await askCancel(app, renegotiatedBy, {}, PLAIN_KEY)).status, 200)
  const { status, cancelReason } = await readPlain(app, renegotiatedBy)
  assert.deepEqual([status, cancelReason], ['CANCELED', 'RETAILER_CANCELED'])
  assert.equal((await readPlain(app, late)).status, 'OPEN')
  expectError(await ask({ preview: true }, renegotiatedBy), { code: 'agreement_on_agreement' })
})

test('409 for a purchase that is not OPEN', async () => {
  const { transactionId } = await buy(app, { key: PLAIN_KEY })
  expectError(await ask({ preview: true }, transactionId), { code: 'transaction_state_conflict' })
})

test('an agreement that nobody signs is ABANDONED, and the original never left its state', async () => {
  const unsigned = await acceptFirst(app, late, { installments: 6 })
  await playUntil(app, unsigned, 'SIGNATURE', {}, PLAIN_KEY)
  await moveTo(app, '2026-06-26')
  const { status, step, cancelReason } = await readPlain(app, unsigned)
  assert.deepEqual([status, step, cancelReason], ['ABANDONED', 'SIGNATURE', 'CUSTOMER_ABANDONED'])
  const original = await readPlain(app, late)
  assert.deepEqual([original.status, original.renegotiatedBy], ['OPEN', undefined])
})

test('409 for an option of another day, which says to ask again', async () => {
  const { options } = await offer(app, late)
  const optionId = options[0]?.optionId ?? ''
  await moveTo(app, '2026-06-29')
  expectError(await ask({ optionId }), {
    code: 'agreement_option_expired',
    message: 'The option has expired: ask for new ones',
  })
  assert.equal(todayOf(app), '2026-06-29')
})

test('an Idempotency-Key repeats the answer and makes one agreement', async () => {
  const { options } = await offer(app, late)
  const body = { apiKey: PLAIN_KEY, optionId: options[0]?.optionId }
  const send = () =>
    app.post(`/public/transaction/${late}/renegotiation`, body, { 'idempotency-key': 'agreement-1' })
  assert.equal((await send()).text, (await send()).text)
})
