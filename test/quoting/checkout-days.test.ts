import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeUnboughtDecisions } from '../../src/domains/credit/contract-store.ts'
import { requiresInvoice } from '../../src/domains/credit/policies.ts'
import { listMissingDays, turnCheckoutDays } from '../../src/domains/purchases/turn-checkout-days.ts'
import { findCheckoutsOf } from '../../src/domains/quoting/checkout/checkout.ts'
import { computeIdBound } from '../../src/kernel/ids.ts'
import { DatabaseUnavailable, sqlStateOf } from '../../src/platform/db/database-errors.ts'
import { dropPartition, emptyRest, listPartitions } from '../../src/platform/db/partitions.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, preApproveBody } from '../support/people.ts'
import { type Bought, buyOpen, moveClock, UNKNOWN_ID } from '../support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../support/purchases.ts'

const DAY_MS = 86_400_000
let app: TestApp

before(async () => {
  app = await startTestApp()
  // The database knows by its own clock which days are past.
  app.clock.advance({ ms: Date.now() - app.clock.now().getTime() })
})
after(() => app.stop())

const findPlace = async (checkoutId: string): Promise<string | undefined> => {
  const rows = await query<{ place: string }>(
    app,
    'SELECT tableoid::regclass::text AS place FROM checkouts WHERE id = $1',
    [checkoutId],
  )
  return rows[0]?.place
}
const nameCheckout = (optionId: string): string => `${optionId.slice(0, 21)}000`
const ask = async (): Promise<{ checkoutId: string; optionId: string }> => {
  const { _id: optionId } = pickOption(await quote(app), { installments: 3 })
  return { checkoutId: nameCheckout(optionId), optionId }
}
const authorize = (optionId: string) =>
  app.post('/authorize', { apiKey: DEMO_KEY, optionId, orderId: newOrderId() })
const listDecisions = () =>
  query<{ id: string; result: string }>(app, 'SELECT id, result FROM credit_decisions ORDER BY id')
const nameDay = (at: Date): string => `checkouts_${at.toISOString().slice(0, 10).replaceAll('-', '')}`

/** The chore gives way to whoever holds the table, and is run again. */
async function turnDays() {
  for (let tries = 1; ; tries++)
    try {
      return await turnCheckoutDays(app.services)
    } catch (error) {
      // The program's own chore, which a lease keeps from overlapping with itself, may be at work in the same moment.
      const isDeadlock = sqlStateOf(error) === '40P01'
      if (!(isDeadlock || error instanceof DatabaseUnavailable) || tries === 10) throw error
    }
}

test('a week of days is there ahead of its time, and none is made twice', async () => {
  await turnDays()
  const [first, ...days] = await listPartitions(app.database, 'checkouts')
  assert.equal(first?.name, 'checkouts_before')
  assert.equal(first?.lower, null)
  const now = app.services.clock.now().getTime()
  assert.equal(days.at(-1)?.name, nameDay(new Date(now + 7 * DAY_MS)))
  for (const [at, day] of days.entries()) assert.equal(day.lower, [first, ...days][at]?.upper)
  assert.deepEqual(listMissingDays([first, ...days], now), [])
  assert.equal((await turnDays()).added, 0)
})

test('what nobody bought is gone with its day; what was bought is found, without the options', async () => {
  const bought: Bought = await buyOpen(app)
  const left = await ask()
  const sibling = `${bought.option._id.slice(0, 21)}fff`
  assert.equal(await findPlace(left.checkoutId), 'checkouts_before')
  await moveClock(app, 'P5D')
  assert.equal(await findPlace(left.checkoutId), 'checkouts_before', 'its day may still be needed')
  const later = await ask()
  assert.equal(await findPlace(later.checkoutId), nameDay(app.services.clock.now()))
  await moveClock(app, 'P2D')
  await turnDays()
  assert.equal(await findPlace(left.checkoutId), undefined)
  assert.equal(
    await findPlace(later.checkoutId),
    nameDay(new Date(app.services.clock.now().getTime() - 2 * DAY_MS)),
  )
  const key = { retailerId: DEMO_RETAILER, optionId: bought.option._id }
  const [found] = await findCheckoutsOf(app.database, app.services.secrets, [key])
  assert.deepEqual(
    [found?.source, found?.isOfferRemoved, found?.findOption(bought.option._id)],
    ['checkout', true, undefined],
  )
  const { optionId } = left
  for (const gone of [optionId, sibling]) expectError(await authorize(gone), { code: 'option_expired' })
  expectError(await authorize(UNKNOWN_ID), { code: 'checkout_not_found' })
  const repeated = { apiKey: DEMO_KEY, optionId: bought.option._id, orderId: bought.orderId }
  assert.deepEqual((await app.post('/authorize', repeated)).body, bought.authorized)
})

test('a day is not dropped before its time, nor before what was bought from it is copied', async () => {
  const bought = await buyOpen(app)
  const checkoutId = nameCheckout(bought.option._id)
  const day = await findPlace(checkoutId)
  assert.ok(day)
  assert.equal(await dropPartition(app.database, 'checkouts', day), false)
  await query(app, 'UPDATE deployment_clock SET offset_ms = offset_ms + $1', [5 * DAY_MS])
  assert.equal(await dropPartition(app.database, 'checkouts', day), false)
  assert.equal(await dropPartition(app.database, 'checkouts', 'transactions'), false)
  await query(
    app,
    'INSERT INTO bought_checkouts SELECT id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at FROM checkouts WHERE id = $1',
    [checkoutId],
  )
  assert.equal(await dropPartition(app.database, 'checkouts', day), true)
})

