import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { isBusinessDay } from '../../src/brazil/business-days.ts'
import { computePayoff, computePremiumRefund, computePrepayment } from '../../src/brazil/payoff.ts'
import { loanCommands } from '../../src/cli/loans.ts'
import { addDays, addMonths, calendarDateAt, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, cancel, centavos, listPublished, pay, read, readStatus } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { type AskedPayoff, quoteEarly, settle } from '../support/settlements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(async () => {
  await expectSoundBooks(app)
  await app.stop()
})

/** So many days, and then to a day that banks work on, as on the two days after it. */
function goOn(days: number): void {
  app.clock.advance({ days })
  while (![0, 1, 2].every(ahead => isBusinessDay(addDays(today(), ahead)))) app.clock.advance({ days: 1 })
}
beforeEach(() => goOn(0))

const today = () => calendarDateAt(app.clock.now())
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)

/** The contract as its own figures price it, by the installments that are open. */
async function price(transactionId: string) {
  const { installments = [], interestRatePM, paymentInstallments } = await read(app, transactionId)
  const open = installments.map(({ paymentStatus, value }) =>
    paymentStatus === 'PAID' ? 0 : centavos(value),
  )
  const firstDueDate = parseCalendarDate(installments[0]?.dueDate ?? '')
  return { installments, open, terms: { interestRatePM, firstDueDate }, face: centavos(paymentInstallments) }
}

async function listSuspense(transactionId: string) {
  return query<{ reason: string; amount: number }>(
    app,
    `SELECT c.reason, c.amount_centavos AS amount FROM suspense_cases c JOIN billets b ON b.id = c.billet_id
      WHERE b.transaction_id = $1 ORDER BY c.amount_centavos`,
    [transactionId],
  )
}

const sumRefunds = async (transactionId: string): Promise<number> =>
  (
    await query<{ due: number }>(
      app,
      'SELECT coalesce(sum(amount_centavos), 0)::bigint AS due FROM refunds WHERE transaction_id = $1',
      [transactionId],
    )
  )[0]?.due ?? 0

const listOpenNumbers = async (transactionId: string): Promise<(number | undefined)[]> =>
  ((await read(app, transactionId)).installments ?? [])
    .filter(({ paymentStatus }) => paymentStatus === 'PENDING')
    .map(({ installmentNumber }) => installmentNumber)

test('all of a contract is settled for its present value: installments paid, discount not earned, purchase closed', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  goOn(12)
  const { open, terms, face } = await price(transactionId)
  const payoff = computePayoff(terms, open, today())
  const { billet, ...quoted } = await settle(app, transactionId)
  assert.equal(centavos(quoted.value), payoff.totalCentavos)
  assert.equal(centavos(quoted.discount), payoff.discountCentavos)
  assert.deepEqual(
    quoted.installments.map(({ installmentNumber, faceValue, presentValue }) => [
      installmentNumber,
      centavos(faceValue),
      centavos(presentValue),
    ]),
    payoff.future.map(({ installmentNumber, presentCentavos }) => [installmentNumber, face, presentCentavos]),
  )
  assert.deepEqual([billet.dueDate, billet.expirationDate.slice(0, 10)], [today(), addDay(today())])
  const paid = await pay(app, billet.id)
  assert.equal(paid.paymentStatus, 'PAID')
  const { status, settledAt, installments = [] } = await read(app, transactionId)
  assert.deepEqual([status, settledAt?.slice(0, 10)], ['CLOSED', today()])
  assert.ok(installments.every(each => each.paymentStatus === 'PAID' && each.payday?.startsWith(today())))
  assert.equal((await listPublished(app, transactionId)).at(-1), 'CLOSED')
  assert.equal(await balanceOf(app, `customer:${transactionId}`), 0)
  assert.equal(await balanceOf(app, `unearned-interest:${transactionId}`), 0)
  const orders = await query<{ movement: string }>(
    app,
    `SELECT o.movement FROM bank_orders o JOIN billets b ON b.id = o.billet_id
      WHERE b.transaction_id = $1 AND b.kind = 'installment' AND o.movement = 'write-off'`,
    [transactionId],
  )
  assert.equal(orders.length, 6)
  await expectSoundBooks(app)
})

const addDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

test('the unused part of a premium is netted from a settlement of all, and claimed from the insurer', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6, hasInsurance: true })
  const startedOn = today()
  goOn(20)
  const { open, terms } = await price(transactionId)
  const [{ premium } = { premium: 0 }] = await query<{ premium: number }>(
    app,
    `SELECT (contract->>'premiumCentavos')::bigint AS premium FROM transactions WHERE id = $1`,
    [transactionId],
  )
  assert.ok(premium > 0)
  const refund = computePremiumRefund({
    premiumCentavos: premium,
    startedOn,
    firstDueDate: terms.firstDueDate,
    numberOfInstallments: 6,
    settledOn: today(),
  })
  const claimed = await balanceOf(app, 'insurer-receivable')
  const { billet, ...quoted } = await settle(app, transactionId)
  assert.equal(centavos(quoted.premiumRefund), refund)
  assert.equal(centavos(quoted.value), computePayoff(terms, open, today()).totalCentavos - refund)
  assert.equal((await quoteEarly(app, transactionId, { installments: 'last:2' })).premiumRefund, 0)
  await pay(app, billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  assert.equal((await balanceOf(app, 'insurer-receivable')) - claimed, refund)
  assert.equal(await sumRefunds(transactionId), 0)
})

test('the last two, then the next one, then an amount are paid early; the rest is asked for on its own day', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  goOn(5)
  const { open, terms, face } = await price(transactionId)
  const { future } = computePayoff(terms, open, today())
  const last = await settle(app, transactionId, { installments: 'last:2' })
  assert.equal(centavos(last.value), sum(future.slice(-2).map(({ presentCentavos }) => presentCentavos)))
  await pay(app, last.billet.id)
  assert.deepEqual(await listOpenNumbers(transactionId), [1, 2, 3, 4])
  const next = await settle(app, transactionId, { installments: 'next' })
  assert.equal(centavos(next.value), future[0]?.presentCentavos)
  await pay(app, next.billet.id)
  assert.deepEqual(await listOpenNumbers(transactionId), [2, 3, 4])
  await expectSoundBooks(app)
  goOn(3)
  const amount = 300.5
  const rest = open.map((value, index) => ([1, 2, 3].includes(index) ? value : 0))
  const expected = computePrepayment(terms, rest, today(), centavos(amount))
  assert.ok(expected.lowered)
  const { installmentNumber, byCentavos } = expected.lowered
  const some = await settle(app, transactionId, { amount })
  assert.equal(some.value, amount)
  const before = (await read(app, transactionId)).installments?.[installmentNumber - 1]
  await pay(app, some.billet.id)
  const after = (await read(app, transactionId)).installments?.[installmentNumber - 1]
  assert.ok(before && after)
  assert.notEqual(after.id, before.id)
  assert.equal(centavos(after.value), face - byCentavos)
  assert.deepEqual([after.dueDate, after.expirationDate], [before.dueDate, before.expirationDate])
  await expectSoundBooks(app)
  for (const { id, paymentStatus } of (await read(app, transactionId)).installments ?? [])
    if (paymentStatus === 'PENDING') await pay(app, id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  await expectSoundBooks(app)
})

