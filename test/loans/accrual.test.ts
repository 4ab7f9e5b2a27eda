import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { computeAccrual } from '../../src/domains/loans/accrual.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import type { Loan } from '../../src/domains/loans/loan.ts'
import { computeTrialBalance } from '../../src/domains/loans/reports.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { calendarDateAt, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { balanceOf, contextOf, expectSoundBooks, openPurchase, pay } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const context = () => contextOf(app)
const accrualsOf = (transactionId: string) =>
  query<{ day: string; amount: number }>(
    app,
    `SELECT (e.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, p.amount_centavos AS amount
      FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.account = 'unearned-interest:' || $1 AND e.kind = 'accrual' ORDER BY e.occurred_at`,
    [transactionId],
  )

async function getLoan(transactionId: string): Promise<Loan> {
  const loan = await findLoan(app.database, transactionId)
  assert.ok(loan)
  return loan
}

test('the chore books each month end once, in one entry for many loans, and catches up after a pause', async () => {
  const { purchase } = await openPurchase(app)
  const other = await openPurchase(app)
  const opened = await getLoan(purchase.id)
  assert.equal(await accrueMonths(context(), 1), 0, 'the month is not over')
  app.clock.advance({ days: 60 })
  assert.equal(await accrueMonths(context(), 1), 4)
  assert.equal(await accrueMonths(context(), 1), 0)
  const march = computeAccrual(opened, parseCalendarDate('2026-03-31'))
  const april = computeAccrual(march.loan, parseCalendarDate('2026-04-30'))
  assert.deepEqual(await accrualsOf(purchase.id), [
    { day: '2026-03-31', amount: march.earned.interestCentavos },
    { day: '2026-04-30', amount: april.earned.interestCentavos },
  ])
  assert.deepEqual(await getLoan(purchase.id), april.loan)
  const entries = await query<{ loans: number }>(
    app,
    `SELECT count(*) FILTER (WHERE p.account LIKE 'unearned-interest:%')::integer AS loans
      FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.kind = 'accrual' GROUP BY e.id`,
  )
  assert.deepEqual(entries, [{ loans: 2 }, { loans: 2 }])
  assert.equal((await getLoan(other.purchase.id)).accruedThrough, '2026-04-30')
})

test('workers side by side accrue every loan once', async () => {
  for (let count = 0; count < 6; count++) await openPurchase(app)
  app.clock.advance({ days: 31 })
  const [due] = await query<{ n: number }>(
    app,
    'SELECT count(*)::integer AS n FROM loans WHERE next_accrual < $1',
    [calendarDateAt(app.clock.now())],
  )
  const counts = await Promise.all(Array.from({ length: 4 }, () => accrueMonths(context(), 1)))
  const done = counts.reduce((sum, count) => sum + count, 0) + (await accrueMonths(context(), 1))
  assert.equal(done, due?.n)
})

test('an installment paid early at its face value earns its rest at once, and the last payment earns everything', async () => {
  const { purchase, installments } = await openPurchase(app)
  const income = await balanceOf(app, 'interest-income')
  await pay(app, installments.at(-1))
  const loan = await getLoan(purchase.id)
  assert.equal(loan.openCentavos.at(-1), 0)
  assert.ok(loan.unearnedCentavos < loan.interestCentavos)
  for (const billet of installments.slice(0, -1)) await pay(app, billet)
  assert.equal(income - (await balanceOf(app, 'interest-income')), loan.interestCentavos)
  assert.equal((await getLoan(purchase.id)).endedOn, calendarDateAt(app.clock.now()))
  assert.equal(await balanceOf(app, `unearned-interest:${purchase.id}`), 0)
  assert.equal(await balanceOf(app, `deferred-retention:${purchase.id}`), 0)
})

test('a cancellation gives back what was earned: no income is left of the contract', async () => {
  const accounts = ['interest-income', 'fee-income', 'retention-income', 'iof-payable', 'unearned-interest']
  const read = () => Promise.all(accounts.map(account => balanceOf(app, account)))
  await accrueMonths(context(), 1)
  const before = await read()
  const { purchase, installments } = await openPurchase(app)
  app.clock.advance({ days: 20 })
  await pay(app, installments[0])
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: purchase.id,
    by: 'retailer',
  })
  assert.deepEqual(await read(), before)
  assert.ok((await getLoan(purchase.id)).endedOn)
})

test('a delay of 91 days stops the accrual, and from then on payments earn the days that they pay for', async () => {
  const { purchase, installments } = await openPurchase(app, { installments: 6 })
  app.clock.advance({ days: 30 + 120 })
  await accrueMonths(context(), 1)
  const stopped = await getLoan(purchase.id)
  assert.equal(stopped.nextAccrual, null)
  assert.deepEqual([stopped.problemSince, stopped.problemReason], [stopped.accruedThrough, 'delay'])
  assert.equal(await accrueMonths(context(), 1), 0)
  // Too short for their own billet, they pay the oldest ones.
  for (let short = 1; short <= 4; short++) {
    const amountCentavos = purchase.contract.installmentCentavos - short
    assert.equal((await pay(app, installments.at(-1), { amountCentavos })).outcome, 'partial')
  }
  const resumed = await getLoan(purchase.id)
  assert.ok((resumed.accruedThrough ?? '') > (stopped.accruedThrough ?? ''))
  assert.deepEqual([resumed.nextAccrual, resumed.problemSince], [null, stopped.problemSince])
  // Nothing more was paid, and nothing more is earned.
  app.clock.advance({ days: 40 })
  assert.equal(await accrueMonths(context(), 1), 0)
  assert.equal((await getLoan(purchase.id)).unearnedCentavos, resumed.unearnedCentavos)
})

test('the trial balance of a day sums to zero, and says what was earned and is not booked', async () => {
  await accrueMonths(context(), 1)
  await openPurchase(app)
  app.clock.advance({ days: 3 })
  const today = calendarDateAt(app.clock.now())
  const trial = await computeTrialBalance(app.database, today)
  assert.equal(trial.sumCentavos, 0)
  assert.ok(trial.unbooked.interestCentavos > 0)
  assert.equal(trial.accruedLater, 0)
  const past = await computeTrialBalance(app.database, parseCalendarDate('2026-03-09'))
  assert.deepEqual(past.balances, [])
})
