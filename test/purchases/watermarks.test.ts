import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addBusinessDays } from '../../src/brazil/business-days.ts'
import { expireStale } from '../../src/domains/purchases/expire-stale.ts'
import { advanceWatermark, type Rail } from '../../src/domains/receivables/billets/store/watermarks.ts'
import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { computeLag, listLags, watchWatermarks } from '../../src/domains/receivables/watch-watermarks.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  parseCalendarDate,
} from '../../src/kernel/calendar-date.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { createSandboxBank } from '../../src/sandbox/sandbox-bank.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { authorize, contextOf, expectSoundBooks, play, view } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const accountId = DEMONSTRATION_ACCOUNT.id
/** As with a bank that sends files: nothing is known before it is told. */
const expire = () => expireStale(contextOf(app))
const readUntil = (day: CalendarDate, rail: Rail = 'BILLET') =>
  advanceWatermark(app.database, { accountId, rail, readUntil: day }, app.clock.now())
const forgetWatermarks = () => query(app, 'DELETE FROM bank_watermarks')

/** A purchase that waits for its down payment, and the last day on which that may be paid. */
async function waitForEntry() {
  await forgetWatermarks()
  const { purchase, downPaymentBillet } = await authorize(app)
  assert.ok(downPaymentBillet)
  await play(app, purchase.id)
  const status = async () => (await view(app, purchase.id)).purchase.status
  return { id: purchase.id, billet: downPaymentBillet, lastDay: downPaymentBillet.expirationDate, status }
}

test('a purchase is abandoned only when its account was read a business day beyond the deadline, on every rail that it has', async () => {
  const { lastDay, status } = await waitForEntry()
  app.clock.advance({ days: 20 })
  assert.equal(await expire(), 0)
  await readUntil(lastDay)
  assert.equal(await expire(), 0)
  await readUntil(lastDay, 'PIX')
  await readUntil(addBusinessDays(lastDay, 1))
  assert.equal(await expire(), 0)
  assert.equal(await status(), 'PENDING')
  await readUntil(addBusinessDays(lastDay, 1), 'PIX')
  assert.equal(await expire(), 1)
  assert.equal(await status(), 'ABANDONED')
})

test('a down payment of the last day that is told days later completes the purchase', async () => {
  const { billet, lastDay, status } = await waitForEntry()
  app.clock.advance({ days: 12 })
  await readUntil(lastDay)
  await expire()
  const context = contextOf(app)
  const report = createSandboxBank(app).pay(billet, { reference: 'late-file', paidOn: lastDay })
  const settled = await creditPayment(context, report)
  assert.equal(settled.outcome, 'credited')
  assert.equal(await status(), 'OPEN')
  await expectSoundBooks(app)
})

test('a part of a down payment completes nothing, and is owed back when the purchase ends', async () => {
  const { id, billet, lastDay, status } = await waitForEntry()
  const context = contextOf(app)
  const report = createSandboxBank(app).pay(billet, { reference: 'part', amountCentavos: 1_000 })
  const settled = await creditPayment(context, report)
  assert.deepEqual([settled.outcome, await status()], ['partial', 'PENDING'])
  await expectSoundBooks(app)
  app.clock.advance({ days: 20 })
  await readUntil(addBusinessDays(lastDay, 1))
  await expire()
  assert.equal((await view(app, id)).purchase.refund?.valueCentavos, 1_000)
  await expectSoundBooks(app)
})

test('a watermark never goes back', async () => {
  await forgetWatermarks()
  const day = parseCalendarDate('2026-04-10')
  await readUntil(day)
  await readUntil(addDays(day, -1))
  const rows = await query(app, 'SELECT read_until AS "readUntil" FROM bank_watermarks')
  assert.deepEqual(rows, [{ readUntil: day }])
})

test('a watermark that stands still for two business days is warned of, by account and rail, until it moves', async () => {
  await forgetWatermarks()
  const warned: unknown[] = []
  const log = { warn: (fields: unknown) => void warned.push(fields) }
  const today = calendarDateAt(app.clock.now())
  await readUntil(addDays(today, -14))
  const lag = (await listLags(app.services)).get(`${accountId}:BILLET`)
  assert.ok(lag !== undefined && lag >= 8 && lag <= 9)
  assert.equal(await watchWatermarks({ ...app.services, log: log as never }), 1)
  assert.deepEqual(warned, [{ account: `${accountId}:BILLET`, businessDays: lag }])
  await readUntil(addDays(today, -1))
  assert.equal(await watchWatermarks({ ...app.services, log: log as never }), 0)
})

test('the lag counts business days after the last day read and before today', () => {
  const since = (readUntilDay: string, today: string) =>
    computeLag(
      {
        accountId,
        rail: 'BILLET',
        readUntil: parseCalendarDate(readUntilDay),
        createdAt: new Date('2026-01-01T12:00:00Z'),
      },
      parseCalendarDate(today),
    )
  // Friday 10 April 2026.
  assert.equal(since('2026-04-10', '2026-04-13'), 0)
  assert.equal(since('2026-04-10', '2026-04-14'), 1)
  assert.equal(since('2026-04-10', '2026-04-15'), 2)
  assert.equal(since('2026-04-16', '2026-04-15'), 0)
})
