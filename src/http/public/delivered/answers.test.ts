import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Answer,
  DEMO_KEY,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import {
  buy,
  buyOpen,
  cancel,
  checkAnswer,
  giveUp,
  moveClock,
  pay,
  read,
  readStatus,
  removeProducts,
  UNKNOWN_ID,
} from '../../../../test/support/purchase-http.ts'
import { DeliveredAnswer } from '../../../contract/delivered.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const today = (): CalendarDate => calendarDateAt(app.services.clock.now())
const tell = (transactionId: string, date: unknown, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post(`/public/transaction/${transactionId}/delivered`, { apiKey, date })

test('the customer may withdraw within seven days of receiving the goods, and not on the eighth', async () => {
  const [inTime, late] = [await buyOpen(app), await buyOpen(app)]
  await moveClock(app, 'P10D')
  for (const { transactionId } of [inTime, late])
    assert.deepEqual(checkAnswer(DeliveredAnswer, await tell(transactionId, today())), {
      transactionId,
      deliveredAt: today(),
    })
  await moveClock(app, 'P7D')
  assert.equal((await giveUp(app, inTime.transactionId)).body.status, 'CANCELED')
  await moveClock(app, 'P1D')
  expectError(await giveUp(app, late.transactionId), { code: 'transaction_not_cancelable' })
})

test('goods received before the purchase was complete shorten nothing: the days count from completion', async () => {
  const { transactionId } = await buy(app)
  const received = today()
  await moveClock(app, 'P2D')
  const { downPaymentBillet } = await read(app, transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  await app.post(`/sandbox/transaction/${transactionId}/onboarding`, { apiKey: DEMO_KEY, until: 'COMPLETE' })
  checkAnswer(DeliveredAnswer, await tell(transactionId, received))
  await moveClock(app, 'P7D')
  assert.equal((await giveUp(app, transactionId)).body.status, 'CANCELED')
})

test('the same day again is the same answer; another day is refused with the first one', async () => {
  const { transactionId } = await buyOpen(app)
  await moveClock(app, 'P3D')
  const day = today()
  const answers = await Promise.all(Array.from({ length: 6 }, () => tell(transactionId, day)))
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
  for (const other of [addDays(day, -1), addDays(day, 1)])
    expectError(await tell(transactionId, other), {
      code: 'delivery_already_told',
      message: `The delivery was already reported with the date ${day}`,
    })
})

test('what replaces a purchase with fewer products keeps the day of the delivery', async () => {
  const products = [
    { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
    { id: 'kettle', name: 'Chaleira', amount: 1, value: 250 },
  ]
  const { transactionId } = await buyOpen(app, { products })
  await tell(transactionId, today())
  const next = await removeProducts(app, transactionId, ['kettle'])
  const wrong = addDays(today(), -1)
  expectError(await tell(next.transactionId, wrong), {
    code: 'delivery_already_told',
    message: `The delivery was already reported with the date ${today()}`,
  })
})

test('a day in the future, before the purchase, that does not exist or is no day is refused by name', async () => {
  const { transactionId } = await buyOpen(app)
  const sentence = 'must be a day that exists, written YYYY-MM-DD'
  const wrong: readonly (readonly [unknown, string])[] = [
    [addDays(today(), 1), 'must not be after today'],
    [addDays(today(), -1), `must not be before the day of the purchase, ${today()}`],
    ['2026-02-30', sentence],
    ['10/03/2026', sentence],
    ['', sentence],
    [20260310, sentence],
    [{}, sentence],
  ]
  for (const [date, problem] of wrong)
    expectError(await tell(transactionId, date), {
      code: 'invalid_parameters',
      message: `date ${problem}`,
      fields: ['date'],
    })
  expectError(await tell(transactionId, undefined), {
    code: 'missing_parameters',
    message: 'Missing parameters: date',
    fields: ['date'],
  })
  // Nothing of all this was stored.
  assert.equal((await tell(transactionId, today())).status, 200)
})

test('a purchase that is not complete, or has ended, has no delivery', async () => {
  const [pending, canceled] = [await buy(app), await buyOpen(app)]
  await cancel(app, canceled.transactionId)
  for (const { transactionId } of [pending, canceled])
    expectError(await tell(transactionId, today()), {
      code: 'transaction_state_conflict',
      message: `A delivery cannot be reported in status ${await readStatus(app, transactionId)}`,
    })
  const closed = await buyOpen(app)
  for (const { id } of (await read(app, closed.transactionId)).installments ?? []) await pay(app, id)
  assert.equal((await tell(closed.transactionId, today())).status, 200)
})

test('another retailer’s purchase is not found, and a key for pages may not tell', async () => {
  const { transactionId } = await buyOpen(app)
  for (const [id, key] of [
    [transactionId, PLAIN_KEY],
    [UNKNOWN_ID, DEMO_KEY],
    ['nonsense', DEMO_KEY],
  ] as const)
    expectError(await tell(id, today(), key), { code: 'transaction_not_found' })
  expectError(await tell(transactionId, today(), PUBLISHABLE_KEY), { code: 'scope_missing' })
})
