import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nextBusinessDay } from '../../src/brazil/business-days.ts'
import { loanDecisionCommands } from '../../src/cli/loan-decisions.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { IssuedSettlementAnswer } from '../../src/contract/settlement.ts'
import { accelerateLoans } from '../../src/domains/collection/accelerate-loans.ts'
import { findDueSteps, REMIND_CUSTOMER } from '../../src/domains/collection/find-due-steps.ts'
import { serveNotices } from '../../src/domains/collection/formal-notices.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import type { PurchaseView } from '../../src/domains/purchases/read-purchase.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { notifyCustomer } from '../../src/domains/servicing/notify-customer.ts'
import { addDays, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { plainDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson, signIn } from '../support/desk.ts'
import { openExample } from '../support/example-loan.ts'
import { checkAnswer, pay as payAtBank } from '../support/purchase-http.ts'
import { balanceOf, contextOf, expectSoundBooks, pay, view, withBank } from '../support/purchases.ts'
import { askPayoff } from '../support/settlements.ts'

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ana = await newDeskPerson(app, 'analyst')
  bia = await newDeskPerson(app, 'approver')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

function moveTo(day: string): void {
  const days = Math.round((Date.parse(`${day}T15:00:00Z`) - app.clock.now().getTime()) / 86_400_000)
  app.clock.advance({ days })
}

const listEvents = async (transactionId: string): Promise<string[]> =>
  (
    await query<{ type: string }>(
      app,
      `SELECT type FROM events WHERE transaction_id = $1 AND type LIKE 'installment.%' ORDER BY sequence`,
      [transactionId],
    )
  ).map(({ type }) => type)

test('an installment paid R$ 1.00 short is settled: no reminder, notice, acceleration or stage follows', async () => {
  const { purchase, installments } = await openExample(app)
  const { installmentCentavos, firstDueDate } = purchase.contract
  moveTo(firstDueDate)
  const short = { amountCentavos: installmentCentavos - 100 }
  assert.equal((await pay(app, installments[0], short)).outcome, 'credited')
  assert.equal(await balanceOf(app, 'waived'), 100)
  assert.deepEqual(await listEvents(purchase.id), ['installment.paid'])
  const { installments: billets } = await view(app, purchase.id, purchase.retailerId)
  assert.equal(billets[0]?.paymentStatus, 'PAID')
  for (const billet of installments.slice(1, 4)) {
    moveTo(billet.dueDate)
    assert.equal((await pay(app, billet)).outcome, 'credited')
  }
  moveTo(addDays(firstDueDate, 105))
  await findDueSteps(contextOf(app))
  assert.deepEqual(await query(app, 'SELECT id FROM jobs WHERE kind = $1', [REMIND_CUSTOMER]), [])
  assert.equal(await serveNotices(contextOf(app)), 0)
  assert.equal(await accelerateLoans(withBank(contextOf(app))), 0)
  await accrueMonths(contextOf(app))
  await provideMonths(contextOf(app))
  const [stage] = await query<{ stage: number; daysLate: number }>(
    app,
    'SELECT stage, days_late FROM provisions WHERE transaction_id = $1 ORDER BY month_end DESC LIMIT 1',
    [purchase.id],
  )
  assert.deepEqual([stage?.stage, stage?.daysLate], [1, 0])
  assert.ok(!(await listEvents(purchase.id)).includes('installment.overdue'))
  assert.equal(calendarDateAt(app.clock.now()), addDays(firstDueDate, 105))
})

const publish = (waiveRestsUpTo: number) =>
  app.services.credit.policies.publish(PLAIN_RETAILER, {
    ...plainDemonstrationPolicy,
    collection: { waiveRestsUpTo },
  })

/** Pays an installment on its due date, less so many centavos. */
async function payShort({ purchase, installments }: PurchaseView, number: number, shortBy: number) {
  const billet = installments[number - 1] ?? assert.fail()
  if (calendarDateAt(app.clock.now()) < billet.dueDate) moveTo(billet.dueDate)
  const amountCentavos = purchase.contract.installmentCentavos - shortBy
  return (await pay(app, billet, { amountCentavos })).outcome
}

test('rests are waived up to the sum of the policy for each contract, and not those of payments that were short on purpose', async () => {
  const before = await balanceOf(app, 'waived')
  const opened = await openExample(app)
  assert.equal(await payShort(opened, 1, 300), 'credited')
  assert.equal(await payShort(opened, 2, 201), 'partial', 'more than 5.00 in sum')
  assert.equal(await payShort(opened, 3, 17_000), 'partial')
  assert.equal(await balanceOf(app, 'waived'), before + 300)
  const { purchase } = opened
  const [oldest] = (await readDebt(contextOf(app), purchase, purchase.contract.firstDueDate)).open
  assert.equal(oldest?.installmentNumber, 3, 'the third payment has paid the rest of the second first')
  // A payment of a tenth less than all is a part payment, however small its rest.
  const small = await openExample(app)
  await publish(100)
  assert.equal(await payShort(small, 1, 1_979), 'credited')
  assert.equal(await payShort(small, 2, 1_980), 'partial')
  await publish(0)
  assert.equal(await payShort(await openExample(app), 1, 1), 'partial', '0 waives nothing')
  await publish(5)
})

test('the customer is told that the installment is settled, and a cancellation gives back only what was paid', async () => {
  const opened = await openExample(app)
  const { id: transactionId, retailerId } = opened.purchase
  await query(app, `DELETE FROM jobs WHERE kind = 'notify-customer'`)
  assert.equal(await payShort(opened, 1, 250), 'credited')
  const [job] = await query<{ payload: unknown }>(
    app,
    `SELECT payload FROM jobs WHERE kind = 'notify-customer'`,
  )
  await notifyCustomer(app.services, job?.payload)
  const texts = await query<{ template: string }>(
    app,
    `SELECT template FROM messages WHERE transaction_id = $1 AND template = 'payment-received'`,
    [transactionId],
  )
  assert.equal(texts.length, 2)
  const before = await balanceOf(app, 'waived')
  await cancelPurchase(contextOf(app), { retailerId, transactionId, by: 'retailer' })
  assert.equal(await balanceOf(app, 'waived'), before - 250)
  const { refunds } = await view(app, transactionId, retailerId)
  const { downPaymentCentavos, contract } = opened.purchase
  assert.equal(refunds?.valueCentavos, downPaymentCentavos + contract.installmentCentavos - 250)
})

const run = (
  commands: typeof loanDecisionCommands,
  name: string,
  id: string,
  options: object,
  by: DeskPerson,
) => {
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  const command = commands[name] ?? assert.fail(name)
  return command.run(app.services, { words: [...name.split(' '), id], options: { ...options }, act, ask })
}

test('one person waives little of a contract, and two people more; then the contract is closed', async () => {
  const opened = await openExample(app)
  const { id } = opened.purchase
  for (const number of [1, 2, 3, 4]) assert.equal(await payShort(opened, number, 0), 'credited')
  assert.equal(await payShort(opened, 5, 4_000), 'partial')
  const desk = await signIn(app, ana)
  const waive = (installment: number) =>
    desk.post<{ outcome: string; code: string }>(`/loans/${id}/waivers`, {
      installment,
      reason: 'Erro nosso na cobrança',
    })
  assert.equal((await waive(6)).body.code, 'desk_waiver_refused', 'it is not due yet')
  const before = await balanceOf(app, 'waived')
  assert.equal((await waive(5)).body.outcome, 'done')
  assert.equal(await balanceOf(app, 'waived'), before + 4_000)
  assert.equal((await listEvents(id)).at(-1), 'installment.paid')
  const { installments } = opened
  moveTo(addDays(installments[5]?.dueDate ?? assert.fail(), 5))
  const proposed = await run(
    loanDecisionCommands,
    'loan waive',
    id,
    { installment: '6', reason: 'Falecimento' },
    ana,
  )
  const [proposal = ''] = proposed.split('\n')
  assert.match(proposed, /Another person, an approver, answers/)
  assert.equal((await view(app, id, PLAIN_RETAILER)).purchase.status, 'OPEN')
  // Interest of another day is waived too.
  app.clock.advance({ days: 1 })
  const approved = { reason: 'Conferi e concordo' }
  assert.match(await run(proposalCommands, 'proposals approve', proposal, approved, bia), /approved and done/)
  assert.equal((await view(app, id, PLAIN_RETAILER)).purchase.status, 'CLOSED')
  assert.equal(await balanceOf(app, 'waived'), before + 4_000 + opened.purchase.contract.installmentCentavos)
  const [row] = await query<{ fine: number; interest: number; decision: string }>(
    app,
    `SELECT fine_centavos AS fine, interest_centavos AS interest, decision_id AS decision FROM waivers
      WHERE transaction_id = $1 AND installment_number = 6`,
    [id],
  )
  assert.deepEqual(row, { fine: 396, interest: 40, decision: proposal })
})

for (const isCopied of [false, true])
  test(`the fine of a delay that alone is open${isCopied ? ', on a second copy,' : ''} is let off by people, and the books hold every billet`, async () => {
    await publish(0)
    const { purchase, installments } = await openExample(app)
    const { id } = purchase
    const { installmentCentavos, firstDueDate } = purchase.contract
    const billet = installments[0] ?? assert.fail()
    moveTo(addDays(firstDueDate, 10))
    const owed = (await readDebt(contextOf(app), purchase, calendarDateAt(app.clock.now()))).open[0]
    const amountCentavos = installmentCentavos + (owed?.interestCentavos ?? 0)
    assert.equal((await pay(app, billet, { amountCentavos })).outcome, 'partial')
    if (isCopied) {
      const path = `/public/transaction/${id}/billets/${billet.id}/reissue`
      const copy = await app.post(path, { apiKey: PLAIN_KEY })
      assert.equal(copy.status, 200, copy.text)
    }
    const desk = await signIn(app, ana)
    const asked = { installment: 1, reason: 'Erro nosso na cobrança' }
    const waived = await desk.post<{ outcome: string }>(`/loans/${id}/waivers`, asked)
    assert.equal(waived.body.outcome, 'done', waived.text)
    const { installments: billets } = await view(app, id, PLAIN_RETAILER)
    assert.equal(billets.find(({ installmentNumber }) => installmentNumber === 1)?.paymentStatus, 'PAID')
    await expectSoundBooks(app)
    await publish(5)
  })

/** All is paid but the fine of the last installment. */
async function leaveFine() {
  await publish(0)
  const { purchase, installments } = await openExample(app)
  const last = installments.at(-1) ?? assert.fail()
  for (const billet of installments.slice(0, -1)) await pay(app, billet)
  moveTo(nextBusinessDay(addDays(last.dueDate, 10)))
  const owed = (await readDebt(contextOf(app), purchase, calendarDateAt(app.clock.now()))).open[0]
  const { fineCentavos = 0, interestCentavos = 0 } = owed ?? {}
  const amountCentavos = purchase.contract.installmentCentavos + interestCentavos
  assert.equal((await pay(app, last, { amountCentavos })).outcome, 'partial')
  return { id: purchase.id, fineCentavos, installment: last.installmentNumber }
}

test('a fine that alone is left of a contract is let off by people, and closes it', async () => {
  const { id, installment } = await leaveFine()
  const desk = await signIn(app, ana)
  const asked = { installment, reason: 'Erro nosso na cobrança' }
  const waived = await desk.post<{ outcome: string }>(`/loans/${id}/waivers`, asked)
  assert.equal(waived.body.outcome, 'done', waived.text)
  assert.equal((await view(app, id, PLAIN_RETAILER)).purchase.status, 'CLOSED')
  await expectSoundBooks(app)
  await publish(5)
})

test('a fine that alone is left is paid by a settlement, and the books hold the money', async () => {
  const { id, fineCentavos } = await leaveFine()
  const issued = checkAnswer(IssuedSettlementAnswer, await askPayoff(app, id, {}, PLAIN_KEY))
  assert.equal(issued.value, fineCentavos / 100)
  await payAtBank(app, issued.billet.id, {}, PLAIN_KEY)
  assert.equal((await view(app, id, PLAIN_RETAILER)).purchase.status, 'CLOSED')
  await expectSoundBooks(app)
  await publish(5)
})
