import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TransactionCountsAnswer } from '../../src/contract/orders.ts'
import { indexNames } from '../../src/domains/purchases/index-names.ts'
import { forgetCustomer, lockPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, type Person } from '../support/people.ts'
import {
  type Bought,
  buy,
  buyOpen,
  cancel,
  checkAnswer,
  moveClock,
  playUntil,
} from '../support/purchase-http.ts'
import { ask, askJson, listTransactions } from '../support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const find = async (query: Record<string, string>, key = DEMO_KEY): Promise<string[]> =>
  (await listTransactions(app, query, key)).data.map(({ transactionId }) => transactionId)
const countBy = async (query: Record<string, string> = {}, key = DEMO_KEY) => {
  const answer = await askJson(app, '/transactions/counts', query, key)
  const { data, total, isComplete } = checkAnswer(TransactionCountsAnswer, answer)
  assert.equal(
    total,
    data.reduce((sum, { count }) => sum + count, 0),
  )
  assert.ok(isComplete)
  return Object.fromEntries(data.filter(({ count }) => count > 0).map(({ group, count }) => [group, count]))
}
const nameOne = (name: string): Person => {
  const person = { ...newPerson(), name }
  return person
}
const buyAs = (name: string): Promise<Bought> => buy(app, { person: nameOne(name) })

test('an order is found by its number, its id, the CPF with or without mask, and words of the name in any order', async () => {
  const maria = await buyAs('Maria José da Conceição')
  const other = await buyAs('José Maria Tavares')
  const { transactionId, orderId, person } = maria
  const masked = person.cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  for (const q of [orderId, ` ${orderId} `, transactionId, person.cpf, masked])
    assert.deepEqual(await find({ q }), [transactionId], q)
  for (const q of ['conceicao', 'CONCEIÇÃO maria', 'jose da conceição'])
    assert.deepEqual(await find({ q }), [transactionId], q)
  assert.deepEqual(new Set(await find({ q: 'maria' })), new Set([other.transactionId, transactionId]))
  for (const q of ['conceic', 'maria tavares conceicao', '00000000000', 'none'])
    assert.deepEqual(await find({ q }), [], q)
  await cancel(app, transactionId)
  assert.deepEqual(await find({ q: 'conceicao', status: 'PENDING' }), [])
  assert.deepEqual(await find({ q: 'conceicao', group: 'CANCELED' }), [transactionId])
  assert.deepEqual(await countBy({ q: 'maria' }), { ONBOARDING: 1, CANCELED: 1 })
})

test('an order is found by its payment link and by the page on which its customer goes on', async () => {
  const created = await app.post('/payment-links', {
    apiKey: DEMO_KEY,
    amount: 1_240,
    description: 'Geladeira',
    orderId: 'pedido-do-link',
  })
  const link = created.body as { readonly id: string; readonly url: string }
  assert.deepEqual(await find({ q: link.id }), [], 'nobody has bought by it')
  const { transactionId } = await buy(app, { orderId: 'pedido-do-link' })
  const { onboardingLink = '' } = (
    await app.post(`/public/transaction/${transactionId}/onboarding/link`, { apiKey: DEMO_KEY })
  ).body as { readonly onboardingLink?: string }
  if (onboardingLink !== '') {
    assert.deepEqual(await find({ q: onboardingLink }), [transactionId])
    assert.deepEqual(await find({ q: onboardingLink }, PLAIN_KEY), [])
  }
  const token = link.url.split('/').at(-1) ?? ''
  for (const q of [link.id, link.url, token]) {
    assert.deepEqual(await find({ q }), [transactionId], q)
    assert.deepEqual(await find({ q }, PLAIN_KEY), [], 'of another shop')
  }
})

test('no search finds a row of another shop, whatever it knows', async () => {
  const person = nameOne('Zoraide Quintanilha')
  const { transactionId, orderId } = await buy(app, { person, key: PLAIN_KEY })
  for (const q of [transactionId, orderId, person.cpf, 'zoraide', 'Zoraide Quintanilha']) {
    assert.deepEqual(await find({ q }, PLAIN_KEY), [transactionId], q)
    assert.deepEqual(await find({ q }), [], q)
    assert.deepEqual(await countBy({ q }), {})
    const csv = await (await ask(app, '/transactions', { q, format: 'csv' })).text()
    assert.ok(!csv.includes(transactionId))
  }
})

