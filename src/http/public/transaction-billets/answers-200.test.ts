import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { buyOpen, pay, read } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

interface Download {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function download(transactionId: string, more: object = {}, headers = {}): Promise<Download> {
  const response = await fetch(`${app.url}/public/transaction/${transactionId}/billets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ apiKey: DEMO_KEY, ...more }),
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('one PDF with a page for each billet that can be paid, not cached; the paid down payment is left out', async () => {
  const { transactionId } = await buyOpen(app)
  const { status, headers, bytes } = await download(transactionId)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[\w.-]+"$/)
  assert.match(headers.get('cache-control') ?? '', /no-store/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.match(bytes.subarray(-8).toString(), /%%EOF/)
  assert.equal(countPages(bytes), (await read(app, transactionId)).installments?.length)
})

test('a paid installment is left out', async () => {
  const { transactionId } = await buyOpen(app, { downPayment: false, installments: 4 })
  const [first] = (await read(app, transactionId)).installments ?? []
  await pay(app, first?.id ?? '')
  assert.equal(countPages((await download(transactionId)).bytes), 3)
})

test('without a down payment only the installments are printed; a booklet has three on a page', async () => {
  const { transactionId } = await buyOpen(app, { downPayment: false, installments: 4 })
  assert.equal(countPages((await download(transactionId)).bytes), 4)
  assert.equal(countPages((await download(transactionId, { layout: 'booklet' })).bytes), 2)
})

test('other Accept or Range headers get the same bytes, and HEAD is refused', async () => {
  const { transactionId } = await buyOpen(app)
  const { bytes } = await download(transactionId)
  for (const headers of [{ accept: 'text/html' }, { range: 'bytes=0-10' }]) {
    const answer = await download(transactionId, {}, headers)
    assert.equal(answer.status, 200)
    assert.ok(answer.bytes.equals(bytes))
  }
  const head = await fetch(`${app.url}/public/transaction/${transactionId}/billets`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'POST'])
})

test('twenty parallel requests get the same bytes', async () => {
  const { transactionId } = await buyOpen(app)
  const all = await Promise.all(Array.from({ length: 20 }, () => download(transactionId)))
  const [first] = all
  assert.ok(first && first.status === 200)
  for (const { bytes } of all) assert.ok(bytes.equals(first.bytes))
})
