import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TRANSFER_BLOCKERS, TransferAnswer } from '../../src/contract/orders.ts'
import { type Blocker, listBlockers } from '../../src/domains/orders/blockers.ts'
import { holdMoney, releaseMoney } from '../../src/domains/payouts/index.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { changeTerms } from '../../src/domains/retailers/change-terms.ts'
import type { TermsChanges } from '../../src/domains/retailers/index.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { StubBank } from '../payouts/stub-bank.ts'
import { writePage } from '../purchases/invoices/pdf-writer.ts'
import { acceptFirst, buyAndPayTwo } from '../support/agreements.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { review, upload, writeInvoice } from '../support/invoices.ts'
import { buy, buyOpen, cancel, checkAnswer, moveClock, playUntil, read } from '../support/purchase-http.ts'
import { contextOf } from '../support/purchases.ts'
import { askJson } from '../support/statements.ts'

let app: TestApp
/** Its shop is paid when the invoice is validated. */
let strict: TestApp
let bank: StubBank
before(async () => {
  // No worker beside the test: it would pay out.
  app = await startTestApp({ env: { ROLE: 'api' } })
  strict = await startTestApp({ env: { ROLE: 'api' } })
  await strict.services.credit.policies.publish(DEMO_RETAILER, {
    ...richDemonstrationPolicy,
    transfer: { requiresInvoice: true },
  })
  bank = new StubBank()
})
after(() => Promise.all([app.stop(), strict.stop()]))

const agreeOn = (changes: TermsChanges) =>
  changeTerms(app.database, app.services.secrets, DEMO_RETAILER, changes, {
    by: 'Ana Souza',
    at: app.clock.now(),
  })
const run = (more: { readonly payoutApprovalLimitCentavos?: number } = {}) => {
  app.clock.advance({ minutes: 31 })
  return runPayouts({
    ...contextOf(app),
    payoutRail: bank,
    payoutApprovalLimitCentavos: 100_000_000,
    ...more,
  })
}
const ask = async (transactionId: string, key = DEMO_KEY, of = app) =>
  checkAnswer(TransferAnswer, await askJson(of, `/public/transaction/${transactionId}/transfer`, {}, key))
const seen = new Set<string>()
/** State and codes, in their order. */
async function blockersOf(transactionId: string, key = DEMO_KEY, of = app): Promise<string> {
  const { state, blockers } = await ask(transactionId, key, of)
  for (const { code } of blockers) seen.add(code)
  return [state, ...blockers.map(({ code }) => code)].join(' ')
}

test('a sale that is not complete waits for its customer or for the lender, until its deadline', async () => {
  const signing = await buy(app)
  assert.equal(await blockersOf(signing.transactionId), 'BLOCKED NOT_SIGNED')
  const until = (await ask(signing.transactionId)).blockers[0]?.until
  assert.equal(until, new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString())
  const desk = await buy(app, { persona: '011' })
  await playUntil(app, desk.transactionId, 'DESK')
  assert.equal(await blockersOf(desk.transactionId), 'BLOCKED IN_ANALYSIS')
  const entry = await buy(app)
  await playUntil(app, entry.transactionId, 'ENTRY')
  assert.equal(await blockersOf(entry.transactionId), 'BLOCKED DOWN_PAYMENT_UNPAID')
  await cancel(app, entry.transactionId)
  const ended = await ask(entry.transactionId)
  assert.deepEqual([ended.state, ended.expectedOn], ['NONE', undefined])
  assert.equal(await blockersOf(entry.transactionId), 'NONE ENDED')
})

test('an invoice is missing, under review or refused, and each says since when and why', async () => {
  const bought = await buyOpen(strict)
  const { transactionId } = bought
  const waitsFor = () => blockersOf(transactionId, DEMO_KEY, strict)
  assert.equal(await waitsFor(), 'BLOCKED INVOICE_MISSING')
  const { invoiceId } = await upload(strict, transactionId, writePage(['Nota que ninguém confere']))
  assert.equal(await waitsFor(), 'BLOCKED INVOICE_UNDER_REVIEW')
  await review(strict, invoiceId, 'REFUSED', 'O valor é outro.')
  assert.equal(await waitsFor(), 'BLOCKED INVOICE_REFUSED')
  assert.equal((await ask(transactionId, DEMO_KEY, strict)).blockers[0]?.reason, 'O valor é outro.')
  const next = await upload(strict, transactionId, await writeInvoice(strict, bought))
  await review(strict, next.invoiceId, 'VALIDATED')
  assert.equal(await waitsFor(), 'SCHEDULED SETTLEMENT_DAY')
})

