import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { StubBank } from '../../../../test/payouts/stub-bank.ts'
import { writePage } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { review, upload } from '../../../../test/support/invoices.ts'
import { buyOpen, centavos, read } from '../../../../test/support/purchase-http.ts'
import { contextOf } from '../../../../test/support/purchases.ts'
import { listTransfersOf, readBalanceOf, readTransferOf } from '../../../../test/support/statements.ts'
import { runPayouts } from '../../../domains/payouts/run-payouts.ts'
import { changeTerms } from '../../../domains/retailers/change-terms.ts'
import type { TermsChanges } from '../../../domains/retailers/terms.ts'
import { richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'

let app: TestApp
const bank = new StubBank()
before(async () => {
  // No worker beside the test: it would transfer before anybody looks.
  app = await startTestApp({ env: { ROLE: 'api' } })
  await app.services.credit.policies.publish(DEMO_RETAILER, {
    ...richDemonstrationPolicy,
    transfer: { requiresInvoice: true },
  })
})
after(() => app.stop())

const run = () =>
  runPayouts({ ...contextOf(app), payoutRail: bank, payoutApprovalLimitCentavos: 100_000_000 })
const readCalendar = async () =>
  (await readBalanceOf(app)).calendar.map(({ kind, reason, orders }) => [kind, reason, orders])
const changeTermsTo = (changes: TermsChanges) =>
  app.database.transaction(tx =>
    changeTerms(tx, app.services.secrets, DEMO_RETAILER, changes, { by: 'test', at: app.clock.now() }),
  )

test('where the policy asks for an invoice, a sale has no day until it is validated, and the calendar says why', async () => {
  const bought = await buyOpen(app)
  const { transferValue } = await read(app, bought.transactionId)
  assert.deepEqual(await readCalendar(), [['HELD', 'INVOICE_MISSING', 1]])
  const { invoiceId } = await upload(app, bought.transactionId, writePage(['Nota que ninguém confere']))
  assert.deepEqual(await readCalendar(), [['HELD', 'INVOICE_UNDER_REVIEW', 1]])
  await review(app, invoiceId, 'REFUSED')
  const { held, balance, nextTransfer, calendar } = await readBalanceOf(app)
  assert.deepEqual(await readCalendar(), [['HELD', 'INVOICE_REFUSED', 1]])
  assert.deepEqual(
    [held, balance, nextTransfer, calendar[0]?.date],
    [transferValue, transferValue, null, undefined],
  )
  const next = await upload(app, bought.transactionId, writePage(['Nota aceita à mão']))
  await review(app, next.invoiceId, 'VALIDATED')
  assert.equal((await readBalanceOf(app)).scheduled, transferValue)
})

test('a sale that is due has the day of the schedule', async () => {
  await changeTermsTo({ schedule: 'weekly:FRI' })
  const { calendar, nextTransfer, scheduled } = await readBalanceOf(app)
  // 2026-03-10 is a Tuesday.
  assert.deepEqual(
    calendar.map(({ date, kind, orders }) => [date, kind, orders]),
    [['2026-03-13', 'SCHEDULED', 1]],
  )
  assert.deepEqual(nextTransfer, { date: '2026-03-13', amount: scheduled, orders: 1 })
})

test('while a retailer is suspended its sales have no day', async () => {
  await changeTermsTo({ suspension: 'test', schedule: 'immediate' })
  const { scheduled, nextTransfer } = await readBalanceOf(app)
  assert.deepEqual(await readCalendar(), [['HELD', 'SHOP_SUSPENDED', 1]])
  assert.deepEqual([scheduled, nextTransfer], [0, null])
  await changeTermsTo({ suspension: null })
})

test('ordered, sent, failed: each state of a transfer is a row of the calendar, and its amount never vanishes', async () => {
  const { balance } = await readBalanceOf(app)
  bank.ends = { state: 'accepted' }
  await run()
  assert.deepEqual(await readCalendar(), [['SENT', undefined, 1]])
  assert.equal((await listTransfersOf(app)).data[0]?.status, 'SENT')
  bank.ends = { state: 'failed', failure: { kind: 'PAYEE_INVALID', code: 'AC03' } }
  for (const [key, payout] of bank.taken) bank.taken.set(key, { ...payout, state: 'accepted' })
  app.clock.advance({ minutes: 30 })
  await run()
  const failed = await readBalanceOf(app)
  assert.deepEqual(await readCalendar(), [['HELD', 'TRANSFER_FAILED', 1]])
  assert.deepEqual([failed.balance, failed.held, failed.nextTransfer], [balance, balance, null])
  const [listed] = (await listTransfersOf(app)).data
  assert.equal(listed?.status, 'FAILED')
  const opened = await readTransferOf(app, listed?.transferId ?? '')
  assert.equal(
    opened.lines.reduce((sum, { amount }) => sum + centavos(amount), 0),
    centavos(opened.amount),
  )
})
