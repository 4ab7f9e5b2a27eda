import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { DEMO_KEY, DEMO_RETAILER, PUBLISHABLE_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { askStorefront } from '../support/storefront.ts'
import { type Shop, startShop, writePage } from './shop.ts'

let app: TestApp
let shop: Shop
let browser: Browser

before(async () => {
  ;[app, shop, browser] = await Promise.all([
    startTestApp({ env: { ROLE: 'api' } }),
    startShop(),
    launchBrowser(),
  ])
})
after(async () => {
  await browser?.close()
  await shop?.stop()
  await app?.stop()
})

test('the service itself lets a new shop’s page tell a wrong key from an origin that is not allowed yet', async () => {
  const manifest = await (await fetch(`${app.url}/storefront/manifest.json`)).json()
  const { element } = manifest as { element: { file: string; integrity: string } }
  const offer = (id: string, key: string) =>
    `<crediario-oferta id="${id}" key="${key}" price="1240.00"></crediario-oferta>`
  shop.serve(
    '/',
    writePage(
      `<script type="module" crossorigin src="${app.url}/storefront/${element.file}" integrity="${element.integrity}"></script>`,
      offer('unknown', 'pk_homolog_nobody_0001') +
        offer('secret', DEMO_KEY) +
        offer('right', PUBLISHABLE_KEY),
    ),
  )
  const { page, close } = await openVisit(browser, DESKTOP)
  await page.goto(shop.url)
  await page.locator('#unknown[problem=key]').waitFor()
  await page.locator('#secret[problem=key]').waitFor()
  await page.locator('#right[problem=origin]').waitFor()
  await app.services.retailers.allowOrigin(DEMO_RETAILER, shop.url)
  const ask = () => askStorefront(app, 'preview', { total: '1240.00' }, { origin: shop.url })
  while ((await ask()).status !== 200) await delay(100)
  await page.reload()
  await page.locator('#right .content .figures').waitFor()
  assert.equal(await page.locator('#right').getAttribute('problem'), null)
  await close()
})
