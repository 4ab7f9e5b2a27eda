import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { buy, buyOpen } from '../../../../test/support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../../../../test/support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const authorize = (optionId: string, orderId: string, apiKey = DEMO_KEY) =>
  app.post('/authorize', { apiKey, optionId, orderId })

test('an order with a living transaction accepts no other option, and the refusal names the transaction', async () => {
  const [pending, open] = [await buy(app), await buyOpen(app)]
  for (const { orderId, transactionId } of [pending, open]) {
    const answer = await authorize(pickOption(await quote(app))._id, orderId)
    expectError(answer, {
      code: 'order_already_authorized',
      message: 'orderId already has a transaction',
    })
    assert.deepEqual(answer.body.details, [
      { field: 'orderId', message: `blocked by transaction ${transactionId}` },
    ])
  }
})

test('a contract in progress is named to its own retailer, and to no other', async () => {
  const person = newPerson()
  const [first, second, theirs] = [
    await quote(app, { person }),
    await quote(app, { person }),
    await quote(app, { person, key: PLAIN_KEY }),
  ]
  const { body } = await authorize(pickOption(first)._id, newOrderId())
  const own = await authorize(pickOption(second)._id, newOrderId())
  expectError(own, { code: 'contract_in_progress' })
  assert.deepEqual(own.body.details, [
    { field: 'optionId', message: `blocked by transaction ${body.transactionId}` },
  ])
  const foreign = await authorize(pickOption(theirs)._id, newOrderId(), PLAIN_KEY)
  expectError(foreign, { code: 'contract_in_progress', fields: [] })
  const reused = await authorize(pickOption(first)._id, newOrderId())
  expectError(reused, { code: 'option_already_used', fields: ['optionId'] })
  assert.ok(reused.text.includes(String(body.transactionId)))
})

test('of two retailers who sell to one person at the same instant, one is refused because of the other’s contract', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = newPerson()
    const [ours, theirs] = [await quote(app, { person }), await quote(app, { person, key: PLAIN_KEY })]
    const answers = await Promise.all([
      authorize(pickOption(ours)._id, newOrderId()),
      authorize(pickOption(theirs)._id, newOrderId(), PLAIN_KEY),
    ])
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 1, answers.map(({ text }) => text).join('\n'))
    for (const answer of refused)
      expectError(answer, {
        code: 'contract_in_progress',
        message: 'customer already has a contract in progress',
      })
  }
  const doubled = await query(
    app,
    `SELECT cpf_index FROM transactions WHERE status IN ('PENDING', 'OPEN', 'PROCESSING_CANCEL') GROUP BY 1 HAVING count(*) > 1`,
  )
  assert.deepEqual(doubled, [])
})

test('a refusal writes nothing: the same option works for an order of its own', async () => {
  const { orderId } = await buy(app)
  const optionId = pickOption(await quote(app))._id
  assert.equal((await authorize(optionId, orderId)).status, 409)
  assert.equal((await authorize(optionId, newOrderId())).status, 200)
})
