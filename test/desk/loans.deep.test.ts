import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type {
  AgreementOffers,
  FoundLoan,
  LoanBillet,
  LoanList,
  LoanView,
  MadeAgreement,
  SettlementQuote,
} from '../../src/contract/desk-loans.ts'
import { STAFF_TEMPLATES } from '../../src/domains/messaging/staff-templates.ts'
import { TEMPLATES } from '../../src/domains/messaging/templates.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { presentReais } from '../../src/kernel/money.ts'
import { ENTRY_WORDS, MESSAGE_WORDS } from '../../web/desk/loan-words.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import {
  buy,
  buyOpen,
  cancel,
  centavos,
  moveClock,
  pay,
  playUntil,
  read,
  UNKNOWN_ID,
} from '../support/purchase-http.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp
let viewer: DeskUser
let analyst: DeskUser
before(async () => {
  app = await startTestApp()
  viewer = await newDeskUser(app, 'viewer')
  analyst = await newDeskUser(app, 'analyst')
})
after(() => app.stop())

async function search(text: string): Promise<readonly FoundLoan[]> {
  const answer = await viewer.get<LoanList>(`/loans?search=${encodeURIComponent(text)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.loans
}

async function view(transactionId: string): Promise<LoanView> {
  const answer = await viewer.get<LoanView>(`/loans/${transactionId}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('a contract is found by transaction, order, CPF or our-number, and each search is noted under what it found', async () => {
  const { transactionId, orderId, person } = await buyOpen(app)
  const [billet] = await query<{ ourNumber: string }>(
    app,
    `SELECT our_number::text AS "ourNumber" FROM billets WHERE transaction_id = $1 AND installment_number = 2`,
    [transactionId],
  )
  const dotted = person.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
  for (const text of [transactionId, orderId, person.cpf, dotted, String(billet?.ourNumber)]) {
    const start = await countAudit(app)
    assert.deepEqual(
      (await search(text)).map(each => each.transactionId),
      [transactionId],
      text,
    )
    const [noted, ...others] = await listAudit(app, start)
    assert.deepEqual(
      [noted?.action, noted?.subject, noted?.operatorId],
      ['loan.search', transactionId, viewer.id],
    )
    assert.deepEqual(others, [])
    assert.ok(!JSON.stringify(noted).includes(person.cpf))
  }
  assert.deepEqual(await search(transactionId.slice(1)), [])
  assert.deepEqual(await search(''), [])
})

test('a purchase whose contract has not begun is not a contract of the desk', async () => {
  const { transactionId, orderId } = await buy(app)
  assert.deepEqual(await search(orderId), [])
  expectError(await viewer.get(`/loans/${transactionId}`), { code: 'desk_not_found' })
  expectError(await viewer.get(`/loans/${UNKNOWN_ID}`), { code: 'desk_not_found' })
  expectError(await viewer.get('/loans/none'), { code: 'desk_not_found' })
})

test('every message to a customer and every kind of ledger entry has a name on the page', () => {
  const messages = Object.keys(TEMPLATES).filter(
    template => template !== 'code' && !(template in STAFF_TEMPLATES),
  )
  assert.deepEqual(
    messages.filter(template => MESSAGE_WORDS[template] === undefined),
    [],
  )
  const [, union = ''] =
    /^export type EntryKind =\n([^;]*?)\n\n/m.exec(readSource('src/domains/ledger/entry.ts')) ?? []
  const kinds = [...union.matchAll(/'([a-z-]+)'/g)].map(([, kind = '']) => kind)
  assert.ok(kinds.includes('contract') && kinds.length > 30)
  assert.deepEqual(
    kinds.filter(kind => ENTRY_WORDS[kind] === undefined),
    [],
  )
})

test('whoever searches too often waits', async () => {
  const other = await newDeskUser(app, 'analyst')
  for (let count = 0; count < 20; count++)
    assert.equal((await other.get(`/loans?search=${count}`)).status, 200)
  expectError(await other.get('/loans?search=again'), { code: 'rate_limited' })
  assert.equal((await other.get('/loans')).status, 200)
})

test('a late contract shows what is overdue with its charges, what the rest is worth, and what was paid and told', async () => {
  const { transactionId, person } = await buyOpen(app)
  const before = await view(transactionId)
  assert.deepEqual([before.state, before.daysLate, before.debtToday.overdue], ['CURRENT', undefined, 0])
  assert.ok(!JSON.stringify(before).includes(person.cpf))
  const [first] = (await read(app, transactionId)).installments ?? []
  await pay(app, first?.id ?? '', { amount: 10 })
  await moveClock(app, 'P45D')
  const start = await countAudit(app)
  const late = await view(transactionId)
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject }) => [action, subject]),
    [['loan.view', transactionId]],
  )
  const today = calendarDateAt(app.services.clock.now())
  const purchase = await findPurchase(app.database, app.services.secrets, {
    retailerId: DEMO_RETAILER,
    id: transactionId,
  })
  assert.ok(purchase)
  const debt = await readDebt(app.services, purchase, today)
  assert.deepEqual(
    [late.debtToday.date, late.debtToday.overdue, late.debtToday.future, late.debtToday.total],
    [today, ...[debt.overdueCentavos, debt.presentCentavos, debt.totalCentavos].map(presentReais)],
  )
  const { overdueFace, fine, interest, futureFace, discount } = late.debtToday
  assert.equal(
    centavos(overdueFace) + centavos(fine) + centavos(interest) + centavos(futureFace) - centavos(discount),
    debt.totalCentavos,
  )
  assert.ok(fine > 0 && interest > 0 && discount > 0)
  assert.equal(late.state, 'LATE')
  assert.ok((late.daysLate ?? 0) >= 10)
  assert.deepEqual(
    late.schedule.map(({ installment, state }) => [installment, state]),
    [
      [1, 'late'],
      [2, 'open'],
      [3, 'open'],
    ],
  )
  assert.equal(late.schedule[0]?.open, presentReais(centavos(late.installmentValue) - 1_000))
  assert.equal(late.schedule[0]?.today, late.debtToday.overdue)
  assert.deepEqual(late.payments[0]?.parts, [{ installment: 1, face: 10, fine: 0, interest: 0, discount: 0 }])
  assert.equal(late.payments[1]?.parts[0]?.installment, 0)
  assert.ok(late.messages.some(({ template }) => template === 'payment-received'))
  // It was released on the day of its signature: the transfer on a later day is nothing new to the customer.
  assert.ok(late.messages.every(({ template }) => template !== 'contract-released'))
  const kinds = late.books.lines.map(({ kind }) => kind)
  for (const kind of ['contract', 'payment', 'accrual']) assert.ok(kinds.includes(kind), kind)
  assert.equal(late.books.lines.at(-1)?.balance, late.books.customer)
  assert.equal(centavos(late.books.customer), centavos(overdueFace) + centavos(futureFace))
  assert.equal(
    centavos(late.books.carrying),
    centavos(late.books.customer) - centavos(late.books.unearnedInterest),
  )
})

