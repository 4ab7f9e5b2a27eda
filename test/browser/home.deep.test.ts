import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { checkLegibility } from '../links/legibility.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'

let app: TestApp
let browser: Browser
before(async () => {
  await ensurePages()
  ;[app, browser] = await Promise.all([startTestApp(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const COUNT_SHIFTS = `shifts = 0
new PerformanceObserver(list => { for (const { value } of list.getEntries()) shifts += value })
  .observe({ type: 'layout-shift', buffered: true })`

for (const [path, name] of [
  ['/', 'home'],
  ['/design', 'gallery'],
  ['/nothing', 'home-unknown'],
  ['/pay', 'home-link-without-code'],
  ['/options', 'home-for-programs'],
  [`/billet/${'A'.repeat(22)}`, 'home-unknown-billet'],
] as const) {
  test(`${path} is readable by everybody: by day, by night, at 320 px and at 200 %`, async () => {
    const { page, complaints, close } = await openVisit(browser, PHONE)
    await page.goto(app.url + path)
    await inspectPage(page, name)
    await checkLegibility(page, name)
    await page.setViewportSize(DESKTOP)
    await inspectPage(page, `${name}-desktop`)
    assert.deepEqual(complaints, [])
    await close()
  })
}

test('by keyboard alone the home page leads to the reference, and a wrong address leads home', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/nothing`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'O crediário da sua loja, exato até o centavo' }).waitFor()
  const reference = page.getByRole('link', { name: /Documentação/ })
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (await reference.evaluate(link => link === link.ownerDocument.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/docs`)
  assert.deepEqual(complaints, [])
  await close()
})

test('the offer on the home page is a real one, moves nothing when it comes, and opens its dialog', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.addInitScript(COUNT_SHIFTS)
  for (const screen of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen)
    await page.goto(`${app.url}/`)
    await page.locator('crediario-oferta .content b').waitFor()
    assert.equal(await page.evaluate('shifts'), 0, `${screen.width} px`)
  }
  await page.locator('crediario-oferta .content button').click()
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