test('what keeps every transfer to the shop is named with its date: account, suspension, hold, schedule', async () => {
  await agreeOn({ schedule: 'next-business-day' })
  const { transactionId } = await buyOpen(app)
  const { expectedOn, purchaseValue, commission, retention, transferValue } = await ask(transactionId)
  assert.equal(transferValue, Math.round((purchaseValue - commission - retention) * 100) / 100)
  assert.ok(expectedOn && expectedOn > calendarDateAt(app.clock.now()))
  const { until } = (await ask(transactionId)).blockers[0] ?? {}
  assert.equal(until && calendarDateAt(new Date(until)), expectedOn, 'the last instant of that day')

  await agreeOn({ account: { pixKey: '11222333000181' } })
  assert.equal(await blockersOf(transactionId), 'BLOCKED ACCOUNT_CHANGED SETTLEMENT_DAY')
  const [changed] = (await ask(transactionId)).blockers
  assert.equal(Date.parse(changed?.until ?? '') - Date.parse(changed?.since ?? ''), 48 * 3_600_000)
  app.clock.advance({ hours: 49 })
  await agreeOn({ suspension: 'em análise' })
  assert.equal(await blockersOf(transactionId), 'BLOCKED SHOP_SUSPENDED SETTLEMENT_DAY')
  await agreeOn({ suspension: null })
  await holdMoney(app.services, 'person', 'parado para conferir')
  assert.equal(await blockersOf(transactionId), 'BLOCKED MONEY_HELD SETTLEMENT_DAY')
  await releaseMoney(app.services, { releasedBy: 'Ana Souza', approvedBy: undefined })
  assert.equal(await blockersOf(transactionId), 'SCHEDULED SETTLEMENT_DAY')
  await agreeOn({ schedule: 'immediate' })
})

test('an order waits for a person, is at the bank, fails or comes back, and names the order of the statement', async () => {
  await run()
  await run()
  const { transactionId } = await buyOpen(app)
  bank.ends = {}
  await run({ payoutApprovalLimitCentavos: 1 })
  assert.equal(await blockersOf(transactionId), 'BLOCKED APPROVAL TRANSFER_SENT')
  await run()
  assert.equal(await blockersOf(transactionId), 'BLOCKED APPROVAL TRANSFER_SENT')

  const sent = await buyOpen(app)
  await run()
  assert.equal(await blockersOf(sent.transactionId), 'SENT TRANSFER_SENT')
  assert.match((await ask(sent.transactionId)).reference ?? '', /^[0-9a-f]{24}$/)
  bank.ends = {
    state: 'failed',
    failure: { kind: 'PAYEE_INVALID', code: 'AC03' },
  }
  await run()
  assert.equal(await blockersOf(sent.transactionId), 'BLOCKED TRANSFER_FAILED')
  assert.equal((await ask(sent.transactionId)).blockers[0]?.reason, 'AC03')

  const back = await buyOpen(app)
  bank.ends = { state: 'returned', failure: { kind: 'PAYEE_INVALID', code: 'MD06' } }
  await run()
  await run()
  assert.equal(await blockersOf(back.transactionId), 'BLOCKED TRANSFER_RETURNED')
  bank.ends = { state: 'paid' }
})

test('what the shop owes is kept of the next transfer', async () => {
  const paid = await buyOpen(app)
  await run()
  await run()
  assert.equal(await blockersOf(paid.transactionId), 'TRANSFERED')
  assert.ok((await read(app, paid.transactionId)).transferedAt)
  await cancel(app, paid.transactionId)
  const next = await buyOpen(app)
  assert.equal(await blockersOf(next.transactionId), 'SCHEDULED SETTLEMENT_DAY BALANCE_OWED')
  const [, owed] = (await ask(next.transactionId)).blockers
  assert.ok(owed?.amount && owed.amount > 0)
})

test('for an agreement nothing is transferred; nor where commission and retention are all of it', async () => {
  const transactionId = await buyAndPayTwo(app)
  await moveClock(app, 'P120D')
  const agreementId = await acceptFirst(app, transactionId)
  assert.equal(await blockersOf(agreementId, PLAIN_KEY), 'NONE AGREEMENT')
  // No policy keeps everything: the rule alone.
  const purchase = {
    status: 'OPEN',
    purchaseCentavos: 100,
    contract: { retentionCentavos: 60, cmCentavos: 40 },
  }
  const payout = {
    payee: undefined,
    isSuspended: false,
    schedule: 'immediate',
    changedAt: undefined,
  } as const
  const rest = { needsInvoice: false, invoice: undefined, order: undefined, heldAt: undefined, payout }
  const facts = { ...rest, purchase: purchase as never, owedBackCentavos: 0 }
  const list = (more: object = {}): string[] =>
    listBlockers({ ...facts, ...more }, new Date()).map(({ code }: Blocker) => code)
  for (const code of [...list(), ...list({ purchase: { ...purchase, purchaseCentavos: 200 } })])
    seen.add(code)
})

test('every kind of blocker was met', () => {
  assert.deepEqual(
    TRANSFER_BLOCKERS.filter(code => !seen.has(code)),
    [],
  )
})