test('overdue installments are part of every settlement, with their charges', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  goOn(40)
  const { open, terms } = await price(transactionId)
  const payoff = computePayoff(terms, open, today())
  assert.equal(payoff.overdue.length, 1)
  const [overdue] = payoff.overdue
  const asked: readonly [AskedPayoff, number][] = [
    [{ installments: 'next' }, payoff.future[0]?.presentCentavos ?? 0],
    [{ installments: 'last:1' }, payoff.future.at(-1)?.presentCentavos ?? 0],
    [{}, payoff.presentCentavos],
  ]
  for (const [settlement, future] of asked) {
    const quoted = await quoteEarly(app, transactionId, settlement)
    assert.equal(centavos(quoted.overdueValue), overdue?.totalCentavos)
    assert.equal(centavos(quoted.futureValue), future)
    assert.equal(centavos(quoted.value), future + (overdue?.totalCentavos ?? 0))
    assert.equal(centavos(quoted.installments[0]?.fine ?? 0), overdue?.fineCentavos)
    assert.equal(centavos(quoted.installments[0]?.interest ?? 0), overdue?.interestCentavos)
  }
  const fines = await balanceOf(app, 'late-fine')
  const part = await settle(app, transactionId, { amount: 50 })
  await pay(app, part.billet.id)
  await expectSoundBooks(app)
  assert.equal((await quoteEarly(app, transactionId)).value, (payoff.totalCentavos - 5_000) / 100)
  const { billet } = await settle(app, transactionId, { installments: 'last:5' })
  await pay(app, billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  assert.equal(fines - (await balanceOf(app, 'late-fine')), overdue?.fineCentavos)
})

test('paid on an earlier day a settlement closes the contract, and what was too much is owed back', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const date = addDay(addDay(today()))
  const { open, terms } = await price(transactionId)
  const { billet, value } = await settle(app, transactionId, { date })
  await pay(app, billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  const excess = centavos(value) - computePayoff(terms, open, today()).totalCentavos
  assert.ok(excess > 0)
  assert.equal(await sumRefunds(transactionId), excess)
})

test('paid a day later a settlement is an amount of that day: the last ones are paid, and a rest of a few reais is waived', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const { open, terms } = await price(transactionId)
  const { billet, value } = await settle(app, transactionId)
  app.clock.advance({ days: 1 })
  const expected = computePrepayment(terms, open, today(), centavos(value))
  assert.equal(expected.settled.length, 5)
  await pay(app, billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  const waived = await balanceOf(app, 'waived')
  assert.ok(waived > 0 && waived <= 500, String(waived))
  assert.deepEqual(await listSuspense(transactionId), [])
  await expectSoundBooks(app)
})

test('less than was asked for is an amount of that day; more is owed back', async () => {
  const [short, long] = [await buyOpen(app, { installments: 6 }), await buyOpen(app, { installments: 6 })]
  const less = await settle(app, short.transactionId, { installments: 'last:2' })
  await pay(app, less.billet.id, { amount: 100 })
  assert.deepEqual(await listOpenNumbers(short.transactionId), [1, 2, 3, 4, 5, 6])
  assert.equal(await sumRefunds(short.transactionId), 0)
  const more = await settle(app, long.transactionId, { installments: 'last:2' })
  await pay(app, more.billet.id, { amount: more.value + 7.5 })
  assert.deepEqual(await listOpenNumbers(long.transactionId), [1, 2, 3, 4])
  assert.equal(await sumRefunds(long.transactionId), 750)
})

test('an installment that was paid by its own billet meanwhile is not paid twice: what is too much is owed back', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const { open, terms, installments } = await price(transactionId)
  const { billet, value } = await settle(app, transactionId)
  await pay(app, installments[2]?.id ?? '')
  await pay(app, billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  const third = computePayoff(terms, open, today()).future[2]
  assert.equal(await sumRefunds(transactionId), third?.presentCentavos)
  assert.equal(centavos(value), computePayoff(terms, open, today()).totalCentavos)
})

test('a settlement that is paid twice, and billets of settled installments, go to suspense and are credited to nothing', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const { installments } = await price(transactionId)
  const { billet, value } = await settle(app, transactionId, { installments: 'last:2' })
  await pay(app, billet.id)
  await pay(app, billet.id)
  await pay(app, installments[5]?.id ?? '')
  assert.deepEqual(await listOpenNumbers(transactionId), [1, 2, 3, 4])
  assert.deepEqual(
    (await listSuspense(transactionId)).map(({ reason, amount }) => [reason, amount]),
    [
      ['ALREADY_PAID', centavos(installments[5]?.value ?? 0)],
      ['ALREADY_PAID', centavos(value)],
    ],
  )
  await expectSoundBooks(app)
})

