import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { composeTerms } from '../../src/domains/contracts/compose-terms.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { findPayers } from '../../src/domains/receivables/billets/store/payers.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import { type Bought, buy, playUntil } from '../support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../support/purchases.ts'
import { CustomerDevice, expectDone, expectRefused } from './customer-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function load({ transactionId }: Pick<Bought, 'transactionId'>): Promise<Purchase> {
  const purchase = await findPurchase(app.database, app.services.secrets, {
    retailerId: DEMO_RETAILER,
    id: transactionId,
  })
  assert.ok(purchase)
  return purchase
}

async function findPayerName({ transactionId }: Bought): Promise<string | undefined> {
  const payers = await findPayers(app.database, app.services.secrets, [transactionId])
  return payers.get(transactionId)?.name
}

test('a customer whose name is not known is asked for it at the first step; contract and billets carry it', async () => {
  const bought = await buy(app, { downPayment: true })
  assert.match((await findPayerName(bought)) ?? '', /^Cliente CPF /)
  const device = new CustomerDevice(app, bought)
  assert.equal((await device.state()).state.needsName, true)
  const opened = expectDone(await device.begin('  Maria   José da Conceic\u0327a\u0303o '))
  assert.deepEqual([opened.step, opened.needsName], ['CONFIRMATION', false])
  const purchase = await load(bought)
  assert.equal(purchase.customer.name, 'Maria José da Conceição')
  assert.equal(purchase.customer.cpf, bought.person.cpf)
  assert.equal(await findPayerName(bought), 'Maria José da Conceição')
  const terms = await composeTerms(app.services, purchase)
  assert.equal(terms.customer.name, 'Maria José da Conceição')
  const rows = await query<{ plain: string }>(
    app,
    `SELECT t::text || p::text AS plain FROM transactions t JOIN billet_payers p ON p.transaction_id = t.id WHERE t.id = $1`,
    [bought.transactionId],
  )
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0]?.plain ?? '', /Maria|4d61726961/, 'sealed')
})

test('a missing, short or malformed name is refused by the field’s name, and the purchase stays at its step', async () => {
  const device = new CustomerDevice(app, await buy(app))
  const refused = await device.post('open')
  expectRefused(refused, 400, 'missing_parameters')
  assert.deepEqual(refused.error.details, [{ field: 'name', message: 'name is required' }])
  for (const name of [
    '',
    'Maria',
    'Maria 2',
    'Maria\u202eSouza Lima',
    `Maria ${'a'.repeat(120)}`,
    7,
    ['a b'],
  ]) {
    const answer = await device.post('open', { name })
    expectRefused(answer, 400, 'invalid_parameters')
    assert.deepEqual(
      answer.error.details.map(({ field }) => field),
      ['name'],
      JSON.stringify(name),
    )
  }
  assert.equal((await device.state()).state.step, 'WAITING')
  for (const name of ['Ольга Петрова', '王小明']) {
    const bought = await buy(app)
    expectDone(await new CustomerDevice(app, bought).begin(name))
    assert.equal((await load(bought)).customer.name, name)
  }
})

test('a name that the shop gave is not asked for, and the customer’s page cannot replace it', async () => {
  const person = newPerson()
  const option = pickOption(await quote(app, { person }), { installments: 3 })
  const answer = await app.post('/authorize', {
    apiKey: DEMO_KEY,
    optionId: option._id,
    orderId: newOrderId(),
    name: 'Joana Prado',
  })
  assert.equal(answer.status, 200, answer.text)
  const authorized = answer.body as Bought['authorized']
  const device = new CustomerDevice(app, { authorized, person })
  assert.equal((await device.state()).state.needsName, false)
  expectRefused(await device.begin('Maria Souza'), 400, 'invalid_parameters')
  assert.equal(expectDone(await device.post('open')).step, 'CONFIRMATION')
  assert.equal((await load(authorized)).customer.name, 'Joana Prado')
})

test('of two who open at once with different names one counts, and both boxes hold the same', async () => {
  const bought = await buy(app, { downPayment: true })
  const names = ['Ana Lima', 'Bia Melo']
  const answers = await Promise.all(names.map(name => new CustomerDevice(app, bought).begin(name)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const winner = names[answers.findIndex(({ status }) => status === 200)]
  assert.equal((await load(bought)).customer.name, winner)
  assert.equal(await findPayerName(bought), winner)
})

test('the sandbox plays a customer who has a name', async () => {
  const bought = await buy(app)
  await playUntil(app, bought.transactionId, 'CONFIRMATION')
  assert.match((await load(bought)).customer.name ?? '', /^\p{L}+ \p{L}+ \p{L}+$/u)
})
