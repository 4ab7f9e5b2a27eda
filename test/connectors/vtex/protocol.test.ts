import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectorCommands } from '../../../src/cli/connectors.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../../support/app.ts'
import { VtexShop, writePayment } from './vtex-shop.ts'

let app: TestApp
let shop: VtexShop
before(async () => {
  app = await startTestApp()
  shop = await VtexShop.open(app)
})
after(() => app?.stop())

test('a payment is a payment link: undefined with its address, and the same ids at every repetition', async () => {
  const request = writePayment()
  const first = await shop.pay(request)
  assert.equal(first.status, 'undefined')
  assert.match(first.paymentUrl ?? '', /\/pay\//)
  for (let again = 0; again < 3; again++) assert.deepEqual(await shop.pay(request), first)
  const links = await query<{ count: number }>(
    app,
    'SELECT count(*)::int AS count FROM payment_links WHERE order_id = $1',
    [request.orderId],
  )
  assert.equal(links[0]?.count, 1)
})

test('a command gives credentials that work, ends the ones before, and shows doctor, log and differences', async () => {
  const run = (action: string, account = 'lojademo'): Promise<string> => {
    const line = { words: ['connectors', 'vtex', action], options: { retailer: DEMO_RETAILER, account } }
    return connectorCommands['connectors vtex']?.run(app.services, line) ?? assert.fail()
  }
  const text = await run('enable')
  const key = /App Key +(\S+)/.exec(text)?.[1] ?? ''
  const token = /App Token +(\S+)/.exec(text)?.[1] ?? ''
  const headers = { 'x-provider-api-appkey': key, 'x-provider-api-apptoken': token }
  assert.equal((await shop.post('/payments', writePayment())).status, 401)
  assert.equal((await shop.post('/payments', writePayment(), headers)).status, 200)
  assert.match(await run('doctor'), /ok +LINKS/)
  assert.match(await run('log'), /Link de pagamento criado/)
  assert.equal(await run('drift'), 'No differences.')
  await run('disable')
  assert.equal((await shop.post('/payments', writePayment(), headers)).status, 401)
})
