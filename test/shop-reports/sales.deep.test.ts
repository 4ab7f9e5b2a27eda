import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { retailerCommands } from '../../src/cli/retailers.ts'
import type { CaseView } from '../../src/contract/desk.ts'
import { SOURCES } from '../../src/contract/enums.ts'
import { InputError } from '../../src/kernel/faults.ts'
import { listWireOptions, type OptionsBody } from '../support/answer-schemas.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newDeskUser } from '../support/desk.ts'
import { newPerson, optionsBody } from '../support/people.ts'
import { buy, cancel, playUntil, removeProducts } from '../support/purchase-http.ts'

let app: TestApp
let orders = 0

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const RITA = { seller: 'Rita Campos', sellerCpf: '529.982.247-25', sellerPhone: '(11) 98888-7777' }

/** Authorized without a down payment, so that the onboarding alone completes it. */
async function sell(source: string, more: object = {}, persona = '001'): Promise<string> {
  const body = optionsBody(DEMO_KEY, newPerson(persona), 1_000, { source, ...more })
  const quoted = await app.post<OptionsBody>('/options', body)
  const option = listWireOptions(quoted.body).find(({ downPaymentValue }) => downPaymentValue === 0)
  assert.ok(option, quoted.text)
  orders += 1
  const { status, body: authorized } = await app.post('/authorize', {
    apiKey: DEMO_KEY,
    optionId: option._id,
    orderId: `sale-${orders}`,
  })
  assert.equal(status, 200)
  return String(authorized.transactionId)
}

const complete = (transactionId: string) => playUntil(app, transactionId, 'COMPLETE')

async function count(options: Record<string, string>): Promise<string[][]> {
  const command = retailerCommands['retailers sales'] ?? assert.fail()
  const text = await command.run(app.services, {
    words: ['retailers', 'sales'],
    options: { retailer: DEMO_RETAILER, ...options },
  })
  return text.split('\n').map(line => line.split(/ {2,}/))
}

async function readMetric(): Promise<Map<string, number>> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  const lines = text.matchAll(/^crediario_purchases_total\{source="(\w+)"\} (\d+)$/gm)
  return new Map([...lines].map(([, source = '', total]) => [source, Number(total)]))
}

test('every source has its counter from the start, and an authorization counts once, however often it is repeated', async () => {
  assert.deepEqual(
    [...(await readMetric())].sort(),
    [...SOURCES].sort().map(source => [source, 0]),
  )
  const { option, orderId } = await buy(app)
  const again = await app.post('/authorize', { apiKey: DEMO_KEY, optionId: option._id, orderId })
  assert.equal(again.status, 200)
  await app.post('/authorize', { apiKey: DEMO_KEY, optionId: option._id, orderId: 'another' })
  await sell('tdv')
  const metric = await readMetric()
  assert.deepEqual([metric.get('checkout'), metric.get('tdv'), metric.get('app')], [1, 1, 0])
})

test('sales are counted by source and by seller; canceled ones and those of other retailers add no value', async () => {
  app.clock.advance({ days: 10 })
  const day = app.clock.now().toISOString().slice(0, 10)
  await complete(await sell('guide', RITA))
  await complete(await sell('guide', { ...RITA, seller: 'RITA CAMPOS' }))
  await complete(await sell('guide', { seller: 'Zé' }))
  const undone = await sell('guide', RITA)
  await complete(undone)
  await cancel(app, undone)
  await sell('app', { device: 'app' })
  await buy(app, { key: PLAIN_KEY })
  const period = { from: day, to: day }
  assert.deepEqual(await count({ by: 'source', ...period }), [
    ['SOURCE', 'AUTHORIZED', 'COMPLETED', 'VALUE'],
    ['guide', '4', '3', '3000.00'],
    ['app', '1', '0', '0.00'],
  ])
  const [, rita, ze, nobody] = await count({ by: 'seller', ...period })
  assert.match(rita?.[0] ?? '', /^Rita Campos .*\*/i)
  assert.deepEqual(rita?.slice(1), ['3', '2', '2000.00'])
  assert.deepEqual(
    [ze, nobody],
    [
      ['Zé', '1', '1', '1000.00'],
      ['(none)', '1', '0', '0.00'],
    ],
  )
  assert.equal((await count({ by: 'source', from: '2030-01-01' })).length, 1)
})

test('a purchase that took the place of another keeps its source, and is not authorized twice', async () => {
  app.clock.advance({ days: 10 })
  const day = app.clock.now().toISOString().slice(0, 10)
  const products = [1, 2].map(number => ({ id: `sku-${number}`, name: 'Mesa', amount: 1, value: 500 }))
  const transactionId = await sell('pdp', { products })
  await complete(transactionId)
  await removeProducts(app, transactionId, ['sku-2'])
  assert.deepEqual((await count({ by: 'source', from: day }))[1], ['pdp', '1', '1', '500.00'])
})

test('the seller is nowhere readable in the database, and the desk shows the source of a case', async () => {
  const transactionId = await sell('guide', RITA, '011')
  await playUntil(app, transactionId, 'DESK')
  const [stored] = await query<{ row: string }>(
    app,
    `SELECT encode(c.details, 'escape') || c::text AS row FROM checkouts c JOIN transactions t ON t.checkout_id = c.id
      WHERE t.id = $1`,
    [transactionId],
  )
  assert.doesNotMatch(stored?.row ?? 'Rita', /Rita|52998224725|11988887777/)
  const analyst = await newDeskUser(app, 'analyst')
  const { body } = await analyst.get<CaseView>(`/cases/${transactionId}`)
  assert.equal(body.source, 'guide')
})

test('what the command does not understand is refused by name', async () => {
  const cases = [
    [{ by: 'colour' }, /--by must be source or seller/],
    [{}, /--by is missing/],
    [{ by: 'source', from: 'yesterday' }, /--from must be a date/],
    [{ by: 'source', to: '2027-02-30' }, /--to must be a date/],
    [{ by: 'source', retailer: 'f'.repeat(24) }, /there is no retailer/],
  ] as const
  for (const [options, message] of cases)
    await assert.rejects(count(options as Record<string, string>), (error: unknown) => {
      assert.ok(error instanceof InputError)
      assert.match(error.message, message)
      return true
    })
})
