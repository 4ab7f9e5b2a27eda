import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findIofPeriod } from '../../src/brazil/iof-calendar.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { loadRates, payTax, readTaxes } from '../../src/domains/bookkeeping/index.ts'
import { answerProposal } from '../../src/domains/desk/index.ts'
import { type Entry, isIofOrdered, sealLedger } from '../../src/domains/ledger/index.ts'
import { findOperator } from '../../src/domains/operators/index.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  parseCalendarDate,
} from '../../src/kernel/calendar-date.ts'
import { InputError, Refused } from '../../src/kernel/faults.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { newDeskPerson } from '../support/desk.ts'
import { buyOpen, cancel, moveClock } from '../support/purchase-http.ts'
import { balanceOf } from '../support/purchases.ts'

let app: TestApp
let proposer: NonNullable<Awaited<ReturnType<typeof findOperator>>>
let approver: typeof proposer
before(async () => {
  app = await startTestApp()
  const find = async () => {
    const { email } = await newDeskPerson(app, 'approver')
    return (await findOperator(app.services.database, app.services.secrets, email)) ?? assert.fail(email)
  }
  proposer = await find()
  approver = await find()
})
after(() => app.stop())

const today = (): CalendarDate => calendarDateAt(app.services.clock.now())
const file = Buffer.from(SAMPLE_INVOICE, 'base64')
const receipt = (periodEnd: CalendarDate) => ({
  periodEnd,
  paidOn: today(),
  lenderAccountId: DEMONSTRATION_ACCOUNT.id,
  authentication: `AUT${newId()}`,
  file,
  reason: 'the receipt of the bank',
})
const approve = (proposalId: string) =>
  answerProposal(app.services, approver, { proposalId, approve: true, reason: 'compared with the receipt' })

async function listDocuments() {
  await sealLedger(app.services)
  return (await readTaxes(app.services)).documents
}

test('tax of a period is owed by a DARF with code, period, last day and amount; no order pays it', async () => {
  await buyOpen(app)
  const charged = today()
  const owed = -(await balanceOf(app, 'iof-payable'))
  assert.ok(owed > 0)
  assert.deepEqual(await listDocuments(), [])
  const { periodEnd, payBy } = findIofPeriod(charged)
  await moveClock(app, 'P11D')
  const [document, ...others] = await listDocuments()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [document?.code, document?.periodEnd, document?.payBy, document?.principalCentavos],
    ['7893', periodEnd, payBy, owed],
  )
  await runPayouts(app.services)
  const { orders } = await listOrders(app.services.database, app.services.secrets, { kind: 'IOF', limit: 10 })
  assert.deepEqual(orders, [])
})

test('a late DARF is booked with its fine and interest, by two people, once', async () => {
  await moveClock(app, 'P60D')
  const [late] = await listDocuments()
  assert.ok(late !== undefined)
  assert.ok(late.daysLate > 30)
  assert.ok(late.missingMonths.length > 0)
  await assert.rejects(payTax(app.services, proposer, receipt(late.periodEnd)), /the Selic rate of 2026-\d\d/)
  const table = late.missingMonths.map(month => `${month};1,05`).join('\n')
  const about = { source: 'Receita Federal, tabela Selic', by: 'ana' }
  assert.equal(await loadRates(app.services, `# month;percent\n${table}\n`, about), late.missingMonths.length)
  await assert.rejects(loadRates(app.services, '2026-13;1,05', about), InputError)

  const [document] = await listDocuments()
  assert.ok(document?.interestCentavos !== undefined)
  const { principalCentavos, fineCentavos, interestCentavos, totalCentavos } = document
  const points = 100 + 105 * late.missingMonths.length
  assert.equal(interestCentavos, Math.floor((principalCentavos * points * 2 + 10_000) / 20_000))
  const bank = await balanceOf(app, 'bank')
  const paid = receipt(document.periodEnd)
  const { id } = await payTax(app.services, proposer, paid)
  await assert.rejects(payTax(app.services, proposer, paid), Refused)
  await approve(id)
  assert.equal((await balanceOf(app, 'bank')) - bank, -(totalCentavos ?? 0))
  assert.equal(await balanceOf(app, 'tax-charges'), fineCentavos + interestCentavos)
  assert.equal(await balanceOf(app, 'iof-payable'), 0)
  assert.deepEqual(await listDocuments(), [])
  assert.ok(await isIofOrdered(app.services.database, addDays(document.periodEnd, -1)))
  await assert.rejects(payTax(app.services, proposer, receipt(document.periodEnd)), /nothing is owed/)
})

