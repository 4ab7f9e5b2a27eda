import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  type Answer,
  DEMO_KEY,
  PLAIN_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import {
  type BilletBody,
  buyOpen,
  cancel,
  centavos,
  checkAnswer,
  pay,
  read,
  readStatus,
  UNKNOWN_ID,
} from '../../../../test/support/purchase-http.ts'
import { expectSoundBooks } from '../../../../test/support/purchases.ts'
import { BilletShape } from '../../../contract/transaction.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(async () => {
  await expectSoundBooks(app)
  await app.stop()
})

interface Bought {
  readonly transactionId: string
  readonly installments: readonly BilletBody[]
}
let bought: Bought
let start: string

/** Three installments without a down payment; the clock stands on the first due date. */
beforeEach(async () => {
  const { transactionId } = await buyOpen(app, { downPayment: false })
  const { installments = [] } = await read(app, transactionId)
  bought = { transactionId, installments }
  goTo(installments[0]?.dueDate ?? '')
  start = installments[0]?.dueDate ?? ''
})

/** Noon of the day in São Paulo. */
function goTo(day: string): void {
  app.clock.advance({ ms: Date.parse(`${day}T15:00:00Z`) - app.clock.now().getTime() })
}
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

const ask = (
  billetId: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Record<string, string> = {},
  transactionId = bought.transactionId,
): Promise<Answer> =>
  app.post(
    `/public/transaction/${transactionId}/billets/${billetId}/reissue`,
    { apiKey: DEMO_KEY, ...more },
    headers,
  )
const reissue = async (billetId: string, more?: Readonly<Record<string, unknown>>): Promise<BilletBody> =>
  checkAnswer(BilletShape, await ask(billetId, more))
const first = (): BilletBody => {
  const [billet] = bought.installments
  assert.ok(billet)
  return billet
}
/** Face, fine of 2 % and simple interest of 1 % a month. */
const owed = (face: number, days: number): number =>
  face + Math.round((face * 2) / 100) + Math.round((face * days) / 3_000)
const listOrders = (billetId: string) =>
  query<{ movement: string }>(
    app,
    'SELECT movement FROM bank_orders WHERE billet_id = $1 ORDER BY movement',
    [billetId],
  )

/** The next day, at least this many days after the first due date, that is not a weekend. */
function goLate(days: number): number {
  let late = days
  while (!isWeekday(dayAfter(start, late))) late++
  goTo(dayAfter(start, late))
  return late
}

test('an overdue installment gets a new billet with its charges, also after it has expired', async () => {
  const late = goLate(100)
  const copy = await reissue(first().id)
  assert.equal(centavos(copy.value), owed(centavos(first().value), late))
  assert.equal(copy.dueDate, dayAfter(start, late))
  assert.equal(copy.replaces, first().id)
  assert.equal(copy.installmentNumber, 1)
  assert.equal(copy.installmentNumbers, 3)
  assert.notEqual(copy.billetDetails?.ourNumber, first().billetDetails?.ourNumber)
  const { installments = [] } = await read(app, bought.transactionId)
  assert.deepEqual(
    installments.map(({ id }) => id),
    [copy.id, ...bought.installments.slice(1).map(({ id }) => id)],
  )
  assert.deepEqual(await listOrders(first().id), [{ movement: 'register' }, { movement: 'write-off' }])
  assert.deepEqual(await listOrders(copy.id), [{ movement: 'register' }])
})

test('a copy is paid by what it asks for, before, on and after its due date', async () => {
  for (const [index, delay] of [
    [0, -1],
    [1, 0],
    [2, 4],
  ] as const) {
    const billet = bought.installments[index]
    assert.ok(billet)
    const late = goLate(95 + index * 7)
    let due = dayAfter(start, late + 1)
    while (!isWeekday(due)) due = dayAfter(due, 1)
    const copy = await reissue(billet.id, { dueDate: due })
    goTo(dayAfter(due, delay))
    const byDay = Math.floor(centavos(billet.value) / 3_000)
    const asked = centavos(copy.value) + Math.max(0, delay) * byDay
    const paid = await pay(app, copy.id, { amount: asked / 100 })
    assert.equal(paid.paymentStatus, 'PAID', `${delay} days`)
  }
  assert.equal(await readStatus(app, bought.transactionId), 'CLOSED')
  const { refundValue } = await read(app, bought.transactionId)
  assert.equal(refundValue, undefined, 'nothing was paid beyond the debt')
})

test('money for the old billet pays the copy, and no second copy of it is possible', async () => {
  const late = goLate(20)
  const copy = await reissue(first().id)
  expectError(await ask(first().id), { code: 'billet_canceled', fields: [] })
  await pay(app, first().id, { amount: owed(centavos(first().value), late) / 100 })
  const [shown] = (await read(app, bought.transactionId)).installments ?? []
  assert.deepEqual([shown?.id, shown?.paymentStatus], [copy.id, 'PAID'])
  assert.deepEqual(await listOrders(copy.id), [{ movement: 'register' }, { movement: 'write-off' }])
  expectError(await ask(copy.id), { code: 'billet_already_paid', fields: [] })
})