test('an operator issues a second copy of a late installment, which is audited; a viewer cannot', async () => {
  const { transactionId } = await buyOpen(app)
  await moveClock(app, 'P45D')
  const before = await view(transactionId)
  const [late, open] = before.schedule
  assert.deepEqual([late?.isCopyable, late?.isCopy, open?.isCopyable], [true, false, false])
  const copy = (user: DeskUser, body: object) =>
    user.post<LoanBillet & Record<string, unknown>>(`/loans/${transactionId}/copies`, body)
  const dueDate = before.copyDays.at(-1)
  expectError(await copy(viewer, { billetId: late?.billetId, dueDate }), { code: 'desk_forbidden' })
  expectError(await copy(analyst, { billetId: open?.billetId }), { code: 'billet_not_overdue' })
  expectError(await copy(analyst, { billetId: late?.billetId, dueDate: '2026-13-01' }), {
    code: 'invalid_parameters',
    message: 'dueDate must be a day that exists, written YYYY-MM-DD',
    fields: ['dueDate'],
  })
  expectError(await analyst.post(`/loans/${UNKNOWN_ID}/copies`, { billetId: late?.billetId }), {
    code: 'desk_not_found',
  })
  const start = await countAudit(app)
  const issued = await copy(analyst, { billetId: late?.billetId, dueDate })
  assert.equal(issued.status, 200, issued.text)
  const { billetId, amount, digitLine } = issued.body
  const [noted] = await listAudit(app, start)
  assert.deepEqual(
    [noted?.action, noted?.subject, noted?.operatorId, noted?.details],
    ['loan.copy', transactionId, analyst.id, { billetId: late?.billetId, becomes: billetId }],
  )
  assert.equal(issued.body.dueDate, dueDate)
  assert.match(String(digitLine), /^[\d. ]{47,}$/)
  assert.ok(amount >= (late?.today ?? 0))
  const [copied] = (await view(transactionId)).schedule
  assert.deepEqual([copied?.billetId, copied?.isCopy, copied?.isCopyable], [billetId, true, false])
  assert.deepEqual([copied?.value, copied?.today], [late?.value, late?.today])
  expectError(await copy(analyst, { billetId: late?.billetId }), { code: 'billet_canceled' })
  await pay(app, billetId)
  assert.equal((await view(transactionId)).schedule[0]?.state, 'paid')
})

