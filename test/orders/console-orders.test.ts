import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleOrder, ConsoleOrderList, ConsolePreview } from '../../src/contract/console-orders.ts'
import { writePage } from '../purchases/invoices/pdf-writer.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { listAudit } from '../support/desk.ts'
import { writeInvoice } from '../support/invoices.ts'
import { buy, buyOpen, read, readStatus } from '../support/purchase-http.ts'

let app: TestApp
let owner: StaffUser
let finance: StaffUser
let sales: StaffUser
let viewer: StaffUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  owner = await newStaffUser(app, 'OWNER')
  finance = await newStaffUser(app, 'FINANCE')
  sales = await newStaffUser(app, 'SALES')
  viewer = await newStaffUser(app, 'VIEWER')
})
after(() => app.stop())

const products = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
  { id: 'kettle', name: 'Chaleira', amount: 1, value: 250 },
]
const listAs = async (user: StaffUser, search = '') =>
  (await user.get<ConsoleOrderList>(`/orders?${search}`)).body
const readAs = (user: StaffUser, id: string) => user.get<ConsoleOrder>(`/orders/${id}`)
const audited = async (action: string): Promise<number> =>
  (
    await query<{ n: number }>(app, 'SELECT count(*)::integer AS n FROM audit_notes WHERE action = $1', [
      action,
    ])
  )[0]?.n ?? 0

test('salespeople and viewers get no amount, in the list, in an order, in a preview or in the file', async () => {
  const { transactionId } = await buyOpen(app, { products })
  const amount = /"(money|amount|value|total|transfer|refund|owed|purchase|commission)":-?\d/
  for (const user of [owner, finance]) {
    assert.match((await user.get('/orders')).text, /"money":/)
    assert.match((await readAs(user, transactionId)).text, /"commission":/)
  }
  for (const user of [sales, viewer]) {
    assert.doesNotMatch((await user.get('/orders')).text, /"money":|"total":\d|"transfer":\d/)
    const { text } = await readAs(user, transactionId)
    assert.doesNotMatch(text.replaceAll(/"products":\[.*?\]/g, ''), amount)
    assert.doesNotMatch(text, /"money":|"commission":|1500|1\.500/)
  }
  const file = await (
    await fetch(`${app.url}/console/api/orders/file`, { headers: { cookie: sales.cookie } })
  ).text()
  assert.ok(file.includes(transactionId))
  assert.doesNotMatch(file, /Amount|Value|\d\.\d\d,/)
  const whole = await fetch(`${app.url}/console/api/orders/file`, { headers: { cookie: finance.cookie } })
  assert.match(await whole.text(), /totalAmount,financedAmount/)
  assert.equal((await viewer.get('/orders/file')).status, 403)
})

test('nobody of one shop finds an order of another, by search, by id, by what is done to it or in the file', async () => {
  const foreign = await buy(app, { key: PLAIN_KEY, products })
  assert.equal((await readAs(owner, foreign.transactionId)).status, 404)
  for (const q of [foreign.transactionId, foreign.orderId, foreign.person.cpf])
    assert.deepEqual((await listAs(owner, `q=${q}`)).orders, [])
  for (const path of ['cancel', 'cancel/preview', 'removal', 'removal/preview', 'invoice']) {
    const body = path.startsWith('removal')
      ? { products: ['kettle'] }
      : path === 'invoice'
        ? { invoiceFile: writePage(['Nota']).toString('base64') }
        : {}
    const { status } = await owner.post(`/orders/${foreign.transactionId}/${path}`, body)
    assert.equal(status, 404, path)
  }
  assert.equal(await readStatus(app, foreign.transactionId, PLAIN_KEY), 'PENDING')
  const file = await fetch(`${app.url}/console/api/orders/file`, { headers: { cookie: owner.cookie } })
  const text = await file.text()
  assert.ok(!text.includes(foreign.transactionId))
})

