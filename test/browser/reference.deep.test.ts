import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Locator, Page } from 'playwright-core'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { checkLegibility } from '../links/legibility.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'

let app: TestApp
let browser: Browser
before(async () => {
  await ensurePages()
  ;[app, browser] = await Promise.all([startTestApp({ env: { ROLE: 'api' } }), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** The start page, a guide, an operation with all kinds of fields in its form, events and errors. */
const PAGES = ['', '/first-purchase', '/sandboxPayBillet', '/events', '/errors'] as const

/** Long tables, of the parts that the others have too: looked at in one language and on one screen. */
const CATALOGUES: readonly string[] = ['/events', '/errors']

for (const [base, pages] of [
  ['/docs', PAGES],
  ['/docs/en', PAGES.filter(path => !CATALOGUES.includes(path))],
] as const)
  test(`${base} is readable by everybody: by day, by night, at 320 px and at 200 %, on a phone and on a desktop`, async () => {
    const { page, complaints, close } = await openVisit(browser, PHONE)
    for (const path of pages) {
      const name = `${base}${path}`.slice(1).replaceAll('/', '-')
      await page.setViewportSize(PHONE)
      await page.goto(app.url + base + path)
      for (const form of await page.locator('details.try summary').all()) await form.click()
      await inspectPage(page, name)
      if (path !== '/events') await checkLegibility(page, name)
      if (CATALOGUES.includes(path)) continue
      await page.setViewportSize(DESKTOP)
      await page.locator('details.contents[open]').waitFor()
      await inspectPage(page, `${name}-desktop`)
    }
    assert.deepEqual(complaints, [])
    await close()
  })

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(each => each === each.ownerDocument.activeElement)) return
  }
  assert.fail(`${target} is not reached by ${most} presses of Tab`)
}

test('by keyboard alone one searches, jumps over the contents, chooses a language and sends the example', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/docs`)
  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar' }), 5)
  await page.keyboard.type('consultar credito')
  const found = page.getByRole('search').getByRole('link', { name: 'Consultar o crédito de um cliente' })
  await found.waitFor()
  await tabTo(page, found, 1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/preApprove')
  await tabTo(page, page.getByRole('link', { name: 'Ir para o texto' }), 1)
  await page.keyboard.press('Enter')
  const [curl, python] = ['curl', 'Python'].map(name => page.getByRole('radio', { name })) as [
    Locator,
    Locator,
  ]
  await tabTo(page, curl, 1)
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight')
  assert.ok(await python.isChecked())
  await page.getByText('credit.pre_approve(').waitFor()
  await tabTo(page, page.locator('summary', { hasText: 'Experimentar' }), 6)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Enviar' }), 5)
  await page.keyboard.press('Enter')
  const answer = page.locator('.try pre code')
  await answer.filter({ hasText: '"result": "APPROVED"' }).waitFor()
  assert.match((await answer.textContent()) ?? '', /^200 OK/)
  assert.deepEqual(complaints, [])
  await close()
})

test('the language of samples that was chosen last is chosen on the next page, also of the other language', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/docs/options`)
  await page.locator('label', { hasText: 'PHP' }).click()
  await page.getByText('$credit->options(').waitFor()
  await page.goto(`${app.url}/docs/en/authorize`)
  await page.getByText('$credit->authorize(').waitFor()
  assert.equal(await page.locator('.sample:visible').count(), 1)
  assert.deepEqual(complaints, [])
  await close()
})

