import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seeHeading } from '../browser/shopper.ts'
import { startTestApp } from '../support/app.ts'
import { launchBrowser, openVisit, PHONE, slowDown } from '../support/browser.ts'
import { buyOpen } from '../support/purchase-http.ts'
import { AccountDevice } from './account-device.ts'

const READABLE_MS = 3_000
/** The figures come by one more request: what is owed never stands in a document that a browser may keep. */
const FIGURES_MS = 6_000
/** Other tests on the machine can only slow a try down, so the fastest try counts. */
const TRIES = 5

test('on slow 3G and a processor four times slower, the area is readable within 3 seconds and what is owed within 6', async () => {
  const app = await startTestApp()
  const browser = await launchBrowser()
  try {
    const { person } = await buyOpen(app)
    const device = new AccountDevice(app)
    await device.signIn(person)
    let [readableMs, figuresMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let tries = 0; tries < TRIES && (readableMs > READABLE_MS || figuresMs > FIGURES_MS); tries++) {
      const { page, close } = await openVisit(browser, PHONE)
      const cookies = [...device.cookies].map(([name, value]) => ({ name, value, url: app.url }))
      await page.context().addCookies(cookies)
      const measured = await measure(page, `${app.url}/minha-conta`)
      readableMs = Math.min(readableMs, measured.readableMs)
      figuresMs = Math.min(figuresMs, measured.figuresMs)
      await close()
    }
    assert.ok(readableMs <= READABLE_MS, `${readableMs} ms until the first words`)
    assert.ok(figuresMs <= FIGURES_MS, `${figuresMs} ms until the figures`)
  } finally {
    await browser.close()
    await app.stop()
  }
})

/** From the press on the link to the first paint, and to what is owed. */
async function measure(page: Page, link: string): Promise<{ readableMs: number; figuresMs: number }> {
  await slowDown(page)
  await page.goto(link)
  await seeHeading(page, /^Olá/)
  const figuresMs = Number(await page.evaluate('performance.now()'))
  const painted = await page.waitForFunction(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
  )
  return { readableMs: Number(await painted.jsonValue()), figuresMs }
}