test('repeated, a settlement is the same billet; another one takes its place, and money for the first still counts once', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const first = await settle(app, transactionId)
  assert.equal((await settle(app, transactionId)).billet.id, first.billet.id)
  const second = await settle(app, transactionId, { installments: 'last:1' })
  assert.notEqual(second.billet.id, first.billet.id)
  const canceled = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement' AND canceled_at IS NOT NULL`,
    [transactionId],
  )
  assert.deepEqual(canceled, [{ id: first.billet.id }])
  await pay(app, first.billet.id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  await pay(app, second.billet.id)
  await pay(app, first.billet.id)
  assert.deepEqual(
    (await listSuspense(transactionId)).map(({ amount }) => amount),
    [centavos(second.value), centavos(first.value)],
  )
  assert.equal(await sumRefunds(transactionId), 0)
})

test('a cancellation gives back what was really paid, and a settlement paid after it is given back whole', async () => {
  const { transactionId, authorized } = await buyOpen(app, { installments: 6 })
  const insured = await balanceOf(app, 'insurer-receivable')
  const part = await settle(app, transactionId, { installments: 'last:3' })
  await pay(app, part.billet.id)
  const late = await settle(app, transactionId)
  const { refundValue } = await cancel(app, transactionId)
  const { downPaymentValue } = await read(app, transactionId)
  assert.equal(centavos(refundValue), centavos(downPaymentValue) + centavos(part.value))
  await expectSoundBooks(app)
  await pay(app, late.billet.id)
  assert.equal(
    await sumRefunds(transactionId),
    centavos(downPaymentValue) + centavos(part.value) + centavos(late.value),
  )
  assert.equal(await balanceOf(app, 'insurer-receivable'), insured)
  assert.equal(await balanceOf(app, `unearned-interest:${transactionId}`), 0)
  assert.ok(authorized)
})

test('loan show prints schedule, payments, payoff and journal of a contract, and nothing about the person', async () => {
  const { transactionId, person } = await buyOpen(app, { installments: 3 })
  const { billet, value, discount } = await settle(app, transactionId, { installments: 'last:1' })
  await pay(app, billet.id)
  const show = (options: Record<string, boolean>) =>
    loanCommands['loan show']?.run(app.services, { words: ['loan', 'show', transactionId], options })
  const text = (await show({})) ?? ''
  const payoff = (await quoteEarly(app, transactionId)).value.toFixed(2)
  for (const line of [`payoff on ${today()}: ${payoff}`, 'early-settlement', discount.toFixed(2)])
    assert.ok(text.includes(line), `${line} is not in\n${text}`)
  for (const known of [person.cpf, person.phone, person.email]) assert.ok(!text.includes(known))
  const { payoff: figures, books, settlements } = JSON.parse((await show({ json: true })) ?? '')
  assert.equal(figures.totalCentavos, centavos(Number(payoff)))
  // Nothing was accrued since the payment of today.
  assert.equal(books.carryingCentavos, figures.totalCentavos)
  assert.equal(settlements[0].valueCentavos, centavos(value))
  await assert.rejects(
    async () => loanCommands['loan show']?.run(app.services, { words: ['loan', 'show', 'x'], options: {} }),
    /there is no contract/,
  )
})

test('an installment due on the day of the settlement costs its face value; one due before that day counts as due', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const { open, terms, face } = await price(transactionId)
  while (today() < addMonths(terms.firstDueDate, 0)) app.clock.advance({ days: 1 })
  const { overdueValue, installments, value } = await quoteEarly(app, transactionId)
  assert.equal(centavos(overdueValue), face)
  assert.deepEqual(
    [installments[0]?.fine, installments[0]?.interest, installments[0]?.presentValue],
    [0, 0, face / 100],
  )
  assert.equal(centavos(value), computePayoff(terms, open, today()).totalCentavos)
})