test('the search leads to an error code, and to the row of a field', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await page.goto(`${app.url}/docs`)
  await search.fill('rate_limited')
  await page.getByRole('search').getByRole('link', { name: 'rate_limited' }).click()
  await page.locator('#rate_limited:target').waitFor()
  await search.fill('totalIof')
  await page.getByRole('search').getByRole('link', { name: 'Pedir as opções de pagamento' }).first().click()
  await page.locator('tr:target', { hasText: 'totalIof' }).waitFor()
  await search.fill('nada disso existe')
  await page.locator('.found', { hasText: 'Nada foi encontrado.' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('Ctrl K opens the search, arrows go through what it found with snippet and kind, and Enter opens the first', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/docs/events`)
  await page.mouse.wheel(0, 4_000)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('estorno')
  const found = page.getByRole('search').getByRole('link')
  await found.first().waitFor()
  assert.match((await found.first().textContent()) ?? '', /^Guia Cancelamento e estorno .+/)
  assert.match((await found.locator('mark').first().textContent()) ?? '', /^estorn/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.ok(await found.nth(1).evaluate(link => link === link.ownerDocument.activeElement))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await inspectPage(page, 'docs-search')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/refunds')
  assert.deepEqual(complaints, [])
  await close()
})

test('a block of code is copied as it is, without its colours', async () => {
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${app.url}/docs/preApprove`)
  await page.getByRole('button', { name: 'Copiar' }).first().click()
  await page.getByRole('button', { name: 'Copiado' }).waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.match(copied, /^curl -s "\$BASE\/preApprove"[\s\S]*"cpf": "\d{11}"/)
  assert.deepEqual(complaints, [])
  await close()
})

test('the code stays in sight beside a long table where there is room', async () => {
  const { page, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/docs/options`)
  await page.mouse.wheel(0, 3_000)
  await page.waitForFunction('scrollY > 2000')
  assert.ok(await page.locator('.samples').evaluate(each => each.getBoundingClientRect().top > 0))
  await close()
})

test('without script everything can be read: samples, contents and the way to the other language', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(`${app.url}/docs/options`)
  await page.getByText('Java', { exact: true }).click()
  await page.getByText('HttpRequest.newBuilder').waitFor()
  await page.locator('details.contents summary').click()
  await page.getByRole('link', { name: 'Autorizar uma opção' }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Authorize an option' }).waitFor()
  assert.equal(await page.getByRole('searchbox').isVisible(), false)
  await context.close()
})

/** When the largest text of the first screen was painted: all of its letters are there by then. */
const FIND_LARGEST = `new Promise(resolve =>
  new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  }))`

test('the longest pages are readable within a second on a processor that is four times slower', async () => {
  const { page, context, close } = await openVisit(browser, PHONE)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const path of ['/options', '/events', '/errors']) {
    // The first visit composes the page; what a reader waits for is the second.
    const times: number[] = []
    for (let visit = 0; visit < 4; visit += 1) {
      await page.goto(`${app.url}/docs${path}`)
      times.push(Number(await page.evaluate(FIND_LARGEST)))
    }
    const best = Math.min(...times.slice(1))
    assert.ok(best < 1_000, `${path}: ${times.map(Math.round).join(', ')} ms`)
    const heading = await page.locator('h1').boundingBox()
    assert.ok(heading !== null && heading.y < PHONE.height, `${path}: the heading is on the first screen`)
  }
  await close()
})

/** Bytes over the wire, compressed as a proxy or this service would. */
const BUDGET = { page: 40_000, script: 4_000, search: 40_000 }

test('a page, its script and the index of the search stay within their bytes', async () => {
  for (const base of ['/docs', '/docs/en'])
    for (const path of [...PAGES, '/options']) {
      const page = await (await fetch(app.url + base + path)).text()
      const size = brotliCompressSync(page).byteLength
      assert.ok(size <= BUDGET.page, `${base}${path}: ${size} bytes`)
      const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? []
      const bytes = brotliCompressSync(await (await fetch(app.url + script)).text()).byteLength
      assert.ok(bytes <= BUDGET.script, `${script}: ${bytes} bytes`)
    }
  const list = brotliCompressSync(await (await fetch(`${app.url}/docs/search.json`)).text()).byteLength
  assert.ok(list <= BUDGET.search, `search: ${list} bytes`)
})
