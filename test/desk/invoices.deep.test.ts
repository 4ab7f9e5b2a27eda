import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { DecisionOutcome, InvoiceView, QueuedInvoice } from '../../src/contract/desk.ts'
import { matchInvoice } from '../../src/domains/invoices/match-invoice.ts'
import { findInvoice } from '../../src/domains/invoices/store.ts'
import { writeRedPages } from '../purchases/invoices/pdf-writer.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, listAudit, newDeskUser, sendInvoiceToDesk } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { listInvoices, upload, writeInvoice } from '../support/invoices.ts'
import { buyOpen, cancel, UNKNOWN_ID } from '../support/purchase-http.ts'
import { contextOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '3000' } })
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(() => app.stop())

const decide = (user: DeskUser, invoiceId: string, result: string, version = 1) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/invoices/${invoiceId}/decision`, {
    result,
    version,
    reason: 'Conferido com o pedido',
  })
const listPublished = (transactionId: string) =>
  query<{ type: string; body: string }>(
    app,
    `SELECT type, body FROM events WHERE transaction_id = $1 AND type LIKE 'invoice.%' ORDER BY sequence`,
    [transactionId],
  )

test('an invoice that the automatic check could not match waits with its findings, and its file is only downloaded', async () => {
  const { transactionId, orderId } = await buyOpen(app)
  const invoiceId = await sendInvoiceToDesk(app, transactionId)
  const { body } = await analyst.get<{ invoices: QueuedInvoice[] }>('/invoices')
  const waiting = body.invoices.find(each => each.invoiceId === invoiceId)
  assert.deepEqual(
    [waiting?.orderId, waiting?.findings?.amount, waiting?.findings?.order],
    [orderId, false, true],
  )
  const start = await countAudit(app)
  assert.equal((await analyst.get<InvoiceView>(`/invoices/${invoiceId}`)).body.isWaiting, true)
  const allowed = await analyst.post(`/invoices/${invoiceId}/file`)
  const address = `${app.url}${allowed.body.url}`
  const response = await fetch(address, { headers: { cookie: analyst.cookie } })
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="nota-fiscal.pdf"')
  assert.match(response.headers.get('content-security-policy') ?? '', /^sandbox;/)
  assert.match(await response.text(), /^%PDF-/)
  assert.equal((await fetch(address, { headers: { cookie: approver.cookie } })).status, 404)
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action }) => action),
    ['invoice.view', 'invoice.open'],
  )
  expectError(await analyst.get(`/invoices/${UNKNOWN_ID}`), { code: 'desk_not_found' })
  expectError(await analyst.get('/files/nonsense'), { code: 'desk_not_found' })
})

async function openPage(invoiceId: string, page = 1) {
  const allowed = await analyst.post(`/invoices/${invoiceId}/pages/${page}`)
  assert.equal(allowed.status, 200, allowed.text)
  const address = `${app.url}${allowed.body.url}`
  return { address, response: await fetch(address, { headers: { cookie: analyst.cookie } }) }
}

test('a page of an invoice is looked at as a picture that the program has drawn, each look noted, for one session', async () => {
  const { transactionId } = await buyOpen(app)
  const invoiceId = await sendInvoiceToDesk(app, transactionId, 1, writeRedPages())
  const start = await countAudit(app)
  const { address, response } = await openPage(invoiceId)
  assert.deepEqual(
    ['content-type', 'x-page-count', 'x-content-type-options'].map(name => response.headers.get(name)),
    ['image/jpeg', '2', 'nosniff'],
  )
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  const { width, height } = await picture.metadata()
  assert.ok(height === 1_600 && width > 1_100 && width < 1_150, `${width} x ${height}`)
  const { channels } = await picture.stats()
  const [red = 0, green = 0] = channels.map(({ mean }) => mean)
  assert.ok(red > 150 && green < 60, `red ${red}, green ${green}: as the page is`)
  const second = await openPage(invoiceId, 2)
  const turned = await sharp(Buffer.from(await second.response.arrayBuffer())).metadata()
  assert.ok(turned.width > turned.height)
  assert.equal((await openPage(invoiceId, 3)).response.status, 422, 'there is no third page')
  assert.equal((await fetch(address, { headers: { cookie: approver.cookie } })).status, 404)
  assert.equal(
    (await fetch(address.replace('/pages/', '/files/'), { headers: { cookie: analyst.cookie } })).status,
    404,
  )
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject, details }) => [action, subject, details.page]),
    [1, 2, 3].map(page => ['invoice.page', invoiceId, page]),
  )
  for (const page of ['0', '21', 'x', '1.5'])
    expectError(await analyst.post(`/invoices/${invoiceId}/pages/${page}`), {
      code: 'invalid_parameters',
      message: 'page must be a page from 1 to 20',
    })
})

test('the decision is made once, and published to the retailer with its reason', async () => {
  const [good, bad] = [await buyOpen(app), await buyOpen(app)]
  const [valid, wrong] = [
    await sendInvoiceToDesk(app, good.transactionId),
    await sendInvoiceToDesk(app, bad.transactionId),
  ]
  const answers = await Promise.all([1, 2, 3].map(() => decide(analyst, valid, 'VALIDATED')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal((await decide(analyst, wrong, 'REFUSED')).body.outcome, 'done')
  assert.deepEqual(
    (await listPublished(good.transactionId)).map(({ type }) => type),
    ['invoice.validated'],
  )
  const [refused] = await listPublished(bad.transactionId)
  assert.equal(
    (JSON.parse(refused?.body ?? '{}') as Record<string, unknown>).message,
    'Conferido com o pedido',
  )
  const stored = await findInvoice(app.database, app.services.secrets, wrong)
  assert.deepEqual([stored?.state, stored?.decidedBy], ['REFUSED', analyst.id])
  expectError(await decide(analyst, wrong, 'VALIDATED'), { code: 'desk_case_changed' })
  await expectSoundBooks(app)
})

test('a file that was replaced, or whose purchase ended, is not decided on', async () => {
  const [replaced, ended] = [await buyOpen(app), await buyOpen(app)]
  const old = await sendInvoiceToDesk(app, replaced.transactionId)
  await sendInvoiceToDesk(app, replaced.transactionId, 2)
  expectError(await decide(analyst, old, 'VALIDATED'), { code: 'desk_case_changed' })
  const late = await sendInvoiceToDesk(app, ended.transactionId)
  await cancel(app, ended.transactionId)
  const { status } = await decide(analyst, late, 'VALIDATED')
  assert.equal(status, 409)
})

test('above the limit an invoice is validated by two people', async () => {
  const { transactionId } = await buyOpen(app, { value: 6_000 })
  const invoiceId = await sendInvoiceToDesk(app, transactionId)
  const proposed = await decide(analyst, invoiceId, 'VALIDATED')
  assert.equal(proposed.body.outcome, 'proposed')
  assert.deepEqual(await listPublished(transactionId), [])
  const path = `/proposals/${proposed.body.decision.id}/answer`
  assert.equal((await approver.post(path, { approve: true, reason: 'Confere' })).status, 200)
  assert.equal((await listPublished(transactionId)).length, 1)
  assert.equal((await findInvoice(app.database, app.services.secrets, invoiceId))?.decidedBy, approver.id)
})

test('above the limit no invoice is validated automatically, and two people decide at the desk', async () => {
  const [large, small] = [await buyOpen(app, { value: 6_000 }), await buyOpen(app)]
  for (const [bought, state] of [
    [large, 'DESK'],
    [small, 'VALIDATED'],
  ] as const) {
    const { invoiceId } = await upload(app, bought.transactionId, await writeInvoice(app, bought))
    await matchInvoice({ ...contextOf(app) }, { invoiceId })
    const [row] = await listInvoices(app, bought.transactionId)
    assert.deepEqual([row?.state, row?.findings?.accessKey], [state, true])
  }
  const [waiting] = await listInvoices(app, large.transactionId)
  assert.equal((await decide(analyst, waiting?.id ?? '', 'VALIDATED')).body.outcome, 'proposed')
})
