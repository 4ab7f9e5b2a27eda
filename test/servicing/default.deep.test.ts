import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import { computeListingRemoval } from '../../src/brazil/collection-calendar.ts'
import { nextContactDay } from '../../src/brazil/contact-days.ts'
import { accelerateLoans } from '../../src/domains/collection/accelerate-loans.ts'
import { followListings } from '../../src/domains/collection/follow-listings.ts'
import { proveNotices, serveNotices } from '../../src/domains/collection/formal-notices.ts'
import type { ListingAnswer, ListingsPort } from '../../src/domains/collection/listing.ts'
import { listListingsOf } from '../../src/domains/collection/listing-store.ts'
import { listFormalNotices } from '../../src/domains/collection/store.ts'
import { decideWriteOff } from '../../src/domains/collection/write-off-loan.ts'
import { answerProposal } from '../../src/domains/desk/answer-proposal.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { issueCopy } from '../../src/domains/receivables/issue-copy.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { notifyCustomer } from '../../src/domains/servicing/notify-customer.ts'
import { addDays, calendarDateAt, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { sandboxListings } from '../../src/sandbox/sandbox-services.ts'
import { computeAcceleration, computeClaim } from '../loans/acceleration.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { newOperator } from '../support/desk.ts'
import { openExample } from '../support/example-loan.ts'
import { balanceOf, contextOf, expectSoundBooks, pay, view, withBank } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const today = () => calendarDateAt(app.clock.now())
const moveTo = (day: string) => {
  const days = Math.round((Date.parse(`${day}T15:00:00Z`) - app.clock.now().getTime()) / 86_400_000)
  assert.ok(days >= 0, `${day} is past`)
  app.clock.advance({ days })
}
const debtOf = (purchase: Purchase, day = today()) => readDebt(contextOf(app), purchase, day)
const accelerate = () => accelerateLoans(withBank(contextOf(app)))

/** What the worker does with jobs: composes notices, then sends messages. */
async function runMessages(): Promise<void> {
  for (const kind of ['notify-customer', 'send-message']) {
    const jobs = await query<{ id: string; payload: unknown }>(
      app,
      'DELETE FROM jobs WHERE kind = $1 RETURNING id, payload',
      [kind],
    )
    for (const { payload } of jobs)
      if (kind === 'notify-customer') await notifyCustomer(app.services, payload)
      else await app.services.sendMessage(payload, { now: app.clock.now(), attempt: 1 })
  }
}

async function serve(): Promise<number> {
  const served = await serveNotices(contextOf(app))
  await runMessages()
  await proveNotices(app.services)
  return served
}

async function noticesOf({ id }: Purchase) {
  return (await listFormalNotices(app.database, [id])).get(id) ?? []
}

test('a contract falls due as a whole on day 91, after a notice with its proof and 15 days', async () => {
  const { purchase, installments } = await openExample(app)
  assert.equal(purchase.contract.installmentCentavos, 19_792)
  moveTo('2026-04-23')
  assert.equal(await serve(), 0)
  moveTo('2026-04-24')
  assert.equal(await serve(), 1)
  assert.equal(await serve(), 0)
  moveTo('2026-06-08')
  assert.equal(await serve(), 1)
  const [listing, notice] = await noticesOf(purchase)
  assert.equal(listing?.kind, 'listing')
  assert.equal(notice?.kind, 'acceleration')
  assert.equal(notice?.dueDate, '2026-04-09')
  assert.deepEqual(notice?.deliveredAt, app.clock.now())
  assert.match(notice?.receipt ?? '', /^sandbox [0-9a-f]{24}$/)
  moveTo('2026-07-08')
  assert.equal(await accelerate(), 0)
  moveTo('2026-07-09')
  assert.equal(await accelerate(), 1)
  assert.equal(await accelerate(), 0)
  // The figures of the published vector.
  const debt = await debtOf(purchase)
  assert.equal(debt.totalCentavos, 118_362)
  assert.deepEqual(debt.future, [])
  const sum = (member: 'faceCentavos' | 'fineCentavos' | 'interestCentavos') =>
    debt.overdue.reduce((total, each) => total + each[member], 0)
  assert.deepEqual(
    [sum('faceCentavos'), sum('fineCentavos'), sum('interestCentavos')],
    [79_168 + 36_806, 1_188, 1_200],
  )
  const loan = await findLoan(app.database, purchase.id)
  assert.equal(loan?.acceleratedOn, '2026-07-09')
  assert.equal(await balanceOf(app, `customer:${purchase.id}`), 115_974)
  assert.equal(await balanceOf(app, `unearned-interest:${purchase.id}`), 0)
  // Each installment bears interest by itself, so that parts and whole add up.
  const later = await debtOf(purchase, addDays(today(), 300))
  const terms = { interestRatePM: 4.99, firstDueDate: parseCalendarDate('2026-04-09') }
  const vector = computeAcceleration(terms, new Array(6).fill(19_792), parseCalendarDate('2026-07-09'))
  assert.equal(later.totalCentavos, computeClaim(vector, addDays(today(), 300)))
  assert.equal(
    later.overdue.reduce((total, each) => total + each.fineCentavos, 0),
    1_188,
  )

  // A billet that was not due is still taken at its face value: what is beyond its claim pays the oldest.
  const owed = debt.overdue.map(({ faceCentavos }) => faceCentavos)
  const paid = await pay(app, installments[5])
  assert.equal(paid.outcome, 'credited')
  assert.equal(paid.excessCentavos, undefined)
  const rest = await debtOf(purchase)
  assert.equal(rest.totalCentavos, 118_362 - 19_792)
  // The oldest had 1.80 of interest, which comes first: what is left of the excess lowers its face value.
  assert.equal(rest.overdue[0]?.faceCentavos, (owed[0] ?? 0) - (19_792 - (owed[5] ?? 0) - 600))
  assert.equal(rest.overdue[0]?.interestCentavos, 0)
})

test('whoever pays what is overdue within the days of the notice keeps the installments; a loan changed by SQL makes no debt smaller', async () => {
  const { purchase, installments } = await openExample(app)
  const due = purchase.contract.firstDueDate
  moveTo(nextContactDay(addDays(due, 62)))
  await serve()
  assert.equal((await noticesOf(purchase)).length, 2)
  moveTo(addDays(due, 76))
  // Too short for their own billet, they pay the oldest ones.
  for (const short of [1, 2]) {
    const amountCentavos = purchase.contract.installmentCentavos - short
    assert.equal((await pay(app, installments.at(-1), { amountCentavos })).outcome, 'partial')
  }
  moveTo(addDays(due, 91))
  assert.equal(await accelerate(), 0)
  assert.equal((await debtOf(purchase)).future.length, 3)
  // The next delay has days and a notice of its own.
  moveTo(addDays(due, 30 + 91))
  assert.equal(await accelerate(), 0)
  assert.ok((await serve()) >= 2)
  assert.equal(await accelerate(), 0)
  moveTo(addDays(due, 30 + 91 + 20))
  await expectForgedLoanRefused(purchase)
  assert.equal(await accelerate(), 1)
  assert.equal((await findLoan(app.database, purchase.id))?.acceleratedOn, today())
})

/** An acceleration takes interest of time to come off the debt, by the figures of the loan. */
async function expectForgedLoanRefused({ id }: Purchase): Promise<void> {
  const owed = await query(app, 'SELECT * FROM billets WHERE transaction_id = $1 ORDER BY id', [id])
  for (const [column, value] of [
    ['interest_rate_pm', '50'],
    ['accrued_through', 'accrued_through - 60'],
    ['first_due_date', 'first_due_date - 10'],
    ['unearned_centavos', 'unearned_centavos + 100'],
    ['open_centavos', 'open_centavos[1:5] || 1::bigint'],
  ] as const) {
    const was = await query<{ value: unknown }>(
      app,
      `SELECT ${column} AS value FROM loans WHERE transaction_id = $1`,
      [id],
    )
    await query(app, `UPDATE loans SET ${column} = ${value} WHERE transaction_id = $1`, [id])
    const outcome = await accelerate().catch((error: unknown) => String(error))
    // With another due date no notice was served about its delay.
    assert.match(
      String(outcome),
      column === 'first_due_date' ? /^0$/ : /does not match billets and books/,
      column,
    )
    await query(app, `UPDATE loans SET ${column} = $2 WHERE transaction_id = $1`, [id, was[0]?.value])
  }
  assert.deepEqual(
    await query(app, 'SELECT * FROM billets WHERE transaction_id = $1 ORDER BY id', [id]),
    owed,
  )
}

const listingsOf = ({ id }: Purchase) => listListingsOf(app.database, [id])
const follow = (port: Partial<ListingsPort> = {}) =>
  followListings({ ...contextOf(app), listings: { ...sandboxListings, ...port } })

test('a delay is listed ten days after a proven notice, and removed at once when it is paid', async () => {
  const { purchase, installments } = await openExample(app)
  const due = purchase.contract.firstDueDate
  moveTo(nextContactDay(addDays(due, 20)))
  assert.equal(await serveNotices(contextOf(app)), 1)
  await runMessages()
  moveTo(addDays(due, 40))
  await follow()
  assert.deepEqual(await listingsOf(purchase), [], 'the notice is not proved')
  await proveNotices({ ...app.services, findReceipt: async () => undefined })
  assert.equal((await noticesOf(purchase))[0]?.deliveredAt, null)
  const deliveredAt = app.clock.now()
  moveTo(addDays(due, 41))
  await proveNotices({ ...app.services, findReceipt: async () => ({ deliveredAt, text: '{"id":"gw-1"}' }) })
  assert.equal((await noticesOf(purchase))[0]?.receipt, '{"id":"gw-1"}')
  moveTo(addDays(due, 49))
  await follow()
  assert.deepEqual(await listingsOf(purchase), [], 'ten days are not over')

  // The bureau does not answer: the key is asked for before anything is repeated.
  moveTo(addDays(due, 50))
  const asked: string[] = []
  const unknown = async (): Promise<ListingAnswer> => ({ outcome: 'unknown', code: 'TIMEOUT' })
  await follow({
    list: async debt => {
      asked.push(`list ${debt.cpf}`)
      return unknown()
    },
  })
  const [listing] = await listingsOf(purchase)
  assert.ok(listing)
  assert.equal(listing.state, 'ASKING')
  assert.equal(listing.problem, 'TIMEOUT')
  assert.equal(listing.dueDate, due)
  assert.equal(listing.amountCentavos, (await debtOf(purchase)).overdueCentavos)
  app.clock.advance({ minutes: 5 })
  await follow({
    list: async () => assert.fail('the first request had its effect'),
    find: async key => {
      asked.push(`find ${key}`)
      return { outcome: 'done', listing: { state: 'LISTED', providerId: 'B-7' } }
    },
  })
  assert.deepEqual(asked, [`list ${purchase.customer.cpf}`, `find ${listing.id}`])
  const [listed] = await listingsOf(purchase)
  assert.deepEqual([listed?.state, listed?.providerId], ['LISTED', 'B-7'])
  assert.equal(await follow(), 0)

  // Paid with a later billet, whose payments are too short for it.
  for (const short of [1, 2]) {
    const amountCentavos = purchase.contract.installmentCentavos - short
    await pay(app, installments.at(-1), { amountCentavos })
  }
  await follow({ remove: unknown })
  const [removing] = await listingsOf(purchase)
  assert.deepEqual([removing?.state, removing?.removalReason], ['REMOVING', 'PAID'])
  assert.equal(removing?.removeBy, computeListingRemoval(today()))
  app.clock.advance({ hours: 1 })
  await follow({ find: async () => ({ outcome: 'done', listing: { state: 'LISTED', providerId: 'B-7' } }) })
  assert.equal((await listingsOf(purchase))[0]?.state, 'REMOVED')
})

test('a listing has what is late on its day, follows payments down, and is never raised', async () => {
  const { purchase, installments } = await openExample(app)
  const due = purchase.contract.firstDueDate
  moveTo(nextContactDay(addDays(due, 16)))
  await serve()
  // The second installment falls due on the day of the listing: it is not late.
  const second = installments[1]?.dueDate ?? assert.fail()
  moveTo(second)
  await follow({ find: async () => assert.fail('nothing is unknown') })
  const late = (await debtOf(purchase)).overdue[0]?.totalCentavos ?? 0
  const [listed] = await listingsOf(purchase)
  assert.deepEqual([listed?.state, listed?.amountCentavos], ['LISTED', late])

  // Both are late, with more charges every day: the bureau is told nothing.
  moveTo(addDays(second, 12))
  const refuse = async () => assert.fail('nothing was paid')
  assert.equal(await follow({ lower: refuse, list: refuse, remove: refuse }), 0)

  // With the second billet: the first one has expired, and the oldest debt is paid first.
  assert.equal((await pay(app, installments[1], { amountCentavos: 100_00 })).outcome, 'partial')
  const owed = (await debtOf(purchase)).overdue[0]?.totalCentavos ?? 0
  assert.ok(owed < late)
  const asked: string[] = []
  await follow({
    lower: async (key, amountCentavos) => {
      asked.push(`${key} ${amountCentavos}`)
      return { outcome: 'unknown', code: 'TIMEOUT' }
    },
  })
  const [lowering] = await listingsOf(purchase)
  assert.deepEqual([lowering?.state, lowering?.amountCentavos], ['LOWERING', owed])
  assert.equal(lowering?.lowerBy, computeListingRemoval(today()))
  app.clock.advance({ hours: 1 })
  await follow({
    lower: async () => assert.fail('the first request had its effect'),
    find: async () => ({
      outcome: 'done',
      listing: { state: 'LISTED', providerId: 'B-8', amountCentavos: owed },
    }),
  })
  assert.deepEqual(asked, [`${lowering?.id} ${owed}`])
  const [lowered] = await listingsOf(purchase)
  assert.deepEqual([lowered?.state, lowered?.amountCentavos, lowered?.lowerBy], ['LISTED', owed, null])
  await pay(app, installments[1], { amountCentavos: owed })
  await follow()
  assert.equal((await listingsOf(purchase))[0]?.state, 'REMOVED')
})

test('nothing is listed while the customer disputes it, and what is listed is taken back; five years end it', async () => {
  const { purchase } = await openExample(app)
  const due = purchase.contract.firstDueDate
  moveTo(nextContactDay(addDays(due, 22)))
  await serve()
  const dispute = (id: string) =>
    query(
      app,
      `INSERT INTO customer_requests (id, cpf_index, kind, transaction_id, box, opened_at, answer_until)
        SELECT $1, cpf_index, 'CORRECTION', $2, '\\x00', $3, $4 FROM credit_contracts WHERE transaction_id = $2`,
      [id, purchase.id, app.clock.now(), addDays(today(), 15)],
    )
  const answer = () =>
    query(
      app,
      "UPDATE customer_requests SET answered_at = $2, answer_box = '\\x00' WHERE transaction_id = $1",
      [purchase.id, app.clock.now()],
    )
  await dispute(`${'0'.repeat(23)}1`)
  moveTo(addDays(due, 40))
  await follow()
  assert.deepEqual(await listingsOf(purchase), [])
  await answer()
  await follow()
  assert.equal((await listingsOf(purchase))[0]?.state, 'LISTED')
  await dispute(`${'0'.repeat(23)}2`)
  await follow()
  assert.deepEqual(
    (await listingsOf(purchase)).map(({ state, removalReason }) => [state, removalReason]),
    [['REMOVED', 'DISPUTED']],
  )
  await answer()
  await follow({ list: async () => ({ outcome: 'refused', code: 'CPF_UNKNOWN' }) })
  app.clock.advance({ days: 1 })
  await follow()
  const states = (await listingsOf(purchase)).map(({ state }) => state).sort()
  assert.deepEqual(states, ['REFUSED', 'REMOVED'], 'a refusal is final')
  const { purchase: old } = await openExample(app)
  moveTo(nextContactDay(addDays(old.contract.firstDueDate, 22)))
  await serve()
  moveTo(addDays(old.contract.firstDueDate, 40))
  await follow()
  assert.equal((await listingsOf(old))[0]?.state, 'LISTED')
  const ends = (await listingsOf(old))[0]?.endsOn ?? ''
  moveTo(ends)
  await follow()
  assert.deepEqual(
    (await listingsOf(old)).map(({ state, removalReason }) => [state, removalReason]),
    [['REMOVED', 'ENDED']],
  )
})

const monthEnds = async () => {
  await accrueMonths(contextOf(app), 1)
  await provideMonths(contextOf(app), 1)
}

test('what is provided for in full is written off once, stays owed, and later payments are recoveries', async () => {
  const { purchase, installments } = await openExample(app)
  const { id, contract } = purchase
  const copyOf = async (number: number) => {
    const { billet } = await issueCopy(contextOf(app), {
      retailerId: purchase.retailerId,
      transactionId: id,
      billetId: installments[number - 1]?.id ?? '',
    })
    return billet
  }
  moveTo(addDays(contract.firstDueDate, 92))
  await monthEnds()
  const [ana, bia] = [await newOperator(app, 'analyst'), await newOperator(app, 'approver')]
  const propose = () =>
    decideWriteOff(contextOf(app), ana, { transactionId: id, reason: 'provided for in full' })
  await assert.rejects(propose(), /not provided for in full/)
  moveTo(nextBusinessDay(addDays(contract.firstDueDate, 91 + 16 * 31)))
  await monthEnds()
  const carrying = -(await balanceOf(app, `allowance:${id}`))
  const { id: proposalId, amountCentavos } = await propose()
  assert.equal(amountCentavos, carrying)
  assert.equal(await balanceOf(app, `memo-written-off:${id}`), 0)
  await answerProposal(contextOf(app), bia, { proposalId, approve: true, reason: 'as proposed' })
  const faceCentavos = 6 * contract.installmentCentavos
  for (const account of ['customer', 'unearned-interest', 'allowance', 'deferred-fee', 'deferred-retention'])
    assert.equal(await balanceOf(app, `${account}:${id}`), 0, account)
  assert.equal(await balanceOf(app, `memo-written-off:${id}`), faceCentavos)
  await assert.rejects(propose(), /was written off on/)
  await assert.rejects(
    cancelPurchase(contextOf(app), { retailerId: purchase.retailerId, transactionId: id, by: 'retailer' }),
    { code: 'transaction_not_cancelable' },
  )
  // The person still has a living contract, and the debt is what it was.
  const [living] = await query<{ living: boolean }>(
    app,
    'SELECT is_living AS living FROM credit_contracts WHERE transaction_id = $1',
    [id],
  )
  assert.equal(living?.living, true)
  const owed = await debtOf(purchase)
  assert.equal(owed.overdue.length, 6)

  const income = await balanceOf(app, 'recovery-income')
  const interest = await balanceOf(app, 'late-interest')
  const copy = await copyOf(1)
  assert.equal((await pay(app, copy, { amountCentavos: 10_000 })).outcome, 'partial')
  assert.equal(await balanceOf(app, 'recovery-income'), income - 10_000)
  assert.equal(await balanceOf(app, 'late-interest'), interest)
  await expectSoundBooks(app)
  assert.equal((await debtOf(purchase)).totalCentavos, owed.totalCentavos - 10_000)
  const [rest = 0] = (await debtOf(purchase)).overdue.map(({ totalCentavos }) => totalCentavos)
  assert.equal((await pay(app, copy, { amountCentavos: rest + 500 })).excessCentavos, 500)
  for (const number of [2, 3, 4, 5, 6]) {
    const billet = await copyOf(number)
    assert.equal((await pay(app, billet)).outcome, 'credited')
  }
  assert.equal((await view(app, id, purchase.retailerId)).purchase.status, 'CLOSED')
  assert.equal(await balanceOf(app, `memo-written-off:${id}`), 0)
  assert.equal(await balanceOf(app, 'recovery-income'), income - owed.totalCentavos)
  await monthEnds()
})