test('an operator issues the billet of a settlement, which pays everything on its day', async () => {
  const { transactionId } = await buyOpen(app)
  await moveClock(app, 'P45D')
  const { debtToday, settlementDays, debt } = await view(transactionId)
  assert.equal(settlementDays[0], debtToday.date)
  const path = `/loans/${transactionId}/settlement`
  const quoted = await viewer.get<SettlementQuote>(path)
  assert.equal(quoted.status, 200, quoted.text)
  const { value, overdue, future, discount, installments } = quoted.body
  assert.deepEqual(
    [value, overdue, future, discount],
    [debt, debtToday.overdue, debtToday.future, debtToday.discount],
  )
  assert.deepEqual(installments, [1, 2, 3])
  const part = await viewer.get<SettlementQuote>(`${path}?amount=50.00`)
  assert.deepEqual([part.body.value, part.body.installments], [50, [1]])
  expectError(await viewer.post(path, {}), { code: 'desk_forbidden' })
  const start = await countAudit(app)
  expectError(await analyst.post(path, { amount: 100_000 }), {
    code: 'invalid_parameters',
    message: `amount must be from 1 to ${debt}, all that is owed on ${debtToday.date}`,
    fields: ['amount'],
  })
  const issued = await analyst.post<LoanBillet & Record<string, unknown>>(path, { installments: 'all' })
  assert.equal(issued.status, 200, issued.text)
  assert.deepEqual([issued.body.amount, issued.body.dueDate], [debt, debtToday.date])
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject, details }) => [action, subject, details]),
    [['loan.settle', transactionId, { date: debtToday.date, selection: 'all' }]],
  )
  assert.equal((await view(transactionId)).settlement?.billetId, issued.body.billetId)
  await pay(app, issued.body.billetId)
  const paid = await view(transactionId)
  assert.deepEqual([paid.state, paid.debt, paid.settlement], ['PAID', 0, undefined])
  assert.equal(paid.payments[0]?.amount, debt)
  assert.deepEqual(
    paid.schedule.map(({ state }) => state),
    ['paid', 'paid', 'paid'],
  )
})

test('an operator offers an agreement on a late contract, and the customer signs it', async () => {
  const { transactionId } = await buyOpen(app)
  assert.equal((await view(transactionId)).isAgreeable, false)
  await moveClock(app, 'P45D')
  const before = await view(transactionId)
  assert.equal(before.isAgreeable, true)
  const send = <Body>(path: string, body: object, user = analyst) =>
    user.post<Body & Record<string, unknown>>(`/loans/${transactionId}/${path}`, body)
  expectError(await send('offers', {}, viewer), { code: 'desk_forbidden' })
  const most = presentReais(centavos(before.debtToday.overdue))
  expectError(await send('offers', { downPayment: most + 1 }), {
    code: 'invalid_parameters',
    message: `downPaymentValue must be at most ${most}, of what is overdue`,
    fields: ['downPaymentValue'],
  })
  const start = await countAudit(app)
  const offered = await send<AgreementOffers>('offers', { installments: 6 })
  assert.equal(offered.status, 200, offered.text)
  assert.equal(offered.body.debt, before.debt)
  const [option] = offered.body.options
  assert.deepEqual([option?.installments, option?.downPayment], [6, 0])
  expectError(await send('agreement', { optionId: UNKNOWN_ID }), { code: 'agreement_option_not_found' })
  const made = await send<MadeAgreement>('agreement', { optionId: option?.optionId })
  assert.equal(made.status, 200, made.text)
  assert.match(made.body.link, /\/onboarding\/./)
  const agreementId = made.body.transactionId
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject, details }) => [action, subject, details]),
    [
      ['loan.offer', transactionId, { offers: 1 }],
      ['loan.agree', transactionId, { agreementId }],
    ],
  )
  const waiting = await view(transactionId)
  assert.deepEqual([waiting.state, waiting.renegotiatedBy, waiting.isAgreeable], ['LATE', agreementId, false])
  await playUntil(app, agreementId, 'COMPLETE')
  const [original, agreement] = [await view(transactionId), await view(agreementId)]
  assert.deepEqual([original.state, original.debt], ['RENEGOTIATED', 0])
  assert.deepEqual([agreement.state, agreement.renegotiates], ['CURRENT', transactionId])
  assert.equal(agreement.installmentValue, option?.installmentValue)
})

test('a contract that was paid and one that was canceled owe nothing', async () => {
  const paid = await buyOpen(app)
  for (const { id } of (await read(app, paid.transactionId)).installments ?? []) await pay(app, id)
  const canceled = await buyOpen(app)
  await cancel(app, canceled.transactionId)
  const [one, other] = [await view(paid.transactionId), await view(canceled.transactionId)]
  assert.deepEqual([one.state, one.debt, one.schedule[2]?.state], ['PAID', 0, 'paid'])
  assert.equal(one.schedule[2]?.paidOn, calendarDateAt(app.services.clock.now()))
  assert.deepEqual([other.state, other.debt, other.schedule[0]?.state], ['CANCELED', 0, 'canceled'])
})