test('salespeople cancel only up to the limit that an owner set, and it is in the log', async () => {
  const { transactionId } = await buy(app, { products })
  const order = (await readAs(sales, transactionId)).body
  assert.deepEqual([order.may.cancel, order.may.isAboveLimit], [false, true])
  for (const path of ['cancel', 'cancel/preview'])
    assert.equal((await sales.post(`/orders/${transactionId}/${path}`)).status, 403)
  assert.equal((await viewer.post(`/orders/${transactionId}/cancel`)).status, 403)
  assert.equal((await sales.post('/sales-limit', { cancelUpTo: 9_000 })).status, 403)
  assert.equal((await finance.post('/sales-limit', { cancelUpTo: 9_000 })).status, 403)
  assert.equal((await owner.post('/sales-limit', { cancelUpTo: 1_000 })).status, 200)
  assert.equal((await sales.post(`/orders/${transactionId}/cancel`)).status, 403)
  assert.equal((await owner.post('/sales-limit', { cancelUpTo: 5_000 })).status, 200)
  const preview = await sales.post<ConsolePreview>(`/orders/${transactionId}/cancel/preview`)
  assert.deepEqual([preview.status, preview.body.money], [200, undefined])
  assert.equal(await readStatus(app, transactionId), 'PENDING', 'a preview changes nothing')
  assert.equal((await sales.post(`/orders/${transactionId}/cancel`)).status, 200)
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  assert.equal(await audited('order.cancel'), 1)
  assert.equal(await audited('order.limit'), 2)
  await owner.post('/sales-limit', { cancelUpTo: null })
  const next = await buy(app, { products })
  assert.equal((await sales.post(`/orders/${next.transactionId}/cancel`)).status, 403)
})

test('an order whose row or sealed details were changed in the database is reported and not listed, and the others are', async () => {
  const [swapped, changed, whole] = [
    await buy(app, { products }),
    await buy(app, { products }),
    await buy(app, { products }),
  ]
  await query(
    app,
    `UPDATE transactions t SET move_count = t.move_count + 1, details = o.details FROM transactions o
      WHERE t.id = $1 AND o.id = $2`,
    [swapped.transactionId, whole.transactionId],
  )
  await query(
    app,
    'UPDATE transactions SET move_count = move_count + 1, signed_at = created_at WHERE id = $1',
    [changed.transactionId],
  )
  const { status, body, text } = await owner.get<ConsoleOrderList>('/orders')
  assert.equal(status, 200, text)
  const listed = body.orders.map(({ transactionId }) => transactionId)
  assert.deepEqual(
    [swapped, changed, whole].map(({ transactionId }) => listed.includes(transactionId)),
    [false, false, true],
  )
  const response = await fetch(`${app.url}/transactions`, { headers: { 'x-service-apikey': DEMO_KEY } })
  assert.equal(response.status, 200, await response.text())
  const reported = (await listAudit(app))
    .filter(({ action }) => action === 'refused.forged-row')
    .map(({ subject }) => subject)
  for (const { transactionId } of [swapped, changed]) assert.ok(reported.includes(transactionId))
})

test('a limit that was written outside the program lets nobody cancel', async () => {
  const { transactionId } = await buy(app, { products })
  await query(
    app,
    `INSERT INTO sales_limits SELECT retailer_id, version + 1, 99999999, changed_by, changed_at, mac FROM sales_limits
      WHERE retailer_id = $1 ORDER BY version DESC LIMIT 1`,
    [DEMO_RETAILER],
  )
  assert.ok((await sales.post(`/orders/${transactionId}/cancel`)).status >= 400)
  assert.equal(await readStatus(app, transactionId), 'PENDING')
  await query(app, 'DELETE FROM sales_limits')
})

test('finance sends an invoice, returns a product after its preview, and both are in the log', async () => {
  const bought = await buyOpen(app, { products })
  const { transactionId } = bought
  const invoiceFile = (await writeInvoice(app, bought)).toString('base64')
  assert.equal((await finance.post(`/orders/${transactionId}/invoice`, { invoiceFile })).status, 200)
  assert.equal((await readAs(finance, transactionId)).body.invoice?.version, 1)
  const removal = { products: ['kettle'] }
  const preview = await finance.post<ConsolePreview>(`/orders/${transactionId}/removal/preview`, removal)
  assert.equal(preview.status, 200, preview.text)
  assert.ok(preview.body.money && preview.body.schedule && preview.body.schedule.length > 1)
  assert.equal(await readStatus(app, transactionId), 'OPEN')
  const done = await finance.post<{ transactionId: string }>(`/orders/${transactionId}/removal`, removal)
  assert.equal(done.status, 200, done.text)
  const { installments = [] } = await read(app, done.body.transactionId)
  assert.deepEqual(
    preview.body.schedule?.filter(({ number }) => number > 0).map(({ amount, dueDate }) => [amount, dueDate]),
    installments.map(({ value, dueDate }) => [value, dueDate]),
  )
  assert.equal(await audited('order.remove-products'), 1)
  assert.ok((await audited('order.invoice')) >= 1)
})
