import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { addDays } from '../../src/kernel/calendar-date.ts'
import { attach, decide, listOpenBillets, newDesk, openCase, owes } from '../special-cases/desk-cases.ts'
import { acceptFirst, agree, moveTo, payPlain, readPlain, todayOf } from '../support/agreements.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newDeskUser } from '../support/desk.ts'
import { buyOpen, moveClock, playUntil } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
const written: string[] = []

const takeWritten = (): string => {
  const id = written.shift()
  assert.ok(id, 'no written-off contract is left')
  return id
}

/** Six installments of 197.92, none of them paid, all of them provided for in full and written off. */
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (let count = 0; count < 5; count++) {
    const { transactionId } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
    written.push(transactionId)
  }
  for (const days of [46, 1, 1, 12, 1, 31, 1, 1, 28, 1, 366, 154, 1, 12, 1]) await moveClock(app, `P${days}D`)
  const [analyst, approver] = [await newDeskUser(app, 'analyst'), await newDeskUser(app, 'approver')]
  for (const id of written) {
    const proposed = await analyst.post<DecisionOutcome>(`/loans/${id}/write-off`, { reason: 'Provisionado' })
    assert.equal(proposed.status, 200, proposed.text)
    const answer = { approve: true, reason: 'Conferi e concordo' }
    const approved = await approver.post(`/proposals/${proposed.body.decision.id}/answer`, answer)
    assert.equal(approved.status, 200, approved.text)
  }
  await moveTo(
    app,
    nextBusinessDay(todayOf(app)) === todayOf(app) ? addDays(todayOf(app), 1) : nextBusinessDay(todayOf(app)),
  )
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const recovered = async (): Promise<number> => -(await balanceOf(app, 'recovery-income'))

/** What the assets and the claims outside of them hold. */
async function expectOutsideOfAssets(transactionId: string, claimCentavos: number): Promise<void> {
  for (const kind of ['customer', 'unearned-interest', 'restructuring', 'deferred-late-charges', 'allowance'])
    assert.equal(await balanceOf(app, `${kind}:${transactionId}`), 0, kind)
  assert.equal(await balanceOf(app, `memo-written-off:${transactionId}`), claimCentavos)
}

test('the agreement on a written-off debt stays outside of the assets, and each payment of it is a recovery', async () => {
  const id = takeWritten()
  const before = await recovered()
  const agreement = await agree(app, id)
  assert.equal((await recovered()) - before, 10_000)
  const { installments = [], totalAmount = 0 } = await readPlain(app, agreement)
  const asked = Math.round(totalAmount * 100)
  const loan = await findLoan(app.database, agreement)
  assert.deepEqual(
    [loan?.writtenOffOn, loan?.problemReason],
    [(await findLoan(app.database, id))?.writtenOffOn, 'written-off'],
  )
  const billets = await listOpenBillets(app, agreement)
  const face = billets.reduce((sum, { amount }) => sum + amount, 0)
  assert.ok(face > 0 && face <= asked)
  await expectOutsideOfAssets(id, 0)
  await expectOutsideOfAssets(agreement, face)
  await expectSoundBooks(app)
  for (const billet of installments) await payPlain(app, billet.id)
  assert.deepEqual(
    [(await readPlain(app, agreement)).status, (await readPlain(app, id)).status],
    ['CLOSED', 'CLOSED'],
  )
  assert.equal((await recovered()) - before, 10_000 + face)
  await expectOutsideOfAssets(agreement, 0)
})

test('a broken agreement on a written-off debt gives the claim back, less what was recovered', async () => {
  const id = takeWritten()
  const claim = await balanceOf(app, `memo-written-off:${id}`)
  const before = await recovered()
  const agreement = await agree(app, id)
  const [first] = await listOpenBillets(app, agreement)
  await payPlain(app, first?.id)
  const paid = 10_000 + (first?.amount ?? 0)
  for (const days of [61, 1, 6, 31, 1, 6]) await moveClock(app, `P${days}D`)
  const { status, cancelReason } = await readPlain(app, agreement)
  assert.deepEqual([status, cancelReason], ['CANCELED', 'RENEGOTIATION_FAILED'])
  assert.equal((await recovered()) - before, paid)
  await expectOutsideOfAssets(agreement, 0)
  const left = await balanceOf(app, `memo-written-off:${id}`)
  assert.ok(left < claim && left >= claim - paid, `${left} of ${claim} after ${paid}`)
  assert.ok((await owes(app, id)) > 0)
  const [end] = await query<{ count: number }>(
    app,
    `SELECT count(*)::integer AS count FROM loans WHERE transaction_id = $1 AND ended_on IS NULL AND suspended_by IS NULL`,
    [id],
  )
  assert.equal(end?.count, 1)
})

test('an agreement on a written-off debt without a down payment begins with its signature', async () => {
  const id = takeWritten()
  const before = await recovered()
  const agreement = await acceptFirst(app, id, { installments: 6 })
  await playUntil(app, agreement, 'COMPLETE', {}, PLAIN_KEY)
  assert.equal((await readPlain(app, agreement)).status, 'OPEN')
  assert.equal(await recovered(), before)
})

test('a written-off debt that two people give up leaves nothing behind, and is no loss a second time', async () => {
  const id = takeWritten()
  assert.ok((await balanceOf(app, `memo-written-off:${id}`)) > 0)
  const results = ['waived', 'interest-income', 'provision-expense', 'recovery-income', 'fraud-loss']
  const readResults = () => Promise.all(results.map(account => balanceOf(app, account)))
  const before = await readResults()
  const desk = await newDesk(app)
  await decide(desk, await openCase(desk, id, 'WRITTEN_OFF'), 'END_DEBT')
  assert.equal((await readPlain(app, id)).status, 'CLOSED')
  await expectOutsideOfAssets(id, 0)
  assert.deepEqual(await readResults(), before)
  assert.deepEqual([await owes(app, id), await listOpenBillets(app, id)], [0, []])
})

test('a plan of Law 14.181 on a written-off debt is outside of the assets too', async () => {
  const id = takeWritten()
  const desk = await newDesk(app)
  const caseId = await openCase(desk, id, 'OVER_INDEBTEDNESS')
  await attach(desk, caseId)
  const waived = await balanceOf(app, 'waived')
  const day = addDays(todayOf(app), 30)
  await decide(desk, caseId, 'FOLLOW_AGREED_PLAN', { amount: 20, installments: 30, day })
  assert.equal(await balanceOf(app, 'waived'), waived, 'the loss was booked when it was written off')
  const plan = await findLoan(app.database, id)
  await expectOutsideOfAssets(plan?.suspendedBy ?? '', 60_000)
})
