import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { writePage } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { askUpload, listInvoices, upload } from '../../../../test/support/invoices.ts'
import { buy, buyOpen, checkAnswer } from '../../../../test/support/purchase-http.ts'
import { InvoiceAnswer } from '../../../contract/invoice.ts'
import { SAMPLE_INVOICE } from '../../../contract/sample-invoice.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const countFiles = async (): Promise<number> =>
  (await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM stored_files'))[0]?.count ?? 0

test('a PDF is accepted before and after the purchase is complete, with or without a data URL prefix', async () => {
  const bytes = Buffer.from(SAMPLE_INVOICE, 'base64')
  for (const { transactionId } of [await buy(app), await buyOpen(app)]) {
    const answer = await askUpload(app, transactionId, `data:application/pdf;base64,${SAMPLE_INVOICE}`)
    const { invoiceId, ...body } = checkAnswer(InvoiceAnswer, answer)
    assert.match(invoiceId, /^[0-9a-f]{24}$/)
    assert.deepEqual(body, {
      transactionId,
      receivedAt: app.clock.now().toISOString(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    assert.deepEqual(await upload(app, transactionId, bytes), { invoiceId, ...body })
  }
})

test('the same file sent a hundred times, twenty at once, is one version and one stored file', async () => {
  const { transactionId } = await buy(app)
  const before = await countFiles()
  const file = writePage(['Nota fiscal repetida'])
  const texts = new Set<string>()
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => askUpload(app, transactionId, file)))
    for (const { status, text } of answers) {
      assert.equal(status, 200, text)
      texts.add(text)
    }
  }
  assert.equal(texts.size, 1)
  assert.equal((await listInvoices(app, transactionId)).length, 1)
  assert.equal(await countFiles(), before + 1)
})

test('another file is a new version that counts from then on, and sending the first again is one more', async () => {
  const { transactionId } = await buy(app)
  const before = await countFiles()
  const [first, second] = [writePage(['Nota fiscal, primeira']), writePage(['Nota fiscal, segunda'])]
  const ids: string[] = []
  for (const file of [first, second, first]) ids.push((await upload(app, transactionId, file)).invoiceId)
  assert.equal(new Set(ids).size, 3)
  const rows = await listInvoices(app, transactionId)
  assert.deepEqual(
    rows.map(({ id, version, isReplaced }) => [id, version, isReplaced]),
    ids.map((id, index) => [id, index + 1, index < 2]),
  )
  assert.equal(await countFiles(), before + 2)
})

test('invoices are stored sealed: neither the stored bytes nor their name reveal the file', async () => {
  const { transactionId } = await buy(app)
  const file = writePage(['Nota fiscal muito particular'])
  const { sha256 } = await upload(app, transactionId, file)
  const rows = await query<{ name: string; box: Buffer }>(app, 'SELECT name, box FROM stored_files')
  assert.ok(rows.length > 0)
  for (const { name, box } of rows) {
    assert.notEqual(name, sha256)
    assert.equal(box.includes('%PDF'), false)
    assert.equal(box.includes('endobj'), false)
  }
})

test('repeated under an Idempotency-Key the answer is the same; with another file it is refused', async () => {
  const { transactionId } = await buy(app)
  const headers = { 'idempotency-key': 'nota-1' }
  const path = `/invoice/${transactionId}/file`
  const send = (text: string) => {
    const invoiceFile = writePage([text]).toString('base64')
    return app.post(path, { apiKey: DEMO_KEY, invoiceFile }, headers)
  }
  const [once, again, other] = [await send('Nota A'), await send('Nota A'), await send('Nota B')]
  assert.equal(once.status, 200)
  assert.equal(again.text, once.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(other.status, 409)
})
