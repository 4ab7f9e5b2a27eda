import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writePage } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askUpload } from '../../../../test/support/invoices.ts'
import { buy, readStatus } from '../../../../test/support/purchase-http.ts'

const LIMIT_BYTES = 10 * 1024 * 1024

let app: TestApp
let transactionId: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ;({ transactionId } = await buy(app))
})
after(() => app.stop())

function writeOfSize(bytes: number): Buffer {
  const write = (blanks: number): Buffer => writePage(['Nota fiscal'], { raw: `%${' '.repeat(blanks)}\n` })
  // The table at the end states where the padding ends, in as many digits as before.
  const pdf = write(bytes - write(bytes - 2_000).length + bytes - 2_000)
  assert.equal(pdf.length, bytes)
  return pdf
}

test('ten mebibytes are accepted, one byte more is not', async () => {
  const largest = await askUpload(app, transactionId, writeOfSize(LIMIT_BYTES))
  assert.equal(largest.status, 200, largest.text)
  expectError(await askUpload(app, transactionId, writeOfSize(LIMIT_BYTES + 1)), {
    code: 'body_too_large',
    message: 'invoiceFile larger than 10 MiB',
    fields: ['invoiceFile'],
  })
})

test('a body far beyond the limit is refused with the same sentence', async () => {
  const answer = await askUpload(app, transactionId, 'A'.repeat(50_000_000))
  expectError(answer, { code: 'body_too_large', message: 'invoiceFile larger than 10 MiB' })
})

test('other routes keep their small limit', async () => {
  const body = { apiKey: 'x', padding: 'A'.repeat(300_000) }
  expectError(await app.post(`/public/transaction/${transactionId}/status`, body), {
    code: 'body_too_large',
    message: 'Body larger than 256 kB',
  })
  assert.equal(await readStatus(app, transactionId), 'PENDING')
})
