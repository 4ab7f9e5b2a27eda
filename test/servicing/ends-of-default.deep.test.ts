import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import type { LoanView } from '../../src/contract/desk-loans.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { acceptFirst, agree, moveTo, offer, payPlain, readPlain, todayOf } from '../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { askCancel, buyOpen, centavos, moveClock, pay, playUntil } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let canceled: string
let broken: string
let twin: string
let analyst: DeskUser

const buySix = async (): Promise<string> =>
  (await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })).transactionId

before(async () => {
  app = await startTestApp({
    env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '3000', DESK_ALONE_DAILY_LIMIT: '6000' },
  })
  canceled = await buySix()
  broken = await buySix()
  twin = await buySix()
  const { installments = [] } = await readPlain(app, canceled)
  await pay(app, installments[0]?.id ?? '', { amount: 50 }, PLAIN_KEY)
  for (const days of [46, 1, 1, 12, 1, 31, 1, 1, 28, 1]) await moveClock(app, `P${days}D`)
  for (const id of [canceled, broken, twin])
    assert.ok((await findLoan(app.database, id))?.acceleratedOn, 'not due as a whole')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

async function owes(transactionId: string): Promise<number> {
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId: PLAIN_RETAILER, id: transactionId })
  assert.ok(purchase)
  return (await readDebt(app.services, purchase, todayOf(app))).totalCentavos
}

/** What nothing is left on once a contract has ended. */
async function expectNothingLeft(transactionId: string): Promise<void> {
  const kinds = [
    'customer',
    'unearned-interest',
    'deferred-fee',
    'deferred-retention',
    'deferred-late-charges',
  ]
  for (const kind of [...kinds, 'restructuring'])
    assert.equal(await balanceOf(app, `${kind}:${transactionId}`), 0, kind)
}

async function sumEarned(transactionId: string): Promise<number> {
  const loan = await findLoan(app.database, transactionId)
  assert.ok(loan)
  return loan.interestCentavos - loan.unearnedCentavos
}

test('canceling a contract that is due as a whole gives back all that was paid, and its interest is borne by the shop', async () => {
  const [listed] = await query(app, 'SELECT state FROM listings WHERE transaction_id = $1', [canceled])
  assert.deepEqual(listed, { state: 'LISTED' })
  const interest = await balanceOf(app, 'interest-income')
  const earned = await sumEarned(canceled)
  assert.ok(earned > 0)
  const answer = await askCancel(app, canceled, {}, PLAIN_KEY)
  assert.equal(centavos(Number(answer.body.refundValue)), 24_800 + 5_000, answer.text)
  assert.equal((await readPlain(app, canceled)).status, 'CANCELED')
  await expectNothingLeft(canceled)
  // The customer's interest is taken back, and the shop owes as much.
  assert.equal(await balanceOf(app, 'interest-income'), interest)
  await moveClock(app, 'PT1M')
  const [removed] = await query(app, 'SELECT state FROM listings WHERE transaction_id = $1', [canceled])
  assert.deepEqual(removed, { state: 'REMOVED' })
})

async function markPayoffPaid(transactionId: string, more: object): Promise<{ readonly value: number }> {
  const answer = await app.post<{ value: number; billet: { id: string } }>(
    `/public/transaction/${transactionId}/settlement`,
    { apiKey: PLAIN_KEY, ...more },
  )
  assert.equal(answer.status, 200, answer.text)
  await payPlain(app, answer.body.billet.id)
  return answer.body
}

test('a broken agreement on a contract that is due as a whole leaves what would be owed without it', async () => {
  await moveToBusinessDay()
  assert.equal(await owes(broken), await owes(twin))
  const agreement = await agree(app, broken)
  assert.equal(await owes(broken), 0)
  // The twin pays the same on the same days, and has no agreement.
  await markPayoffPaid(twin, { amount: 100 })
  const [first] = (await readPlain(app, agreement)).installments ?? []
  assert.ok(first)
  await moveTo(app, first.dueDate)
  await moveToBusinessDay()
  await payPlain(app, first.id)
  await markPayoffPaid(twin, { amount: first.value })
  await moveClock(app, 'P65D')
  const { status, cancelReason, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, cancelReason, refundValue], ['CANCELED', 'RENEGOTIATION_FAILED', 0])
  assert.equal(await owes(broken), await owes(twin))
  assert.equal((await readPlain(app, broken)).status, 'OPEN')
  const [loan, other] = [await findLoan(app.database, broken), await findLoan(app.database, twin)]
  assert.equal(loan?.acceleratedOn, other?.acceleratedOn)
  assert.deepEqual(loan?.openCentavos, other?.openCentavos)
  assert.deepEqual(loan?.unearnedCentavos, other?.unearnedCentavos)
  await expectNothingLeft(agreement)
  await moveToBusinessDay()
  await markPayoffPaid(broken, {})
  assert.equal((await readPlain(app, broken)).status, 'CLOSED')
  await expectNothingLeft(broken)
})

/** Banks take billets on business days only, and there is no Pix here. */
async function moveToBusinessDay(): Promise<void> {
  const next = nextBusinessDay(todayOf(app))
  if (next !== todayOf(app)) await moveTo(app, next)
}

