import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findIofPeriod } from '../../src/brazil/iof-calendar.ts'
import { CancelPreviewAnswer } from '../../src/contract/cancel.ts'
import { composeEntry, postEntries } from '../../src/domains/ledger/index.ts'
import { changeTerms } from '../../src/domains/retailers/index.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import {
  buyOpen,
  cancel,
  checkAnswer,
  giveUp,
  listPublished,
  moveClock,
  read,
} from '../support/purchase-http.ts'
import { balanceOf } from '../support/purchases.ts'
import { readStatementOf } from '../support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const centavos = (reais: number): number => Math.round(reais * 100)
const clawback = () => balanceOf(app, `clawback:${DEMO_RETAILER}`)
const ask = (transactionId: string) => app.post('/cancel/preview', { apiKey: DEMO_KEY, transactionId })
const preview = async (transactionId: string) => checkAnswer(CancelPreviewAnswer, await ask(transactionId))
const today = () => calendarDateAt(app.services.clock.now())

/** A purchase whose transfer the bank has confirmed. */
async function buyTransferred() {
  const { transactionId } = await buyOpen(app)
  await moveClock(app, 'PT30S')
  const { transferValue, transferedAt } = await read(app, transactionId)
  assert.ok(transferValue !== undefined && transferedAt !== undefined)
  return { transactionId, transferCentavos: centavos(transferValue), boughtOn: today() }
}

/** The Treasury has the tax of the day's period. */
async function payIof(day: ReturnType<typeof today>): Promise<number> {
  const owed = -(await balanceOf(app, 'iof-payable'))
  const now = app.services.clock.now()
  const entry = composeEntry({
    kind: 'iof-paid',
    retailerId: undefined,
    transactionId: undefined,
    reference: `iof-paid:${day}:${now.getTime()}`,
    occurredAt: now,
    memo: { iofPeriod: findIofPeriod(day).periodEnd },
    postings: [
      { account: 'iof-payable', amountCentavos: owed },
      { account: 'iof-borne', amountCentavos: -owed },
    ],
  })
  await app.services.database.transaction(async tx => postEntries(tx, app.services.secrets, [entry], now))
  return owed
}

test('the retailer bears interest and tax of what it cancels after the transfer, as the preview says before', async () => {
  const { transactionId, transferCentavos, boughtOn } = await buyTransferred()
  await moveClock(app, 'P20D')
  const iofCentavos = await payIof(boughtOn)
  const published = await listPublished(app, transactionId)
  const shown = await preview(transactionId)
  assert.deepEqual(await preview(transactionId), shown)
  assert.equal((await read(app, transactionId)).status, 'OPEN')
  assert.deepEqual(await listPublished(app, transactionId), published)
  assert.equal(await clawback(), 0)

  const interestCentavos = centavos(shown.retailer.interest)
  assert.ok(interestCentavos > 0)
  assert.equal(shown.costsBorneBy, 'RETAILER')
  assert.equal(centavos(shown.retailer.iof), iofCentavos)
  assert.equal(centavos(shown.retailer.transferValue), transferCentavos)
  assert.equal(shown.retailer.untransferredValue, 0)
  assert.deepEqual([shown.lender.interest, shown.lender.iof], [0, 0])
  const before = await balanceOf(app, 'interest-income')
  const { refundValue, maxRefundDate } = await cancel(app, transactionId)
  assert.deepEqual([shown.customer.refundValue, shown.maxRefundDate], [refundValue, maxRefundDate])
  assert.equal(await clawback(), centavos(shown.retailer.owedValue))
  assert.equal(await clawback(), transferCentavos + iofCentavos + interestCentavos)
  assert.equal(await balanceOf(app, 'iof-recoverable'), 0)
  // The income stands: the retailer paid for it instead of the customer.
  assert.ok((await balanceOf(app, 'interest-income')) <= before)

  const { lines, openingBalance, closingBalance } = await readStatementOf(app, {
    from: boughtOn,
    to: today(),
  })
  const ended = lines.filter(line => line.transactionId === transactionId && line.kind === 'CANCELLATION')
  assert.deepEqual(
    ended.map(({ amount }) => centavos(amount)),
    [-transferCentavos, -(iofCentavos + interestCentavos)],
  )
  const sum = lines.reduce((total, { amount }) => total + centavos(amount), centavos(openingBalance))
  assert.equal(sum, centavos(closingBalance))
})

test('a customer who withdraws costs the retailer the transfer and nothing else', async () => {
  const { transactionId, transferCentavos, boughtOn } = await buyTransferred()
  // What was owed before was kept from this transfer.
  const before = await clawback()
  await moveClock(app, 'P3D')
  await payIof(boughtOn)
  await giveUp(app, transactionId)
  assert.equal((await clawback()) - before, transferCentavos)
  assert.ok((await balanceOf(app, 'iof-recoverable')) > 0)
})

test('conditions that let the lender bear it leave interest and tax with the lender', async () => {
  const { services } = app
  const author = { by: 'test', at: services.clock.now() }
  const changes = { cancellationCosts: 'lender' }
  await changeTerms(services.database, services.secrets, DEMO_RETAILER, changes, author)
  const { transactionId, transferCentavos, boughtOn } = await buyTransferred()
  // What was owed before was kept from this transfer.
  const before = await clawback()
  await moveClock(app, 'P20D')
  const iofCentavos = await payIof(boughtOn)
  const shown = await preview(transactionId)
  assert.equal(shown.costsBorneBy, 'LENDER')
  assert.deepEqual([shown.retailer.interest, shown.retailer.iof], [0, 0])
  assert.ok(shown.lender.interest > 0)
  assert.equal(centavos(shown.lender.iof), iofCentavos)
  const recoverable = await balanceOf(app, 'iof-recoverable')
  await cancel(app, transactionId)
  assert.equal((await clawback()) - before, transferCentavos)
  assert.equal((await balanceOf(app, 'iof-recoverable')) - recoverable, iofCentavos)
  await changeTerms(
    services.database,
    services.secrets,
    DEMO_RETAILER,
    { cancellationCosts: 'retailer' },
    author,
  )
})

test('a purchase that is not transferred yet costs its retailer nothing: the transfer is not made', async () => {
  const { transactionId } = await buyOpen(app)
  const shown = await preview(transactionId)
  assert.equal(shown.retailer.owedValue, 0)
  assert.ok(shown.retailer.untransferredValue > 0)
})

test('the preview refuses what the cancellation refuses, and what is canceled already', async () => {
  const { transactionId } = await buyOpen(app)
  await cancel(app, transactionId)
  expectError(await ask(transactionId), { code: 'transaction_not_cancelable' })
  expectError(await ask('0123456789abcdef01234567'), { code: 'transaction_not_found' })
})
