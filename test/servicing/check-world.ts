import assert from 'node:assert/strict'
import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { computeAccrual, isInDefault } from '../../src/domains/loans/accrual.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, query, readAnswer, type TestApp } from '../support/app.ts'
import { centavos, read } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { type Customer, tellDiary, type World } from './world.ts'

/** Everything is sound, and every customer owes the same by the API, by the books and by the oracle. */
export async function checkWorld(world: World, customers = world.customers): Promise<void> {
  await expectSoundBooks(world.app)
  for (const customer of customers) await tellDiary(customer, () => checkCustomer(world, customer))
}

async function checkCustomer(world: World, customer: Customer): Promise<void> {
  const { app, today } = world
  const { transactionId, oracle, original, hasLeft } = customer
  await checkMoney(world, customer)
  const { status, installments = [] } = await read(app, transactionId)
  if (hasLeft) {
    assert.equal(status, 'CANCELED')
    for (const id of customer.transactionIds)
      assert.equal(await balanceOf(app, accountOf.customer(id)), 0, 'owed after the end')
    return
  }
  assert.equal(status, oracle.isPaid ? 'CLOSED' : 'OPEN')
  if (original !== undefined) {
    assert.equal((await read(app, original.transactionId)).status, status)
    assert.equal(await balanceOf(app, accountOf.customer(original.transactionId)), 0, 'owed beside it')
  }
  assert.equal(
    await balanceOf(app, accountOf.customer(transactionId)),
    oracle.faceCentavos,
    'face value in the books',
  )
  const asked = installments.filter(({ paymentStatus }) => paymentStatus === 'PENDING')
  assert.deepEqual(
    asked.map(({ installmentNumber }) => installmentNumber),
    oracle.listOpen().map(({ number }) => number),
    'a billet for every installment that is owed',
  )
  if (status !== 'OPEN') return
  const debt = await readSettlement(app, transactionId)
  assert.equal(debt.valueCentavos + debt.premiumCentavos, oracle.owed(today).total, 'debt by the API')
  await checkCarrying(world, customer)
}

/** What came in is owed back once, waits for the desk, or was taken for the debt. */
async function checkMoney(world: World, customer: Customer): Promise<void> {
  const { hasLeft, oracle, original, paidInCentavos, heldCentavos, owedBackCentavos } = customer
  const [found] = await query<{ due: number; given: number; recorded: number; held: number }>(
    world.app,
    `WITH own AS (SELECT e.kind LIKE 'payout-%' AS "isGiven", p.account, p.amount_centavos AS amount FROM ledger_entries e
          JOIN ledger_postings p ON p.entry_id = e.id WHERE e.transaction_id = ANY ($1::text[]))
      SELECT (SELECT coalesce(-sum(amount), 0)::bigint FROM own WHERE account = 'refunds-due' AND NOT "isGiven") AS due,
        (SELECT coalesce(sum(amount), 0)::bigint FROM own WHERE account = 'refunds-due' AND "isGiven") AS given,
        (SELECT coalesce(sum(amount_centavos), 0)::bigint FROM refunds WHERE transaction_id = ANY ($1::text[])) AS recorded,
        (SELECT coalesce(-sum(amount), 0)::bigint FROM own WHERE account = 'suspense') AS held`,
    [customer.transactionIds],
  )
  assert.ok(found)
  const excess = oracle.excessCentavos + (original?.oracle.excessCentavos ?? 0)
  assert.deepEqual(
    { due: found.due, recorded: found.recorded, held: found.held },
    hasLeft
      ? { due: paidInCentavos, recorded: paidInCentavos, held: 0 }
      : { due: owedBackCentavos + excess, recorded: owedBackCentavos + excess, held: heldCentavos },
    'owed back and held',
  )
  assert.ok(found.given <= found.due, 'given back twice')
}

/**
 * The books carry the debt without charges for a delay, which are income only when they are paid; of a problem asset what
 * was earned by payments, and of an agreement its value at the original rate.
 */
async function checkCarrying(world: World, { transactionId, oracle }: Customer): Promise<void> {
  const { app, today } = world
  const loan = await findLoan(app.database, transactionId)
  assert.ok(loan)
  const day = calendarDateAt(app.services.clock.now())
  const { earned } = computeAccrual(loan, day)
  let carrying = earned.interestCentavos + earned.restructuringCentavos
  for (const name of ['customer', 'unearnedInterest', 'restructuring'] as const)
    carrying += await balanceOf(app, accountOf[name](transactionId))
  // A default is noted at a month end, or with the next payment.
  const isProblem = loan.problemSince !== null || isInDefault(loan, day)
  assert.equal(isProblem, oracle.books.isProblem(today), 'a problem asset')
  // Before the first payment an agreement without a loss is carried at its principal, and not at rounded parts of it.
  const isPrincipal = loan.accruedThrough === null && loan.restructuringCentavos === 0
  const worth = oracle.books.carried(today)
  assert.ok(
    Math.abs(carrying - worth) <= (isPrincipal ? oracle.terms.count : 0),
    `carried at ${carrying}, not ${worth}`,
  )
  if (isProblem) world.problems += 1
}

async function readSettlement(
  app: TestApp,
  transactionId: string,
): Promise<{ readonly valueCentavos: number; readonly premiumCentavos: number }> {
  const url = `${app.url}/public/transaction/${transactionId}/settlement`
  const answer = await readAnswer<{ value: number; premiumRefund: number }>(
    await fetch(url, { headers: { 'x-service-apikey': DEMO_KEY } }),
  )
  assert.equal(answer.status, 200, answer.text)
  const { value, premiumRefund } = answer.body
  return { valueCentavos: centavos(value), premiumCentavos: centavos(premiumRefund) }
}