test('an agreement is settled early for its present value, which closes it and the purchase', async () => {
  const late = await buySix()
  await moveClock(app, 'P45D')
  await moveToBusinessDay()
  const { options } = await offer(app, late, { installments: 6 })
  const agreement = await acceptFirst(app, late, { installments: 6 })
  await playUntil(app, agreement, 'COMPLETE', {}, PLAIN_KEY)
  await moveClock(app, 'P10D')
  await moveToBusinessDay()
  const owed = await owes(agreement)
  const { value } = await markPayoffPaid(agreement, {})
  assert.equal(centavos(value), owed)
  assert.ok(value < (options[0]?.totalAmount ?? 0))
  for (const id of [agreement, late]) {
    assert.equal((await readPlain(app, id)).status, 'CLOSED')
    await expectNothingLeft(id)
  }
  assert.equal((await readPlain(app, agreement)).refundValue, undefined)
})

test('the desk shows notices and listings, and two people write a contract off that is provided for in full', async () => {
  analyst = await newDeskUser(app, 'analyst')
  const [viewer, approver] = [await newDeskUser(app, 'viewer'), await newDeskUser(app, 'approver')]
  const reason = 'Provisionado por inteiro'
  const propose = (by: DeskUser) => by.post(`/loans/${twin}/write-off`, { reason })
  const early = await propose(analyst)
  assert.equal(early.status, 409)
  assert.match(early.text, /desk_write_off_refused.*is not provided for in full: \d+\.\d\d of \d+/)
  for (const days of [366, 154, 1, 12, 1]) await moveClock(app, `P${days}D`)
  const shown = (await viewer.get<LoanView>(`/loans/${twin}`)).body
  assert.deepEqual(
    [shown.state, shown.isWritable, shown.allowance],
    ['ACCELERATED', true, shown.books.carrying],
  )
  // What was paid ended the first delay, and its listing; the next delay has a notice of its own.
  assert.deepEqual(
    shown.notices.filter(({ deliveredAt }) => deliveredAt !== undefined).map(({ kind }) => kind),
    ['listing', 'acceleration', 'listing'],
  )
  const [listing] = shown.listings
  assert.ok(listing?.listedAt && listing.removedAt)
  assert.deepEqual(
    shown.listings.map(({ state, removalReason }) => [state, removalReason]),
    [
      ['REMOVED', 'PAID'],
      ['LISTED', undefined],
    ],
  )
  expectError(await propose(viewer), { code: 'desk_forbidden' })
  const proposed = await propose(analyst)
  assert.equal(proposed.status, 200, proposed.text)
  const { decision } = proposed.body as unknown as DecisionOutcome
  assert.deepEqual(
    [decision.state, decision.fourEyesReason, decision.amount],
    ['proposed', 'WRITE_OFF', shown.allowance],
  )
  expectError(await propose(approver), { code: 'desk_proposal_open' })
  const approve = (by: DeskUser) =>
    by.post(`/proposals/${decision.id}/answer`, { approve: true, reason: 'Conferi' })
  expectError(await approve(analyst), { code: 'desk_forbidden' })
  const approved = await approve(approver)
  assert.equal(approved.status, 200, approved.text)
  const written = (await viewer.get<LoanView>(`/loans/${twin}`)).body
  assert.deepEqual(
    [written.state, written.isWritable, written.writtenOffOn],
    ['WRITTEN_OFF', false, todayOf(app)],
  )
  assert.equal(written.books.carrying, 0)
  const notes = (await listAudit(app)).filter(({ subject }) => subject === twin).map(({ action }) => action)
  assert.deepEqual(notes.slice(-4), ['loan.view', 'loan.propose-write-off', 'proposal.answer', 'loan.view'])
})

test('money for a contract that was written off, credited at the desk, is recovered, charges too', async () => {
  const faceCentavos = await balanceOf(app, `memo-written-off:${twin}`)
  assert.ok(faceCentavos > 0)
  const owed = await owes(twin)
  // The bank's billets have expired: what is paid on them waits at the desk.
  const { installments = [] } = await readPlain(app, twin)
  const open = installments.findLast(({ paymentStatus }) => paymentStatus === 'PENDING')
  assert.ok(open)
  await pay(app, open.id, { amount: 80 }, PLAIN_KEY)
  const [waiting] = await query<{ id: string }>(
    app,
    `SELECT id FROM suspense_cases WHERE billet_id = $1 AND state = 'open'`,
    [open.id],
  )
  assert.ok(waiting)
  const income = await balanceOf(app, 'recovery-income')
  const charges = (await balanceOf(app, 'late-interest')) + (await balanceOf(app, 'late-fine'))
  const resolved = await analyst.post(`/suspense/${waiting.id}/resolution`, {
    result: 'CREDIT',
    billetId: open.id,
    reason: 'Conferido com o extrato do banco',
  })
  assert.equal(resolved.status, 200, resolved.text)
  assert.equal(await balanceOf(app, 'recovery-income'), income - 8_000)
  assert.equal((await balanceOf(app, 'late-interest')) + (await balanceOf(app, 'late-fine')), charges)
  assert.equal(await owes(twin), owed - 8_000)
  const memo = await balanceOf(app, `memo-written-off:${twin}`)
  assert.ok(memo <= faceCentavos && memo > faceCentavos - 8_000, `${memo} of ${faceCentavos}`)
  assert.equal((await readPlain(app, twin)).status, 'OPEN')
})
