import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { SAMPLE_INVOICE } from '../../../src/contract/sample-invoice.ts'
import { createHttpScanner } from '../../../src/domains/invoices/scanner.ts'
import { TEST_VIRUS } from '../../../src/sandbox/sandbox-services.ts'
import { answerStatus, type BureauServer, startBureauServer } from '../../quoting/bureau-server.ts'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { expectError } from '../../support/expect-error.ts'
import { askUpload } from '../../support/invoices.ts'
import { buy } from '../../support/purchase-http.ts'

const PLAIN = Buffer.from(SAMPLE_INVOICE, 'base64')
const INFECTED = Buffer.from(
  PLAIN.toString('latin1').replace('%%EOF', end => `%${TEST_VIRUS}\n${end}`),
  'latin1',
)

let server: BureauServer
let app: TestApp
let transactionId: string

before(async () => {
  server = await startBureauServer()
  app = await startTestApp({ env: { ROLE: 'api', SCANNER_URL: server.url, SCANNER_TOKEN: 'secret' } })
  ;({ transactionId } = await buy(app))
})
after(async () => {
  await app.stop()
  await server[Symbol.asyncDispose]()
})

const say = (result: unknown): void => {
  server.received.length = 0
  server.behaviour = response => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result }))
  }
}
const countKept = async (): Promise<number> =>
  (await query<{ count: number }>(app, 'SELECT count(*)::int AS count FROM stored_files'))[0]?.count ?? -1

test('the sandbox refuses the EICAR test text anywhere in the file', async () => {
  const sandbox = await startTestApp({ env: { ROLE: 'api' } })
  try {
    const { transactionId } = await buy(sandbox)
    expectError(await askUpload(sandbox, transactionId, INFECTED), {
      code: 'invoice_infected',
      message: 'invoiceFile is known to be malicious',
      fields: ['invoiceFile'],
    })
    assert.equal((await askUpload(sandbox, transactionId, PLAIN)).status, 200)
  } finally {
    await sandbox.stop()
  }
})

test('the scanner gets the file and the retailer; an infected file is refused and not stored, a clean one is stored', async () => {
  say('infected')
  expectError(await askUpload(app, transactionId, PLAIN), {
    code: 'invoice_infected',
    fields: ['invoiceFile'],
  })
  assert.equal(await countKept(), 0)
  const [received] = server.received
  const sha256 = createHash('sha256').update(PLAIN).digest('hex')
  assert.deepEqual(JSON.parse(received?.body ?? ''), { sha256, content: PLAIN.toString('base64') })
  assert.equal(received?.headers.authorization, 'Bearer secret')
  assert.equal(received?.headers['idempotency-key'], sha256)
  say('clean')
  assert.equal((await askUpload(app, transactionId, PLAIN)).status, 200)
  assert.equal(await countKept(), 1)
})

test('a file that the inspection refuses never reaches the scanner', async () => {
  say('clean')
  const script = PLAIN.toString('latin1').replace('/Type/Catalog', '/Type/Catalog/OpenAction 5 0 R')
  expectError(await askUpload(app, transactionId, Buffer.from(script, 'latin1')), {
    code: 'invoice_with_active_content',
  })
  assert.equal(server.received.length, 0)
})

test('a file that could not be scanned is not stored: 503, and the retailer may retry', async () => {
  const before = await countKept()
  for (const result of ['perhaps', undefined, 7]) {
    say(result)
    const answer = await askUpload(app, transactionId, INFECTED)
    expectError(answer, { code: 'service_unavailable' })
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  server.behaviour = answerStatus(500)
  expectError(await askUpload(app, transactionId, INFECTED), { code: 'service_unavailable' })
  assert.equal(await countKept(), before)
})

test('a scanner that hangs ends in a time-out', async () => {
  server.behaviour = () => {}
  const scanner = createHttpScanner({ url: server.url, token: 'secret', tryTimeoutMs: 50, retries: 0 })
  await assert.rejects(scanner.scan(PLAIN), { reason: 'timeout' })
})
