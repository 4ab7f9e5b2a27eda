import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  findInvoiceForDesk,
  listInvoicesToReview,
  openInvoiceFile,
} from '../../../src/domains/invoices/store.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../../support/app.ts'
import {
  askUpload,
  listInvoiceEvents,
  listInvoices,
  review,
  upload,
  writeInvoice,
  writeKey,
} from '../../support/invoices.ts'
import {
  buy,
  buyOpen,
  cancel,
  listPublished,
  moveClock,
  playUntil,
  read,
} from '../../support/purchase-http.ts'
import { expectSoundBooks } from '../../support/purchases.ts'
import { writePage, writePdf } from './pdf-writer.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

/** Runs all waiting jobs, including the automatic check. */
const work = (): Promise<Date> => moveClock(app, 'PT1S')

test('an invoice with order, shop, customer and total is VALIDATED automatically, and the event is published', async () => {
  const bought = await buyOpen(app)
  const { transactionId, orderId } = bought
  const { invoiceId } = await upload(app, transactionId, await writeInvoice(app, bought))
  await work()
  const [row] = await listInvoices(app, transactionId)
  assert.equal(row?.state, 'VALIDATED')
  assert.deepEqual(await listInvoiceEvents(app, transactionId), [
    {
      transactionId,
      orderId,
      action: 'VALIDATED',
      type: 'invoice.validated',
      invoiceId,
      code: 'MATCHES_PURCHASE',
      message: 'A nota fiscal confere com a compra.',
    },
  ])
  await work()
  assert.equal((await listInvoiceEvents(app, transactionId)).length, 1)
})

test('the sandbox writes an invoice that passes', async () => {
  const { transactionId } = await buy(app, { value: 1_234.56 })
  const sample = await app.post(`/sandbox/transaction/${transactionId}/invoice`, { apiKey: DEMO_KEY })
  assert.equal((await askUpload(app, transactionId, sample.body.invoiceFile)).status, 200)
  await work()
  assert.equal((await listInvoices(app, transactionId))[0]?.state, 'VALIDATED')
})

test('an invoice that contradicts the purchase or cannot be read waits for a person, with what was and was not found', async () => {
  const bought = await buy(app)
  const whole = {
    readable: true,
    order: true,
    retailer: true,
    customer: true,
    amount: true,
    accessKey: true,
    visible: true,
  }
  const none = {
    readable: false,
    order: false,
    retailer: false,
    customer: false,
    amount: false,
    accessKey: false,
    visible: true,
  }
  const cases: [Buffer, object][] = [
    [await writeInvoice(app, bought, { orderId: 'outro-pedido' }), { ...whole, order: false }],
    [await writeInvoice(app, bought, { cpf: '529.982.247-25' }), { ...whole, customer: false }],
    [await writeInvoice(app, bought, { total: '1.999,99' }), { ...whole, amount: false }],
    [
      await writeInvoice(app, bought, { key: writeKey(app.services.clock.now(), '11444777000161') }),
      { ...whole, accessKey: false },
    ],
    [writePage([]), none],
  ]
  for (const [file, findings] of cases) {
    await upload(app, bought.transactionId, file)
    await work()
    const row = (await listInvoices(app, bought.transactionId)).at(-1)
    assert.deepEqual([row?.state, row?.findings], ['DESK', findings])
  }
  assert.deepEqual(await listInvoiceEvents(app, bought.transactionId), [])
})

test('an invoice that draws another amount than its text says waits for a person, who is told why', async () => {
  const bought = await buy(app)
  const map =
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <31> <0037> endbfchar endcmap'
  const drawnAs = await writeInvoice(app, bought, {
    font: '/ToUnicode 6 0 R',
    parts: [{ value: `<< /Length ${map.length} >>`, stream: map }],
  })
  const nothing = { order: false, retailer: false, customer: false, amount: false, accessKey: false }
  const { invoiceId } = await upload(app, bought.transactionId, drawnAs)
  await work()
  const row = (await listInvoices(app, bought.transactionId)).at(-1)
  assert.deepEqual([row?.state, row?.findings], ['DESK', { readable: false, ...nothing, visible: false }])
  await review(app, invoiceId, 'REFUSED')
  assert.deepEqual((await listInvoiceEvents(app, bought.transactionId)).at(-1)?.code, 'TEXT_NOT_VISIBLE')
})

