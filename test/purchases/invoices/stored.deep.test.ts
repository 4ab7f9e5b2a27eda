import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { SAMPLE_INVOICE } from '../../../src/contract/sample-invoice.ts'
import { matchInvoice } from '../../../src/domains/invoices/match-invoice.ts'
import { receiveInvoice } from '../../../src/domains/invoices/receive-invoice.ts'
import { openInvoiceFile } from '../../../src/domains/invoices/store.ts'
import { DatabaseUnavailable } from '../../../src/platform/db/database-errors.ts'
import { S3_KEYS, startS3Server } from '../../platform/s3-server.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../../support/app.ts'
import { cutDatabase } from '../../support/cutting-database.ts'
import { expectError } from '../../support/expect-error.ts'
import { askUpload, listInvoiceEvents, listInvoices, upload, writeInvoice } from '../../support/invoices.ts'
import { buy, moveClock } from '../../support/purchase-http.ts'
import { contextOf, expectSoundBooks } from '../../support/purchases.ts'
import { writePage } from './pdf-writer.ts'

let app: TestApp
let folder: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crediario-invoices-'))
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

async function tryPlace(env: Readonly<Record<string, string>>): Promise<void> {
  const other = await startTestApp({ sharing: app, env: { ROLE: 'api', ...env } })
  try {
    const bought = await buy(other)
    const file = await writeInvoice(other, bought)
    const { invoiceId } = await upload(other, bought.transactionId, file)
    await moveClock(other, 'PT1S')
    assert.equal((await listInvoices(other, bought.transactionId))[0]?.state, 'VALIDATED')
    const opened = await openInvoiceFile(
      other.database,
      other.services.secrets,
      other.services.files,
      invoiceId,
    )
    assert.ok(opened?.bytes.equals(file))
    assert.deepEqual(await query(app, 'SELECT name FROM stored_files'), [])
  } finally {
    await other.stop()
  }
}

test('with a bucket configured, an invoice is kept, checked and opened there, and not in the database', async () => {
  const storage = await startS3Server(join(folder, 'storage'))
  const { accessKeyId, secretAccessKey } = S3_KEYS
  const keys = { FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey }
  try {
    await tryPlace({ FILES_URL: storage.bucketUrl, ...keys })
  } finally {
    await storage.stop()
  }
})

test('with a folder configured, an invoice is stored there', async () => {
  const place = join(folder, 'files')
  await tryPlace({ FILES_URL: pathToFileURL(place).href })
  assert.equal(globSync('*/*', { cwd: place }).length, 1)
})

test('while the file store is unavailable the caller gets 503, and nothing is half stored', async () => {
  const FILES_URL = 'http://127.0.0.1:1/bucket'
  const keys = { FILES_ACCESS_KEY_ID: 'a', FILES_SECRET_ACCESS_KEY: 'b' }
  const other = await startTestApp({ sharing: app, env: { ROLE: 'api', FILES_URL, ...keys } })
  try {
    const { transactionId } = await buy(other)
    const answer = await askUpload(other, transactionId, SAMPLE_INVOICE)
    expectError(answer, { code: 'service_unavailable', fields: [] })
    assert.ok(answer.headers.get('retry-after'))
    assert.deepEqual(await listInvoices(app, transactionId), [])
  } finally {
    await other.stop()
  }
})

test('an upload whose connection is cut at any statement leaves a whole version with its file and check, or none', async () => {
  const state = async (transactionId: string): Promise<string> => {
    const rows = await query<{ fileName: string; hasJob: boolean }>(
      app,
      `SELECT i.file_name AS "fileName", EXISTS (SELECT FROM jobs j WHERE j.kind = 'check-invoice' AND j.intent = i.id) AS "hasJob"
        FROM invoices i WHERE i.transaction_id = $1`,
      [transactionId],
    )
    const found = rows.map(async ({ fileName, hasJob }) => {
      const hasFile = (await app.services.files.get(fileName)) !== undefined
      return { hasFile, hasJob }
    })
    return JSON.stringify(await Promise.all(found))
  }
  const whole = JSON.stringify([{ hasFile: true, hasJob: true }])
  const seen = new Set<string>()
  let count = 1
  for (let at = 0; at <= count; at += 1) {
    const { transactionId } = await buy(app)
    const bytes = writePage([`Nota fiscal número ${at}`])
    const database = cutDatabase(app.database, at === 0 ? undefined : { at, when: 'after' })
    const act = (on: typeof app.database) =>
      receiveInvoice({ ...contextOf(app, on) }, { retailerId: DEMO_RETAILER, transactionId, bytes })
    if (at === 0) await act(database)
    else await assert.rejects(act(database), DatabaseUnavailable)
    if (at === 0) count = database.count()
    const found = await state(transactionId)
    assert.ok(['[]', whole].includes(found), `${at}: ${found}`)
    seen.add(found)
    await act(app.database)
    assert.equal(await state(transactionId), whole)
  }
  assert.deepEqual(seen, new Set([whole, '[]']))
  await expectSoundBooks(app)
})

test('a check whose connection is cut at any statement is done once: no decision is published twice or lost', async () => {
  let count = 1
  for (let at = 0; at <= count; at += 1) {
    const bought = await buy(app)
    const { transactionId } = bought
    const { invoiceId } = await upload(app, transactionId, await writeInvoice(app, bought))
    const database = cutDatabase(app.database, at === 0 ? undefined : { at, when: 'after' })
    const act = (on: typeof app.database) => matchInvoice({ ...contextOf(app, on) }, { invoiceId })
    if (at === 0) await act(database)
    else await assert.rejects(act(database), DatabaseUnavailable)
    if (at === 0) count = database.count()
    await act(app.database)
    const actions = (await listInvoiceEvents(app, transactionId)).map(({ action }) => action)
    assert.deepEqual(actions, ['VALIDATED'], String(at))
  }
  await expectSoundBooks(app)
})
