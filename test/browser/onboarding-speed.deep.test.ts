import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp } from '../support/app.ts'
import { launchBrowser, openVisit, PHONE, slowDown } from '../support/browser.ts'
import { buy } from '../support/purchase-http.ts'
import { linkOf, seeHeading } from './shopper.ts'

const READABLE_MS = 3_000
/** Other tests on the machine can only slow a try down, so the fastest try counts. */
const TRIES = 5

test('on slow 3G and a processor four times slower, purchase and price are readable within 3 seconds', async () => {
  const app = await startTestApp()
  const browser = await launchBrowser()
  try {
    const bought = await buy(app)
    let fastestMs = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && fastestMs > READABLE_MS; tries++) {
      const { page, close } = await openVisit(browser, PHONE)
      fastestMs = Math.min(fastestMs, await measureFirstScreen(page, linkOf(app, bought)))
      await close()
    }
    assert.ok(fastestMs <= READABLE_MS, `${fastestMs} ms`)
  } finally {
    await browser.close()
    await app.stop()
  }
})

/** From the press on the link to the first paint; the document holds its text before any script runs. */
async function measureFirstScreen(page: Page, link: string): Promise<number> {
  await slowDown(page)
  const response = await page.goto(link)
  const html = (await response?.text()) ?? ''
  assert.match(html, /<div id="app">[\s\S]*Total a pagar[\s\S]*CET[\s\S]*Geladeira/)
  assert.doesNotMatch(html, /rel="stylesheet"/)
  await seeHeading(page, 'Confira sua compra')
  const painted = await page.waitForFunction(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
  )
  return Number(await painted.jsonValue())
}
