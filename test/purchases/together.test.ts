import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { createOurNumbers } from '../../src/domains/receivables/billets/our-numbers.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import {
  authorize,
  contextOf,
  expectSoundBooks,
  holdAuthorization,
  newOrderId,
  pickOption,
  quote,
} from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** Counts statements and transactions. */
function countingDatabase() {
  const counts = { statements: 0, transactions: 0 }
  const database: Database = {
    ...app.database,
    run(statement, values) {
      counts.statements += 1
      return app.database.run(statement, values)
    },
    transaction(work) {
      counts.transactions += 1
      return app.database.transaction(work)
    },
  }
  return { counts, context: contextOf(app, database) }
}

const order = (optionId: string, more: object = {}) => ({
  retailerId: DEMO_RETAILER,
  optionId,
  orderId: newOrderId(),
  hasInsurance: undefined,
  ...more,
})

const quoteMany = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => pickOption(await quote(app))))

test('authorizations that arrive together share their reads and one transaction', async () => {
  const options = await quoteMany(8)
  const { counts, context } = countingDatabase()
  const authorized = await Promise.all(options.map(({ _id }) => authorizePurchase(context, order(_id))))
  assert.equal(new Set(authorized.map(({ purchase }) => purchase.id)).size, 8)
  const ourNumbers = authorized.map(({ downPaymentBillet }) => downPaymentBillet?.ourNumber)
  assert.equal(new Set(ourNumbers).size, 8)
  // The reads: purchases, checkouts, approvals, the account and a block of our-numbers.
  assert.deepEqual(counts, { statements: 5, transactions: 1 })
})

test('a call repeated while it runs is executed once, and all get the same answer', async () => {
  const [option] = await quoteMany(1)
  const { counts, context } = countingDatabase()
  const command = order(option?._id ?? '')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => authorizePurchase(context, { ...command })),
  )
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.deepEqual(counts, { statements: 5, transactions: 1 })
  assert.deepEqual(await authorizePurchase(context, command), answers[0])
})

test('a refusal of one call does not affect the others, and each gets its own reason', async () => {
  const person = newPerson()
  const [rival, late] = [await quote(app, { person }), await quote(app, { person })]
  const earlier = await authorizePurchase(contextOf(app), order(pickOption(rival)._id))
  const taken = await authorize(app)
  const neighbours = await quoteMany(6)
  const [spare, foreign, twice] = await quoteMany(3)
  assert.ok(spare && foreign && twice)
  const results = await Promise.allSettled(
    [
      order(neighbours[0]?._id ?? ''),
      order(pickOption(late)._id),
      order(neighbours[1]?._id ?? ''),
      order(spare._id, { orderId: taken.purchase.orderId }),
      order(neighbours[2]?._id ?? ''),
      order(taken.purchase.optionId),
      order(foreign._id, { retailerId: PLAIN_RETAILER }),
      order(neighbours[3]?._id ?? ''),
      order(earlier.purchase.optionId, { orderId: earlier.purchase.orderId }),
      order(neighbours[4]?._id ?? ''),
      order(`${twice._id.slice(0, 21)}fff`),
      order(neighbours[5]?._id ?? ''),
    ].map(command => authorizePurchase(contextOf(app), command)),
  )
  assert.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? 'done' : result.reason.code)),
    [
      'done',
      'contract_in_progress',
      'done',
      'order_already_authorized',
      'done',
      'option_already_used',
      'checkout_not_found',
      'done',
      'done',
      'done',
      'option_invalid',
      'done',
    ],
  )
  const repeated = results[8]
  assert.ok(repeated?.status === 'fulfilled')
  assert.deepEqual(repeated.value, earlier)
})

test('of two calls in one batch for the same order, option or customer, one succeeds', async () => {
  const [first, second] = await quoteMany(2)
  assert.ok(first && second)
  const orderId = newOrderId()
  const person = newPerson()
  const [here, there] = [await quote(app, { person }), await quote(app, { person })].map(each =>
    pickOption(each),
  )
  assert.ok(here && there)
  const { options } = await quote(app)
  for (const pair of [
    [order(first._id, { orderId }), order(second._id, { orderId })],
    [order(options[0]?._id ?? ''), order(options[0]?._id ?? '')],
    [order(here._id), order(there._id)],
  ]) {
    const results = await Promise.allSettled(pair.map(command => authorizePurchase(contextOf(app), command)))
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  }
})

test('a call that has to wait for another process does not delay the others of its batch', async () => {
  const [contested, ...others] = await quoteMany(6)
  const command = order(contested?._id ?? '')
  const stuck = await holdAuthorization(app, command)
  const { context } = countingDatabase()
  const waiting = authorizePurchase(context, command)
  const outcome = waiting.then(
    ({ purchase }) => purchase.id,
    error => error.code,
  )
  const neighbours = await Promise.all(others.map(({ _id }) => authorizePurchase(context, order(_id))))
  assert.equal(neighbours.length, 5)
  stuck.release()
  const { purchase } = await stuck.done
  // On a slow machine the waiting call may have got 409; its repetition must be answered all the same.
  assert.ok([purchase.id, 'authorization_in_progress'].includes(await outcome))
  assert.equal((await authorizePurchase(context, command)).purchase.id, purchase.id)
})

test('an our-number is used once, across processes and unfinished blocks', async () => {
  const stocks = [createOurNumbers(app.database), createOurNumbers(app.database)]
  const taken = await Promise.all(Array.from({ length: 400 }, (_, index) => stocks[index % 2]?.()))
  const afterRestart = await Promise.all(Array.from({ length: 100 }, createOurNumbers(app.database)))
  assert.equal(new Set([...taken, ...afterRestart]).size, 500)
  const used = await query<{ number: number }>(app, 'SELECT our_number AS number FROM billets')
  const given = new Set([...taken, ...afterRestart])
  assert.deepEqual(
    used.filter(({ number }) => given.has(number)),
    [],
  )
})

test('a block of our-numbers is requested again after the database was unavailable', async () => {
  let isAway = true
  const take = createOurNumbers({
    run: (statement, values) =>
      isAway ? Promise.reject(new DatabaseUnavailable('away')) : app.database.run(statement, values),
  })
  const refused = await Promise.allSettled([take(), take()])
  assert.deepEqual(
    refused.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isAway = false
  assert.ok((await take()) > 0)
})
