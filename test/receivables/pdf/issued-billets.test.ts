import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccountOf } from '../../../src/domains/lender/accounts.ts'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import { createRetailers } from '../../../src/domains/retailers/retailers.ts'
import { addBilletRoutes } from '../../../src/http/customer/billet/route.ts'
import { openWebAssets } from '../../../src/platform/http/web-assets.ts'
import { findPagesFolder } from '../../../src/platform/pages/built-pages.ts'
import { DEMONSTRATION_RETAILERS } from '../../../src/sandbox/demonstration-retailers.ts'
import { startToyServer, type ToyServer } from '../../http/toy-server.ts'
import { issue, type Lender, openLender, PAYER } from '../../support/contracts.ts'
import { ensureScanner, scanPdf } from './scanner.ts'

let lender: Lender
let server: ToyServer

before(async () => {
  ensureScanner()
  lender = await openLender()
  const environment = 'homologation'
  const retailers = createRetailers({
    ...lender,
    realClock: lender.clock,
    environment,
    defaultRateLimitPerSecond: 1,
    storefrontRateLimitPerSecond: 1,
    reportForgery: assert.fail,
  })
  const [shop] = DEMONSTRATION_RETAILERS
  assert.ok(shop)
  await retailers.createRetailer({ ...shop, id: lender.retailerId })
  server = await startToyServer(lender.testDatabase, {}, app =>
    addBilletRoutes(app, {
      ...lender,
      ...openWebAssets(findPagesFolder),
      retailers,
      findLenderContact: async () => undefined,
    }),
  )
})
after(async () => {
  await server?.stop()
  await lender?.testDatabase.close()
})

test('issued billets are printed with the codes that are stored', async () => {
  const billets = await issue(lender)
  const account = await getAccountOf(lender.database, lender.secrets, lender.retailerId)
  const sheets = billets.map(billet => ({ billet, account, payer: PAYER, shop: { name: 'Loja Exemplo' } }))
  const pages = scanPdf(await renderBilletPdf(sheets, 'page'), 150)
  assert.deepEqual(
    pages,
    billets.map(({ barcode, pixCode }) => ({
      barcodes: [barcode],
      qrCodes: pixCode === undefined ? [] : [pixCode],
    })),
  )
})

test('the link of an issued billet opens its page and its PDF, until the link has outlived the billet', async () => {
  const [billet] = await issue(lender)
  const url = `${server.url}/billet/${billet?.linkToken}`
  assert.match(await (await fetch(url)).text(), /<h1 class="amount">R\$ 50,00<\/h1>/)
  const pdf = Buffer.from(await (await fetch(`${url}/pdf`)).arrayBuffer())
  assert.deepEqual(scanPdf(pdf, 150)[0]?.barcodes, [billet?.barcode])
  lender.clock.advance({ days: 365 })
  assert.equal((await fetch(url)).status, 404)
})