test('every transaction is in the group of what it waits for, and pages of a group follow each other', async () => {
  const shop = await startTestApp({ env: { ROLE: 'api' } })
  try {
    const own = app
    app = shop
    try {
      await buy(app)
      const desk = await buy(app, { persona: '011' })
      await playUntil(app, desk.transactionId, 'DESK')
      const entry = await buy(app)
      await playUntil(app, entry.transactionId, 'ENTRY')
      const paid = await buyOpen(app)
      await moveClock(app, 'PT30S')
      const open = await buyOpen(app)
      await cancel(app, (await buy(app)).transactionId)
      assert.deepEqual(await countBy(), {
        ONBOARDING: 1,
        ANALYSIS: 1,
        DOWN_PAYMENT: 1,
        SCHEDULED: 1,
        TRANSFERED: 1,
        CANCELED: 1,
      })
      assert.deepEqual(await find({ group: 'TRANSFERED' }), [paid.transactionId])
      assert.deepEqual(await find({ group: 'SCHEDULED' }), [open.transactionId])
      assert.deepEqual(await find({ group: 'ANALYSIS' }), [desk.transactionId])
      assert.deepEqual(await countBy({ from: '2026-03-11' }), {})
      const page = await listTransactions(app, { group: 'TRANSFERED', limit: '1' })
      assert.equal(page.next, null)
    } finally {
      app = own
    }
  } finally {
    await shop.stop()
  }
})

test('a CSV has every row that the filters find, with no formula in it', async () => {
  const { transactionId } = await buy(app, { orderId: '=1+1,"x"' })
  const response = await ask(app, '/transactions', { format: 'csv', limit: '1' })
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /attachment; filename="transactions-.*\.csv"/,
  )
  const [header, ...rows] = (await response.text()).trimEnd().split('\r\n')
  assert.equal(
    header,
    'transactionId,orderId,group,status,step,createdAt,totalAmount,financedAmount,downPaymentValue,transferValue,transferedAt,refundStatus,renegotiates,renegotiatedBy',
  )
  assert.equal(rows.length, (await find({ limit: '100' })).length)
  const row = rows.find(each => each.startsWith(transactionId))
  assert.ok(row?.startsWith(`${transactionId},"'=1+1,""x""",ONBOARDING,PENDING,`), row)
})

test('the database holds no name and no two shops the same hash; a forgotten person is not found by it', async () => {
  const person = nameOne('Hermenegilda Bragança')
  const one = await buy(app, { person })
  const same = nameOne('Hermenegilda Bragança')
  await buy(app, { person: same, key: PLAIN_KEY })
  const words = await query<{ retailerId: string; word: Buffer }>(
    app,
    'SELECT retailer_id AS "retailerId", word FROM purchase_names',
  )
  const shops = Map.groupBy(words, ({ word }) => word.toString('hex'))
  for (const rows of shops.values()) assert.equal(new Set(rows.map(({ retailerId }) => retailerId)).size, 1)
  assert.ok(!JSON.stringify(words).toLowerCase().includes('hermenegilda'))
  await cancel(app, one.transactionId)
  await app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.services.secrets, one.transactionId)
    assert.ok(purchase)
    await forgetCustomer(tx, app.services.secrets, purchase)
  })
  assert.deepEqual(await find({ q: 'hermenegilda' }), [])
  assert.equal((await find({ q: 'hermenegilda' }, PLAIN_KEY)).length, 1)
})

test('purchases of the release before are found by name once the job has seen them', async () => {
  const { transactionId } = await buyAs('Belarmino Sepúlveda')
  await query(app, 'DELETE FROM purchase_names')
  await query(app, `UPDATE purchase_names_progress SET after_id = '', until_id = 'g'`)
  assert.deepEqual(await find({ q: 'sepulveda' }), [])
  const seen = await indexNames(app.services)
  assert.ok(seen > 0)
  assert.deepEqual(await find({ q: 'sepulveda' }), [transactionId])
  assert.equal(await indexNames(app.services), 0, 'it does not begin again')
})
