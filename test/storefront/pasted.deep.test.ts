import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { StorefrontManifest, StorefrontScript } from '../../scripts/pages/build-storefront.ts'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { retailerCommands } from '../../src/cli/retailers.ts'
import { PUBLISHABLE_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { findFreePort } from '../support/child-service.ts'
import { takeBlocks, takeServedBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { type Shop, startShop, writePage } from './shop.ts'

let app: TestApp
let shop: Shop
let browser: Browser
let manifest: StorefrontManifest
let printed: string

/** The shop's origin is allowed by the README's own line. */
before(async () => {
  await ensurePages()
  const port = await findFreePort()
  ;[app, shop, browser] = await Promise.all([
    startTestApp({ port, env: { PORT: String(port) } }),
    startShop(),
    launchBrowser(),
  ])
  manifest = (await (await fetch(`${app.url}/storefront/manifest.json`)).json()) as StorefrontManifest
  const blocks = takeBlocks('storefront/README.md', 'sh', 'Try it').map(text =>
    text.replaceAll('http://127.0.0.1:8080', shop.url),
  )
  ;[printed = ''] = await pasteBlocks(app, blocks, retailerCommands)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
  await app?.stop()
})

/** What a shop's developer writes in place of the marks. */
const fill = (text: string, script: StorefrontScript): string =>
  text
    .replaceAll('https://LENDER', app.url)
    .replaceAll(/\w+-HASH\.js/g, manifest[script].file)
    .replaceAll('sha384-…', manifest[script].integrity)
    .replaceAll('pk_…', PUBLISHABLE_KEY)

async function see(path: string, head: string, body: string, look: (page: Page) => Promise<void>) {
  shop.serve(path, writePage(head, body))
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(shop.url + path)
  await look(page)
  assert.deepEqual(complaints, [])
  await close()
}

const seeOffer = (page: Page): Promise<void> => page.getByRole('button', { name: 'Simular' }).waitFor()
const seeScript = async (page: Page): Promise<void> => {
  await page.waitForFunction("customElements.get('crediario-oferta') !== undefined")
}

test('the README’s lines allow the page’s origin, and the tags that they print show an offer', async () => {
  const tags = printed.slice(printed.indexOf('<script'))
  assert.match(tags, /^<script .*<\/script>\n<crediario-oferta .*<\/crediario-oferta>\s*$/s)
  await see('/printed', '', tags, seeOffer)
})

test('the tags of the guide show an offer, in both languages', async () => {
  const tags = [
    ...(await takeServedBlocks(app.url, 'pt', 'element', 'html')),
    ...(await takeServedBlocks(app.url, 'en', 'element', 'html')),
  ]
  assert.equal(tags.length, 2)
  for (const [index, text] of tags.entries()) await see(`/${index}`, '', fill(text, 'element'), seeOffer)
})

test('the README’s tag and lines for a platform load its script', async () => {
  const [tag = ''] = takeBlocks('storefront/README.md', 'html', 'VTEX and Magento 2')
  await see('/tag', fill(tag, 'vtex'), '', seeScript)
  const [lines = ''] = takeBlocks('storefront/README.md', 'js', 'VTEX and Magento 2')
  await see('/lines', `<script>${fill(lines, 'vtex')}</script>`, '', seeScript)
})

for (const place of ['pt', 'en'] as const)
  test(`the style sheets of the guide (${place}) colour the element and keep its place before the script has run`, async () => {
    const sheets = await takeServedBlocks(app.url, place, 'element', 'css')
    assert.equal(sheets.length, 2)
    const head = `<style>${sheets.join('')}</style>`
    await see('/bare', head, '<crediario-oferta variant="card"></crediario-oferta>', async page => {
      const { minHeight, accent } = await page.evaluate<{ minHeight: string; accent: string }>(`(() => {
      const style = getComputedStyle(document.querySelector('crediario-oferta'))
      return { minHeight: style.minHeight, accent: style.getPropertyValue('--crediario-accent').trim() }
    })()`)
      assert.deepEqual([minHeight, accent], ['100px', '#7a1fa2'])
    })
    await see('/styled', head, printed.slice(printed.indexOf('<script')), async page => {
      await seeOffer(page)
      const simulate = `document.querySelector('crediario-oferta').shadowRoot.querySelector('[part~=simulate]')`
      assert.equal(await page.evaluate(`getComputedStyle(${simulate}).textTransform`), 'uppercase')
    })
  })
