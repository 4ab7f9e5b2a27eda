import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { addDays } from '../../src/kernel/calendar-date.ts'
import { moveTo, payPlain, readPlain, todayOf } from '../support/agreements.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock, pay } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import {
  askDecision,
  attach,
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
  for (let count = 0; count < 6; count++) {
    const { transactionId } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
    bought.push(transactionId)
  }
  for (const days of [46, 1, 1, 12, 1, 16]) await moveClock(app, `P${days}D`)
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** What nothing is left on once a contract has ended. */
async function expectNothingLeft(transactionId: string): Promise<void> {
  const kinds = [
    'customer',
    'unearned-interest',
    'deferred-fee',
    'deferred-retention',
    'deferred-late-charges',
    'restructuring',
    'memo-written-off',
  ]
  for (const kind of kinds) assert.equal(await balanceOf(app, `${kind}:${transactionId}`), 0, kind)
}

async function moveToBusinessDay(): Promise<void> {
  const next = nextBusinessDay(todayOf(app))
  if (next !== todayOf(app)) await moveTo(app, next)
}

test('less than the payoff, paid in time, ends the contract: the rest is waived, and the letter of discharge follows', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  const owed = await owes(app, id)
  const until = nextBusinessDay(addDays(todayOf(app), 10))
  const caseId = await openCase(desk, id, 'DISCOUNT')
  await expectRefused(askDecision(desk, caseId, 'ACCEPT_LESS', { amount: owed / 100, day: until }))
  await decide(desk, caseId, 'ACCEPT_LESS', { amount: 600, day: until })
  const offered = (await listOpenBillets(app, id)).find(({ kind }) => kind === 'settlement')
  assert.deepEqual([offered?.amount, offered?.dueDate], [60_000, until])
  assert.equal((await view(desk, caseId)).state, 'DECIDED')
  await moveClock(app, 'PT1M')
  const [waived, bank] = [await balanceOf(app, 'waived'), await balanceOf(app, 'clearing')]
  const carried = (await balanceOf(app, `customer:${id}`)) + (await balanceOf(app, `unearned-interest:${id}`))
  await moveToBusinessDay()
  await payPlain(app, offered?.id)
  assert.equal((await readPlain(app, id)).status, 'CLOSED')
  await expectNothingLeft(id)
  assert.equal((await balanceOf(app, 'clearing')) - bank, 60_000)
  const lost = (await balanceOf(app, 'waived')) - waived
  assert.ok(lost > 0 && lost >= carried - 60_000, `${lost} of ${carried}`)
  assert.deepEqual(await listOpenBillets(app, id), [])
  await moveClock(app, 'PT20M')
  assert.equal((await view(await newDesk(app), caseId)).state, 'DONE')
  assert.equal((await findListing(app, id))?.state, 'REMOVED')
  const messages = await listMessages(app, id)
  assert.ok(
    messages.includes('discount-offered') && messages.includes('contract-discharged'),
    messages.join(),
  )
})

test('less than the payoff, not paid in time, changes nothing', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  const until = nextBusinessDay(addDays(todayOf(app), 3))
  const caseId = await openCase(desk, id, 'DISCOUNT')
  await decide(desk, caseId, 'ACCEPT_LESS', { amount: 500, day: until })
  const offered = (await listOpenBillets(app, id)).find(({ kind }) => kind === 'settlement')
  await moveTo(app, until)
  await moveClock(app, 'P4D')
  await moveToBusinessDay()
  const owed = await owes(app, id)
  assert.equal((await view(await newDesk(app), caseId)).state, 'WITHDRAWN')
  assert.equal((await listOpenBillets(app, id)).length, 6)
  // The money still pays the contract, as an amount of its day.
  await pay(app, offered?.id ?? '', {}, PLAIN_KEY)
  assert.equal(await owes(app, id), owed - 50_000)
  assert.equal((await readPlain(app, id)).status, 'OPEN')
})

test('a court order ends the debt: nothing is owed, the loss is booked, billets and listing are gone', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  assert.equal((await findListing(app, id))?.state, 'LISTED')
  const caseId = await openCase(desk, id, 'COURT_ORDER')
  await moveClock(app, 'PT20M')
  assert.deepEqual(await findListing(app, id), { state: 'REMOVED', reason: 'DISPUTED' })
  await expectRefused(askDecision(desk, caseId, 'END_DEBT'))
  await attach(desk, caseId)
  const waived = await balanceOf(app, 'waived')
  await decide(desk, caseId, 'END_DEBT')
  assert.equal((await readPlain(app, id)).status, 'CLOSED')
  assert.equal(await owes(app, id), 0)
  assert.ok((await balanceOf(app, 'waived')) > waived)
  await expectNothingLeft(id)
  assert.deepEqual(await listOpenBillets(app, id), [])
  await moveClock(app, 'PT20M')
  const messages = await listMessages(app, id)
  assert.ok(messages.includes('debt-released') && !messages.includes('contract-discharged'), messages.join())
  assert.equal((await findLoan(app.database, id))?.endedOn, todayOf(app))
})

test('while a court suspends collection nobody is reminded, noticed, listed or accelerated; ended, it goes on', async () => {
  const id = takeLate()
  const desk = await newDesk(app)
  const caseId = await openCase(desk, id, 'COURT_ORDER')
  await attach(desk, caseId)
  await decide(desk, caseId, 'SUSPEND_COLLECTION')
  await moveClock(app, 'PT20M')
  const before = await listMessages(app, id)
  for (const days of [20, 20, 1, 20, 1, 20]) await moveClock(app, `P${days}D`)
  const sent = await listMessages(app, id)
  assert.deepEqual(
    sent.filter(template => !before.includes(template)),
    [],
  )
  assert.equal((await findLoan(app.database, id))?.acceleratedOn, null)
  assert.equal((await findListing(app, id))?.state, 'REMOVED')
  const again = await newDesk(app)
  const ended = await again.analyst.post(`/special-cases/${caseId}/end`, { reason: 'A ordem foi revogada' })
  assert.equal(ended.status, 200, ended.text)
  assert.equal((await view(again, caseId)).state, 'DONE')
  const [stop] = await query(
    app,
    'SELECT ended_at IS NOT NULL AS ended FROM collection_stops WHERE case_id = $1',
    [caseId],
  )
  assert.deepEqual(stop, { ended: true })
  for (const days of [1, 1, 20, 1]) await moveClock(app, `P${days}D`)
  assert.ok((await findLoan(app.database, id))?.acceleratedOn)
})
