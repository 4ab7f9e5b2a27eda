import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { findLoan } from '../../src/domains/loans/store.ts'
import { addDays, addMonths } from '../../src/kernel/calendar-date.ts'
import { payPlain, readPlain, todayOf } from '../support/agreements.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import {
  askDecision,
  attach,
  type Desk,
  decide,
  expectRefused,
  findListing,
  listMessages,
  listOpenBillets,
  newDesk,
  openCase,
  owes,
  view,
} from './desk-cases.ts'

let app: TestApp
const bought: string[] = []

const takeLate = (): string => {
  const id = bought.shift()
  assert.ok(id, 'no late contract is left')
  return id
}

/** Six installments of 197.92, of which the first is 46 days late and listed. */
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (let count = 0; count < 4; count++) {
    const { transactionId } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
    bought.push(transactionId)
  }
  for (const days of [46, 1, 1, 12, 1, 16]) await moveClock(app, `P${days}D`)
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

async function openDocumented(desk: Desk, id: string): Promise<string> {
  const caseId = await openCase(desk, id, 'OVER_INDEBTEDNESS')
  await attach(desk, caseId)
  return caseId
}

async function findPlan(id: string): Promise<string> {
  const [plan] = await query<{ id: string }>(
    app,
    `SELECT id FROM transactions WHERE renegotiates = $1 AND status NOT IN ('CANCELED', 'ABANDONED')`,
    [id],
  )
  assert.ok(plan, 'there is no plan')
  return plan.id
}

test('a plan of a conciliation replaces the debt: listing removed, old billets canceled, its own ones asked for, and no signature', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  assert.equal((await findListing(app, id))?.state, 'LISTED')
  const caseId = await openCase(desk, id, 'OVER_INDEBTEDNESS')
  await moveClock(app, 'PT20M')
  assert.deepEqual(await findListing(app, id), { state: 'REMOVED', reason: 'DISPUTED' })
  const day = addDays(todayOf(app), 60)
  const terms = { amount: 20, installments: 50, day }
  await expectRefused(askDecision(desk, caseId, 'FOLLOW_AGREED_PLAN', terms))
  await attach(desk, caseId)
  const owed = await owes(app, id)
  assert.ok(owed > 100_000, 'the plan asks for less than the debt')
  const [waived, bank] = [await balanceOf(app, 'waived'), await balanceOf(app, 'clearing')]
  await decide(desk, caseId, 'FOLLOW_AGREED_PLAN', terms)
  assert.equal((await view(desk, caseId)).state, 'DONE')
  assert.ok((await balanceOf(app, 'waived')) > waived, 'what the plan does not ask for is waived')
  const plan = await findPlan(id)
  assert.deepEqual(await listOpenBillets(app, id), [])
  const billets = await listOpenBillets(app, plan)
  assert.equal(billets.length, 50)
  assert.deepEqual([billets[0]?.amount, billets[0]?.dueDate], [2_000, day])
  assert.equal(billets[49]?.dueDate, addMonths(day, 49))
  const loan = await findLoan(app.database, plan)
  assert.deepEqual(
    [loan?.problemReason, loan?.interestRatePM, (await findLoan(app.database, id))?.suspendedBy],
    ['restructured', 0, plan],
  )
  assert.ok((loan?.restructuringCentavos ?? 0) > 0, 'the loss of the lower rate is booked')
  await moveClock(app, 'PT20M')
  const messages = await listMessages(app, plan)
  assert.ok(messages.includes('plan-begun') && !messages.includes('agreement-made'), messages.join())
  for (const { id: billet } of billets) await payPlain(app, billet)
  assert.deepEqual(
    [(await readPlain(app, plan)).status, (await readPlain(app, id)).status],
    ['CLOSED', 'CLOSED'],
  )
  assert.equal((await balanceOf(app, 'clearing')) - bank, 100_000)
  for (const kind of ['customer', 'unearned-interest', 'restructuring', 'deferred-late-charges'])
    for (const each of [id, plan]) assert.equal(await balanceOf(app, `${kind}:${each}`), 0, kind)
})

test('the plan of a judge that asks for more than the debt has the rate that follows from its installments', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  const caseId = await openDocumented(desk, id)
  const owed = await owes(app, id)
  const amount = Math.ceil((owed / 100 / 24) * 1.2)
  const day = addDays(todayOf(app), 30)
  await decide(desk, caseId, 'FOLLOW_COURT_PLAN', { amount, installments: 24, day })
  const plan = await readPlain(app, await findPlan(id))
  assert.deepEqual([plan.paymentInstallments, plan.numberOfInstallments], [amount, 24])
  const rate = plan.interestRatePM ?? 0
  assert.ok(rate > 0 && rate < 4.99, `${rate} % a month`)
})

test('a plan outside the law is refused with the field at fault, and nothing changes', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  const caseId = await openDocumented(desk, id)
  const today = todayOf(app)
  const good = { amount: 25, installments: 48, day: addDays(today, 30) }
  const refusedField = async (effect: 'FOLLOW_AGREED_PLAN' | 'FOLLOW_COURT_PLAN', more: object) => {
    const { status, body, text } = await askDecision(desk, caseId, effect, { ...good, ...more })
    assert.equal(status, 400, text)
    return (body as unknown as { details?: { field: string }[] }).details?.[0]?.field
  }
  assert.equal(await refusedField('FOLLOW_COURT_PLAN', { day: addDays(today, 181) }), 'day')
  assert.equal(await refusedField('FOLLOW_AGREED_PLAN', { day: today }), 'day')
  assert.equal(
    await refusedField('FOLLOW_AGREED_PLAN', { installments: 60, day: addDays(today, 90) }),
    'installments',
  )
  assert.equal(await refusedField('FOLLOW_AGREED_PLAN', { amount: 300 }), 'amount')
  assert.equal(await refusedField('FOLLOW_COURT_PLAN', { amount: 10 }), 'amount')
  assert.equal(await refusedField('FOLLOW_COURT_PLAN', { amount: undefined }), 'amount')
  assert.equal((await listOpenBillets(app, id)).length, 6)
  assert.equal((await view(desk, caseId)).state, 'DOCUMENTED')
})
