import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Account } from '../../src/contract/account.ts'
import { DEMO_KEY, query, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, centavos, moveClock, pay, read } from '../support/purchase-http.ts'
import { AccountDevice } from './account-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

test('a customer who is late sees options, chooses one and finds the agreement to sign beside the purchase', async () => {
  const { person, transactionId } = await buyOpen(app)
  await moveClock(app, 'P45D')
  const device = new AccountDevice(app)
  const account = await device.signIn(person)
  const [late] = account.purchases
  assert.deepEqual(late?.agreement?.options, [])
  expectError(await device.ask('agreement-offers', { transactionId, downPayment: 100_000 }), {
    code: 'invalid_parameters',
    message: `downPaymentValue must be at most ${late.agreement.mostDownPayment}, of what is overdue`,
  })
  const offered = await device.do('agreement-offers', { transactionId, downPayment: 50 })
  const options = offered.account?.purchases[0]?.agreement?.options ?? []
  assert.deepEqual(
    options.map(({ installments, downPayment }) => [installments, downPayment]),
    [3, 6, 12, 24].map(installments => [installments, 50]),
  )
  const chosen = await device.do('agreement', { transactionId, optionId: options[1]?.optionId })
  const [agreement, original] = chosen.account?.purchases ?? []
  assert.ok(agreement && original)
  assert.deepEqual([agreement.isAgreement, agreement.standing], [true, 'onboarding'])
  assert.match(agreement.continueUrl ?? '', /^\/onboarding\//)
  assert.deepEqual([original.id, original.renegotiatedBy], [transactionId, agreement.id])
  assert.equal(original.agreement, undefined)
  expectError(await device.ask('agreement-offers', { transactionId: agreement.id, downPayment: 0 }), {
    code: 'agreement_on_agreement',
  })
})

/** A notice leaves in lawful hours and is proved afterwards, so that the days pass in steps. */
async function passNinetyDays(): Promise<void> {
  for (const days of [46, 1, 1, 12, 1, 31, 1, 1, 28, 1]) await moveClock(app, `P${days}D`)
}

test('a contract that is due as a whole says since when, what is not asked for, and is paid at once or in part', async () => {
  const { person, transactionId } = await buyOpen(app, { downPayment: false, installments: 6 })
  const [first] = (await read(app, transactionId)).installments ?? []
  await pay(app, first?.id ?? '', { amount: 10 })
  await passNinetyDays()
  const device = new AccountDevice(app)
  const find = ({ purchases }: Account) => {
    const found = purchases.find(({ id }) => id === transactionId)
    assert.ok(found)
    return found
  }
  const due = find(await device.signIn(person))
  const { acceleration, early, bills } = due
  assert.ok(acceleration && early)
  assert.equal(due.standing, 'accelerated')
  const [loan] = await query(app, 'SELECT accelerated_on AS since FROM loans WHERE transaction_id = $1', [
    transactionId,
  ])
  assert.deepEqual(loan, { since: acceleration.since })
  // Whoever paid 10.00 sees 10.00, and the interest of time to come by its own name.
  assert.deepEqual(
    bills.map(({ today }) => centavos(today?.alreadyPaid ?? 0)),
    [1_000, 0, 0, 0, 0, 0],
  )
  const excluded = bills.map(({ today }) => centavos(today?.excluded ?? 0))
  assert.ok(
    excluded.slice(-2).every(each => each > 0),
    String(excluded),
  )
  assert.equal(
    centavos(acceleration.excluded),
    excluded.reduce((sum, each) => sum + each, 0),
  )
  for (const { today } of bills) {
    assert.ok(today)
    const { value, alreadyPaid, excluded: off, fine, interest, total } = today
    assert.equal(
      centavos(total),
      centavos(value) - centavos(alreadyPaid) - centavos(off) + centavos(fine + interest),
    )
  }
  assert.deepEqual([early.isAhead, early.last, early.all.value], [false, [], due.leftToday])
  assert.equal((await quoteOf(transactionId)).value, due.leftToday)

  const part = find((await device.do('settlement', { transactionId, amount: 100 })).account ?? assert.fail())
  assert.equal(part.settlement?.value, 100)
  await payOpenSettlement(transactionId)
  const rest = find(await device.readAccount())
  assert.equal(centavos(rest.leftToday), centavos(due.leftToday) - 10_000)
  assert.equal(rest.acceleration?.excluded, acceleration.excluded)
  await device.do('settlement', { transactionId, installments: 'all' })
  await payOpenSettlement(transactionId)
  const paid = find(await device.readAccount())
  assert.deepEqual([paid.standing, paid.acceleration], ['paid', undefined])
})

async function quoteOf(transactionId: string): Promise<{ value: number }> {
  const url = `${app.url}/public/transaction/${transactionId}/settlement`
  const answer = await readAnswer(await fetch(url, { headers: { 'x-service-apikey': DEMO_KEY } }))
  assert.equal(answer.status, 200, answer.text)
  return { value: Number(answer.body.value) }
}

async function payOpenSettlement(transactionId: string): Promise<void> {
  const [open] = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement' AND payment_status = 'PENDING'
      AND canceled_at IS NULL`,
    [transactionId],
  )
  await pay(app, open?.id ?? '')
}
