import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createHttpPixApi } from '../../../src/domains/pix/http-pix-api.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { type PspStub, startPspStub } from '../../support/psp-stub.ts'
import { buy, buyOpen, read } from '../../support/purchase-http.ts'
import { ensureScanner, scanPdf } from '../pdf/scanner.ts'

let psp: PspStub
let app: TestApp
before(async () => {
  ensureScanner()
  psp = await startPspStub()
  app = await startTestApp({ pixApi: createHttpPixApi(psp.settings), env: { ROLE: 'api' } })
})
after(async () => {
  await app.stop()
  await psp.close()
})

async function exchange(): Promise<void> {
  const { pixApi } = app.services
  assert.ok(pixApi)
  await exchangeCharges({ ...app.services, pixApi, log: createLog({ level: 'silent' }) })
}

test('a down payment has its static code at once, and the code of its charge once the PSP has registered it', async () => {
  const { transactionId } = await buy(app)
  const before = (await read(app, transactionId)).downPaymentBillet
  assert.match(before?.pixCode ?? '', /0136123e4567/)
  await exchange()
  const after = (await read(app, transactionId)).downPaymentBillet
  assert.match(after?.pixCode ?? '', /qr\.psp\.example/)
  assert.equal(after?.isPixAvailable, true)
})

test('page and PDF of an open installment show the code of its charge; answers of the interface do not', async () => {
  const { transactionId } = await buyOpen(app)
  await exchange()
  const { installments } = await read(app, transactionId)
  assert.ok(!JSON.stringify(installments).includes('pixCode'))
  const [charge] = await query<{ code: string; billetId: string }>(
    app,
    `SELECT c.code, c.billet_id AS "billetId" FROM pix_charges c JOIN billets b ON b.id = c.billet_id
      WHERE b.transaction_id = $1 AND b.installment_number = 1 AND c.state = 'active'`,
    [transactionId],
  )
  assert.ok(charge)
  const url = JSON.stringify(installments).match(/http[^"]*\/billet\/[A-Za-z0-9_-]{32}/)?.[0]
  assert.ok(url)
  const path = new URL(url).pathname
  const page = await (await fetch(app.url + path)).text()
  assert.ok(page.includes(`data-value="${charge.code}"`))
  const pdf = Buffer.from(await (await fetch(`${app.url}${path}/pdf`)).arrayBuffer())
  assert.deepEqual(scanPdf(pdf, 150)[0]?.qrCodes, [charge.code])
})