test('a checkout of a day that has no partition is kept all the same, bought, and removed when it is past', async () => {
  await app.services.deploymentClock.refresh()
  await query(app, 'UPDATE deployment_clock SET offset_ms = offset_ms + $1', [40 * DAY_MS])
  await app.services.deploymentClock.refresh()
  const bought = await buyOpen(app)
  const left = await ask()
  assert.equal(await findPlace(left.checkoutId), 'checkouts_rest')
  assert.equal(await emptyRest(app.database, 'checkouts', 100), 0)
  await turnDays()
  assert.equal(await findPlace(left.checkoutId), 'checkouts_rest', 'rows do not move')
  await moveClock(app, 'P4D')
  await turnDays()
  const checkoutId = nameCheckout(bought.option._id)
  assert.deepEqual([await findPlace(left.checkoutId), await findPlace(checkoutId)], [undefined, undefined])
  const key = { retailerId: DEMO_RETAILER, optionId: bought.option._id }
  assert.equal((await findCheckoutsOf(app.database, app.services.secrets, [key]))[0]?.isOfferRemoved, true)
})

test('approvals of 31 days ago that nobody used are removed; refusals stay, and whatever a customer was told', async () => {
  const bought = await buyOpen(app)
  for (const person of [newPerson(), newPerson('002')])
    await app.post('/preApprove', preApproveBody(DEMO_KEY, person, 1_000))
  const [used] = await query<{ id: string }>(
    app,
    'SELECT decision_id AS id FROM transactions WHERE id = $1',
    [bought.transactionId],
  )
  const made = (await listDecisions()).filter(({ id }) => id >= (used?.id ?? ''))
  assert.deepEqual(made.map(({ result }) => result).sort(), ['APPROVED', 'APPROVED', 'DENIED'])
  // The same, told 30 and 32 days ago.
  const age = async (days: number): Promise<string> => {
    const time = computeIdBound(Date.now() - days * DAY_MS)
    await query(
      app,
      `INSERT INTO credit_decisions SELECT $1 || substr(id, 13), retailer_id, cpf_index, policy_id, operation, result,
        refusal_reason, approved_limit_centavos, record, decided_at - $2 * interval '1 day'
      FROM credit_decisions WHERE id = ANY ($3)`,
      [time, days, made.map(({ id }) => id)],
    )
    return time
  }
  const [past, recent] = [await age(32), await age(30)]
  assert.equal(await removeUnboughtDecisions(app.database, { longestMs: 0 }), 0, 'no time was left')
  // Each step goes on where the one before it ended, whoever made that.
  await removeUnboughtDecisions(app.database, { step: 1 })
  const left = await listDecisions()
  const listOf = (time: string): string[] =>
    left.filter(({ id }) => id.startsWith(time)).map(({ id }) => id.slice(12))
  const tails = (decisions: typeof made): string[] => decisions.map(({ id }) => id.slice(12)).sort()
  const isKept = ({ id, result }: { id: string; result: string }): boolean =>
    result === 'DENIED' || id === used?.id
  assert.deepEqual(listOf(past), tails(made.filter(isKept)))
  assert.deepEqual(listOf(recent), tails(made))
  assert.deepEqual(left.slice(-made.length), made)
  assert.equal(await removeUnboughtDecisions(app.database), 0)
})

test('the decision of a purchase stays whatever is removed around it, and without one nobody says that no invoice is due', async () => {
  const { transactionId } = await buyOpen(app)
  const past = computeIdBound(Date.now() - 40 * DAY_MS)
  const [row] = await asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query('DELETE FROM credit_contracts WHERE transaction_id = $1', [transactionId])
    await client.query(
      `UPDATE credit_decisions SET id = $1 || substr(id, 13)
        WHERE id = (SELECT decision_id FROM transactions WHERE id = $2)`,
      [past, transactionId],
    )
    const { rows } = await client.query<{ id: string }>(
      'UPDATE transactions SET decision_id = $1 || substr(decision_id, 13) WHERE id = $2 RETURNING decision_id AS id',
      [past, transactionId],
    )
    await client.query(`DELETE FROM upkeep_progress WHERE name = 'unbought-decisions'`)
    return rows
  })
  const decisionId = row?.id ?? assert.fail()
  await removeUnboughtDecisions(app.database)
  assert.ok((await listDecisions()).some(({ id }) => id === decisionId))
  const { secrets } = app.services
  assert.equal(await requiresInvoice(app.database, secrets, decisionId), false)
  await assert.rejects(requiresInvoice(app.database, secrets, UNKNOWN_ID), /has no policy/)
})

test('days follow each other from the last one that there is, or from today', () => {
  const now = Date.parse('2026-11-16T22:00:00Z')
  const bound = (day: string): string => computeIdBound(Date.parse(`${day}T00:00:00Z`))
  const missing = (upper: string): string[] => listMissingDays([{ upper }], now).map(({ lower }) => lower)
  assert.deepEqual(missing(bound('2026-11-22')), [bound('2026-11-22'), bound('2026-11-23')])
  assert.equal(missing(bound('2026-11-01'))[0], bound('2026-11-16'))
  assert.equal(missing(bound('2026-12-01')).length, 0)
})