test('a payment in time that is told late leaves no charge, although a copy asks for one', async () => {
  goLate(20)
  const copy = await reissue(first().id)
  await pay(app, first().id, { amount: first().value, paidOn: start })
  const [shown] = (await read(app, bought.transactionId)).installments ?? []
  assert.deepEqual([shown?.id, shown?.paymentStatus], [copy.id, 'PAID'])
})

test('a copy of a copy charges interest on the installment only and the fine once', async () => {
  goLate(40)
  const copy = await reissue(first().id)
  expectError(await ask(copy.id), { code: 'billet_not_overdue', fields: [] })
  const late = goLate(80)
  const second = await reissue(copy.id)
  assert.equal(second.replaces, copy.id)
  assert.equal(centavos(second.value), owed(centavos(first().value), late))
  await pay(app, first().id, { amount: second.value })
  const [shown] = (await read(app, bought.transactionId)).installments ?? []
  assert.deepEqual([shown?.id, shown?.paymentStatus], [second.id, 'PAID'])
})

test('a part payment before and after a copy counts, and the next copy asks for the rest', async () => {
  const face = centavos(first().value)
  await pay(app, first().id, { amount: 20 })
  const late = goLate(30)
  const rest = face - 2_000
  const copy = await reissue(first().id)
  assert.equal(centavos(copy.value), owed(rest, late))
  await pay(app, copy.id, { amount: 50 })
  const interest = Math.round((rest * late) / 3_000)
  const left = rest - (5_000 - interest)
  const later = goLate(60)
  const next = await reissue(copy.id)
  const more = Math.round((left * (later - late)) / 3_000)
  assert.equal(centavos(next.value), left + Math.round((rest * 2) / 100) + more)
  await pay(app, next.id)
  const [shown] = (await read(app, bought.transactionId)).installments ?? []
  assert.deepEqual([shown?.id, shown?.paymentStatus], [next.id, 'PAID'])
})

test('repeating a request with its key gives the same copy', async () => {
  goLate(10)
  const headers = { 'idempotency-key': `copy-${first().id}` }
  const [one, two] = [await ask(first().id, {}, headers), await ask(first().id, {}, headers)]
  assert.equal(one.status, 200, one.text)
  assert.equal(two.text, one.text)
})

test('of many requests at once one makes a copy', async () => {
  goLate(10)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(first().id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)])
})

test('a due date must be a business day, not past and at most three business days ahead', async () => {
  goLate(10)
  const today = app.clock.now().toISOString().slice(0, 10)
  let weekend = today
  while (isWeekday(weekend)) weekend = dayAfter(weekend, 1)
  const wrong: [dueDate: unknown, sentence: string][] = [
    [dayAfter(today, -1), 'must not be in the past'],
    [weekend, 'must be a business day'],
    [dayAfter(today, 7), 'must be at most 3 business days ahead'],
    ['2026-02-30', 'must be a day that exists, written YYYY-MM-DD'],
    ['amanhã', 'must be a day that exists, written YYYY-MM-DD'],
    ['', 'must be a day that exists, written YYYY-MM-DD'],
    [7, 'must be a day that exists, written YYYY-MM-DD'],
  ]
  for (const [dueDate, sentence] of wrong) {
    const answer = await ask(first().id, { dueDate })
    const message = `dueDate ${sentence}`
    expectError(answer, { code: 'invalid_parameters', message, fields: ['dueDate'] })
  }
  assert.deepEqual(await listOrders(first().id), [{ movement: 'register' }])
})

test('early, canceled, unknown and foreign billets get no copy', async () => {
  const [, second] = bought.installments
  assert.ok(second)
  for (const { id } of [first(), second])
    expectError(await ask(id), { code: 'billet_not_overdue', fields: [] })
  goLate(10)
  for (const id of [UNKNOWN_ID, 'abc', '%25'])
    expectError(await ask(id), { code: 'billet_not_found', fields: [] })
  expectError(await ask(first().id, { apiKey: PLAIN_KEY }), { code: 'transaction_not_found', fields: [] })
  expectError(await ask(first().id, {}, {}, UNKNOWN_ID), { code: 'transaction_not_found', fields: [] })
  expectError(await ask(first().id, {}, {}, 'abc'), { code: 'transaction_id_invalid', fields: [] })
  expectError(await ask(first().id, { apiKey: 'unknown' }), { code: 'invalid_api_key', fields: [] })
  const other = await buyOpen(app, { downPayment: false })
  expectError(await ask(first().id, {}, {}, other.transactionId), { code: 'billet_not_found', fields: [] })
  const copy = await reissue(first().id)
  await cancel(app, bought.transactionId)
  expectError(await ask(copy.id), { code: 'billet_canceled', fields: [] })
})