test('the desk lists waiting invoices only, oldest first, with their file and earlier versions', async () => {
  const [one, two, gone] = [await buy(app), await buy(app), await buy(app)]
  const file = writePage(['Nota fiscal para a mesa de crédito'])
  await upload(app, one.transactionId, writePage(['Nota fiscal substituída por outra']))
  const ids: string[] = []
  for (const { transactionId } of [one, two, gone]) {
    // Ids created in the same millisecond have no order.
    app.clock.advance({ ms: 1 })
    ids.push((await upload(app, transactionId, file)).invoiceId)
  }
  await work()
  await cancel(app, gone.transactionId)
  const [firstId = '', secondId = ''] = ids
  const all = await listInvoicesToReview(app.database, app.services.secrets, { limit: 1_000 })
  const found = all.map(({ id }) => id).filter(id => ids.includes(id))
  assert.deepEqual(found, [firstId, secondId])
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map(({ id }) => id).sort(),
  )
  const [next] = await listInvoicesToReview(app.database, app.services.secrets, { after: firstId, limit: 1 })
  assert.equal(next?.id, secondId)
  const shown = await findInvoiceForDesk(app.database, app.services.secrets, firstId)
  assert.deepEqual(
    shown?.versions.map(({ version }) => version),
    [1, 2],
  )
  const opened = await openInvoiceFile(app.database, app.services.secrets, app.services.files, firstId)
  assert.ok(opened?.bytes.equals(file))
})

test('a person’s decision is published once with its reason, however often it is repeated', async () => {
  const bought = await buy(app)
  const { transactionId, orderId } = bought
  const { invoiceId } = await upload(app, transactionId, await writeInvoice(app, bought, { total: '0,01' }))
  await work()
  const refused = await review(app, invoiceId, 'REFUSED')
  assert.deepEqual(await review(app, invoiceId, 'REFUSED', 'Outra razão'), refused)
  const told = { transactionId, orderId, action: 'REFUSED', type: 'invoice.refused', invoiceId }
  const message = 'O valor da compra não aparece na nota fiscal.'
  assert.deepEqual(await listInvoiceEvents(app, transactionId), [
    { ...told, code: 'AMOUNT_NOT_FOUND', message },
  ])
  const next = await upload(app, transactionId, writePage(['Nota fiscal corrigida à mão']))
  await review(app, next.invoiceId, 'REFUSED', 'Falta a assinatura.')
  assert.deepEqual((await listInvoiceEvents(app, transactionId)).at(-1), {
    ...told,
    invoiceId: next.invoiceId,
    code: 'REFUSED_BY_OPERATOR',
    message: 'Falta a assinatura.',
  })
})

test('a decision may come before the automatic check, which then changes nothing, and may overrule it', async () => {
  const [early, late] = [await buy(app), await buy(app)]
  const first = await upload(app, early.transactionId, await writeInvoice(app, early))
  await review(app, first.invoiceId, 'REFUSED')
  const second = await upload(app, late.transactionId, await writeInvoice(app, late))
  await work()
  await review(app, second.invoiceId, 'REFUSED')
  assert.equal((await listInvoices(app, early.transactionId))[0]?.state, 'REFUSED')
  assert.deepEqual(
    (await listInvoiceEvents(app, late.transactionId)).map(({ action }) => action),
    ['VALIDATED', 'REFUSED'],
  )
})

test('invoice events share the purchase’s sequence, and change neither its step nor its deadline', async () => {
  const bought = await buy(app)
  const { transactionId } = bought
  await playUntil(app, transactionId, 'ENTRY')
  const before = await read(app, transactionId)
  const file = await writeInvoice(app, bought)
  await Promise.all([upload(app, transactionId, file), upload(app, transactionId, file)])
  await work()
  assert.deepEqual(await read(app, transactionId), before)
  assert.deepEqual((await listPublished(app, transactionId)).slice(-2), ['ENTRY', 'VALIDATED'])
  await moveClock(app, 'P30D')
  assert.equal((await read(app, transactionId)).status, 'ABANDONED')
  await expectSoundBooks(app)
})

test('invisible text on a blank page validates nothing: a person looks', async () => {
  const bought = await buy(app)
  const { financedAmount, downPaymentValue } = await read(app, bought.transactionId)
  const total = (financedAmount + downPaymentValue).toFixed(2).replace('.', ',')
  const lines = [
    'Loja Demonstra\xe7\xe3o',
    bought.orderId,
    bought.person.cpf,
    total,
    writeKey(app.services.clock.now()),
  ]
  const written = lines
    .map((line, at) => `BT /F1 11 Tf 3 Tr 40 ${700 - 20 * at} Td (${line}) Tj ET`)
    .join(' ')
  const forged = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { value: `<< /Length ${written.length} >>`, stream: written },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
  await upload(app, bought.transactionId, forged)
  await work()
  assert.equal((await listInvoices(app, bought.transactionId))[0]?.state, 'DESK')
})
