import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../../support/app.ts'
import { newPerson } from '../../support/people.ts'
import { expectSoundBooks, newOrderId, pickOption, quote } from '../../support/purchases.ts'
import { type CallAnswer, createCaller, type PersistentCaller } from './persistent-caller.ts'
import { createRandom } from './seeded-random.ts'

const CLIENTS = 200
const ROUNDS = 50
const LONGEST_MS = 300_000
const RACES = 15
const CALLS_PER_RETAILER = 20

/** Two servers with separate connections to one database, like two processes. */
let servers: readonly [TestApp, TestApp]
let caller: PersistentCaller

before(async () => {
  const first = await startTestApp()
  servers = [first, await startTestApp({ sharing: first })]
  caller = createCaller(
    servers.map(({ port }) => port),
    createRandom(1),
  )
})
after(async () => {
  await servers[1].stop()
  await servers[0].stop()
})

interface Written {
  readonly transactions: number
  readonly moves: number
  readonly contracts: number
  readonly billets: number
  readonly orders: number
  readonly payers: number
  readonly events: number
}

/** Everything that an authorization writes, counted over all purchases of the order. */
async function countWritten(orderId: string): Promise<Written | undefined> {
  const count = (table: string, column = 'transaction_id') =>
    `(SELECT count(*)::integer FROM ${table} x WHERE x.${column} IN (SELECT id FROM mine))`
  const [row] = await query<Written>(
    servers[0],
    `WITH mine AS (SELECT id FROM transactions WHERE order_id = $1)
    SELECT ${count('transactions', 'id')} AS transactions, ${count('transaction_moves')} AS moves,
      ${count('credit_contracts')} AS contracts, ${count('billets')} AS billets, ${count('billet_payers')} AS payers,
      ${count('events')} AS events, (SELECT count(*)::integer FROM bank_orders o JOIN billets b ON b.id = o.billet_id
        WHERE b.transaction_id IN (SELECT id FROM mine)) AS orders`,
    [orderId],
  )
  return row
}

/** Sends all at once, to either server. A call refused because too many wait for the database is repeated. */
function fire(count: number, body: object): Promise<CallAnswer[]> {
  return Promise.all(Array.from({ length: count }, () => caller.call('/authorize', body)))
}

test('two hundred clients that send the same /authorize get one transaction and one answer, fifty times', async t => {
  const endsAt = performance.now() + LONGEST_MS
  let rounds = 0
  for (; rounds < ROUNDS && performance.now() < endsAt; rounds++) {
    const option = pickOption(await quote(servers[0]))
    const orderId = newOrderId()
    const answers = await fire(CLIENTS, { apiKey: DEMO_KEY, optionId: option._id, orderId })
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))],
      [200],
      answers.find(a => a.status !== 200)?.text,
    )
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.deepEqual(await countWritten(orderId), {
      transactions: 1,
      moves: 1,
      contracts: 1,
      billets: 1,
      orders: 1,
      payers: 1,
      events: 1,
    })
  }
  t.diagnostic(`${rounds} rounds of ${CLIENTS} clients; ${caller.putOffCount} answers only put off`)
  assert.ok(rounds >= 10, `only ${rounds} rounds in five minutes`)
  await expectSoundBooks(servers[0])
})

test('two retailers that race for one CPF make one contract, and the other gets 409', async () => {
  for (let race = 0; race < RACES; race++) {
    const person = newPerson()
    const contenders = await Promise.all(
      [DEMO_KEY, PLAIN_KEY].map(async key => {
        const option = pickOption(await quote(servers[0], { key, person }))
        return { apiKey: key, optionId: option._id, orderId: newOrderId() }
      }),
    )
    const outcomes = await Promise.all(
      contenders.map(async body => ({ body, answers: await fire(CALLS_PER_RETAILER, body) })),
    )
    const winners = outcomes.filter(({ answers }) => answers.some(({ status }) => status === 200))
    assert.equal(winners.length, 1)
    for (const { body, answers } of outcomes) {
      const hasWon = winners[0]?.body === body
      for (const answer of answers)
        assert.equal(
          hasWon ? answer.status : answer.body.code,
          hasWon ? 200 : 'contract_in_progress',
          answer.text,
        )
      if (hasWon) assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      assert.equal((await countWritten(body.orderId))?.transactions, hasWon ? 1 : 0)
    }
  }
  await expectSoundBooks(servers[0])
})