test('tax that was paid for a contract that is canceled before the booking is to be recovered', async () => {
  const [kept, ended] = [await buyOpen(app), await buyOpen(app)]
  assert.ok(kept)
  const { periodEnd } = findIofPeriod(today())
  await moveClock(app, 'P12D')
  const [document] = await listDocuments()
  assert.ok(document !== undefined)
  // The DARF is paid at the bank; before anybody records it a purchase is canceled.
  const full = document.principalCentavos
  await cancel(app, ended.transactionId)
  const [rest] = await listDocuments()
  assert.ok(rest !== undefined && rest.principalCentavos < full)
  const recoverable = await balanceOf(app, 'iof-recoverable')
  const { id } = await payTax(app.services, proposer, {
    ...receipt(periodEnd),
    principalCentavos: full,
    fineCentavos: 0,
    interestCentavos: 0,
  })
  await approve(id)
  assert.deepEqual(await listDocuments(), [])
  assert.equal((await balanceOf(app, 'iof-recoverable')) - recoverable, full - rest.principalCentavos)
})

test('the entry of a paid DARF names its period, code and charges', async () => {
  const rows = await query<{ memo: Entry['memo'] }>(
    app,
    `SELECT memo FROM ledger_entries WHERE kind = 'iof-paid' ORDER BY id LIMIT 1`,
  )
  const { code, iofPeriod, payBy, fineCentavos } = rows[0]?.memo ?? assert.fail()
  assert.equal(code, '7893')
  assert.equal(findIofPeriod(parseCalendarDate(String(iofPeriod))).payBy, payBy)
  assert.ok(Number(fineCentavos) > 0)
})

test('tax below the minimum of a DARF is paid with the next period, and only so', async () => {
  const paid = await balanceOf(app, 'iof-payable')
  assert.equal(paid, 0)
  await buyOpen(app, { value: 200, downPayment: false })
  const small = -(await balanceOf(app, 'iof-payable'))
  assert.ok(small > 0 && small < 1_000, `${small}`)
  const first = findIofPeriod(today()).periodEnd
  await moveClock(app, 'P11D')
  assert.deepEqual(await listDocuments(), [])
  assert.equal((await readTaxes(app.services)).leftCentavos, small)
  await assert.rejects(payTax(app.services, proposer, receipt(first)), /it will be paid with a later period/)

  await buyOpen(app)
  const both = -(await balanceOf(app, 'iof-payable'))
  const { periodEnd, payBy } = findIofPeriod(today())
  await moveClock(app, 'P11D')
  const [document, ...others] = await listDocuments()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [document?.periodEnd, document?.payBy, document?.principalCentavos, document?.carriedCentavos],
    [periodEnd, payBy, both, small],
  )
  await assert.rejects(
    payTax(app.services, proposer, receipt(first)),
    new RegExp(`pay it with the period until ${periodEnd}`),
  )
  const { id } = await payTax(app.services, proposer, receipt(periodEnd))
  await approve(id)
  assert.equal(await balanceOf(app, 'iof-payable'), 0)
  assert.deepEqual(await readTaxes(app.services), { documents: [], leftCentavos: 0 })
  for (const end of [first, periodEnd]) assert.ok(await isIofOrdered(app.services.database, end), end)
})
