import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { expectError } from '../support/expect-error.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { buy, buyOpen, centavos, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks, sumReceived } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const refuse = (billetId: string, body: Record<string, unknown>) =>
  app.post(`/sandbox/billet/${billetId}/pay`, { apiKey: DEMO_KEY, ...body })

test('a payment that is told several times is credited once', async () => {
  const { transactionId } = await buyOpen(app)
  const { installments = [] } = await read(app, transactionId)
  const [first] = installments
  assert.ok(first)
  const bank = await sumReceived(app)
  assert.equal((await pay(app, first.id, { repeat: 5 })).paymentStatus, 'PAID')
  assert.equal((await sumReceived(app)) - bank, centavos(first.value))
  await expectSoundBooks(app)
})

test('a payment that the bank tells of later counts on its own day: the job survives, and the purchase opens by it', async () => {
  const { transactionId } = await buy(app)
  const { downPaymentBillet } = await read(app, transactionId)
  assert.ok(downPaymentBillet)
  await playUntil(app, transactionId, 'ENTRY')
  const paid = await pay(app, downPaymentBillet.id, { rail: 'PIX', delaySeconds: 7_200 })
  assert.equal(paid.paymentStatus, 'PENDING')
  const day = app.clock.now().toISOString().slice(0, 10)
  await moveClock(app, 'PT1H')
  assert.equal((await read(app, transactionId)).downPaymentBillet?.paymentStatus, 'PENDING')
  await moveClock(app, 'PT1H')
  const opened = await read(app, transactionId)
  assert.deepEqual([opened.status, opened.downPaymentBillet?.payday?.slice(0, 10)], ['OPEN', day])
  await expectSoundBooks(app)
})

test('a payment is dated back, but not before the billet nor into the future', async () => {
  const { transactionId } = await buyOpen(app)
  const [first, second] = (await read(app, transactionId)).installments ?? []
  assert.ok(first && second)
  await moveClock(app, 'P45D')
  for (const paidOn of ['2020-01-01', '2039-01-01'])
    expectError(await refuse(first.id, { paidOn }), {
      code: 'invalid_parameters',
      message: 'paidOn must be a day from the issue of the billet to today',
    })
  for (const paidOn of ['yesterday', '2026-02-30'])
    expectError(await refuse(first.id, { paidOn }), {
      code: 'invalid_parameters',
      message: 'paidOn must be a day such as 2026-11-16',
    })
  const fines = await balanceOf(app, 'late-fine')
  assert.equal((await pay(app, first.id, { paidOn: first.dueDate })).paymentStatus, 'PAID')
  assert.equal(await balanceOf(app, 'late-fine'), fines, 'in time by its day, though told late')
})

test('the other parameters are refused by name', async () => {
  const { transactionId } = await buyOpen(app)
  const [first] = (await read(app, transactionId)).installments ?? []
  assert.ok(first)
  const wrong: [Record<string, unknown>, string][] = [
    [{ rail: 'BILLET', method: 'PIX' }, 'rail must be the same as method'],
    [{ rail: 'PIX' }, 'method must be BILLET: this billet has no pixCode'],
    [{ repeat: 0 }, 'repeat must be a whole number from 1 to 20'],
    [{ repeat: 21 }, 'repeat must be a whole number from 1 to 20'],
    [{ delaySeconds: -1 }, 'delaySeconds must be a whole number of seconds, at most 30 days'],
    [{ delaySeconds: 2_592_001 }, 'delaySeconds must be a whole number of seconds, at most 30 days'],
  ]
  for (const [body, message] of wrong)
    expectError(await refuse(first.id, body), { code: 'invalid_parameters', message })
})

test('a late payment books the tax on the delay at the lender’s expense, once', async () => {
  const { transactionId } = await buyOpen(app)
  const [first] = (await read(app, transactionId)).installments ?? []
  assert.ok(first)
  await moveClock(app, 'P60D')
  const [borne, owed] = [await balanceOf(app, 'iof-borne'), await balanceOf(app, 'iof-payable')]
  const paidOn = addDays(parseCalendarDate(first.dueDate), 11)
  assert.equal((await pay(app, first.id, { paidOn, repeat: 2 })).paymentStatus, 'PAID')
  const tax = (await balanceOf(app, 'iof-borne')) - borne
  assert.ok(tax > 0 && tax < centavos(first.value) * 0.000082 * 11 + 1)
  assert.equal((await balanceOf(app, 'iof-payable')) - owed, -tax)
  await expectSoundBooks(app)
})

test('the lines of the sandbox page for payments do what the page says', async () => {
  const variables = takeBlocks('docs/tour.md', 'sh', '')
  const blocks = takeBlocks('docs/api/sandbox.md', 'sh', 'Payments')
  const fines = await balanceOf(app, 'late-fine')
  const outputs = await pasteBlocks(app, [...variables, ...blocks, 'echo $TRANSACTION'])
  const transactionId = outputs.at(-2)?.trim() ?? ''
  const { installments = [], refundValue, refundStatus } = await read(app, transactionId)
  const [, second, third] = installments
  assert.ok(second && third)
  assert.deepEqual(
    installments.map(({ paymentStatus }) => paymentStatus),
    ['PAID', 'PAID', 'PAID'],
  )
  assert.equal(centavos(refundValue ?? 0), 500_000 - (centavos(second.value) - 1_000))
  // The clock was moved, and the worker has paid what was owed back.
  assert.equal(refundStatus, 'PAID')
  assert.equal((await balanceOf(app, 'late-fine')) - fines, -Math.round(centavos(third.value) * 0.02))
  await expectSoundBooks(app)
})
