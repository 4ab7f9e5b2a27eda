import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { ensurePages } from '../scripts/pages/ensure-pages.ts'
import { linkOf } from '../test/browser/shopper.ts'
import { makeLink, startShop } from '../test/links/hosted-shopper.ts'
import type { TestApp } from '../test/support/app.ts'
import { launchBrowser, openVisit, PHONE } from '../test/support/browser.ts'
import { buy } from '../test/support/purchase-http.ts'
import type { BenchResult } from './result.ts'

/** As browsers' own tools call it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for a round trip. */
const FAST_3G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWER = 4
/** Other programs can only slow a visit down, so the fastest counts. */
const VISITS = 5

const MOST = {
  paintMs: 1_500,
  interactiveMs: 2_500,
  shift: 0,
  scriptBytes: 35_000,
  elementBytes: 8_000,
  typefaceBytes: 30_000,
} as const

interface Measured {
  readonly paintMs: number
  readonly interactiveMs: number
  readonly shift: number
}

/** What a customer waits for on a cheap phone, in Chromium: pages that are opened by a link, with an empty cache. */
export async function benchPages(): Promise<BenchResult[]> {
  await ensurePages()
  const [app, browser] = await Promise.all([startShop(), launchBrowser()])
  try {
    const { url: pay } = await makeLink(app)
    const onboarding = linkOf(app, await buy(app))
    const results: BenchResult[] = []
    for (const [name, url, hasScriptLimit] of [
      ['/pay', pay, true],
      ['/onboarding', onboarding, true],
      ['/', `${app.url}/`, false],
      ['/docs/options', `${app.url}/docs/options`, false],
    ] as const) {
      results.push(describeSpeed(name, await measurePage(browser, url)))
      if (hasScriptLimit)
        results.push(describeBytes(`script of ${name}`, await weighScripts(url), MOST.scriptBytes))
    }
    results.push(describeBytes('the element', await weighElement(app), MOST.elementBytes))
    results.push(describeBytes('the typeface', await weighTypeface(app), MOST.typefaceBytes))
    return results
  } finally {
    await browser.close()
    await app.stop()
  }
}

async function measurePage(browser: Browser, url: string): Promise<Measured> {
  const visits: Measured[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const { page, close } = await openVisit(browser, PHONE)
    visits.push(await measureVisit(page, url))
    await close()
  }
  const least = (read: (visit: Measured) => number): number => Math.min(...visits.map(read))
  return {
    paintMs: least(visit => visit.paintMs),
    interactiveMs: least(visit => visit.interactiveMs),
    // A page that moves once moves.
    shift: Math.max(...visits.map(visit => visit.shift)),
  }
}

/** Collected in the page from its first moment. */
const WATCH = `globalThis.measured = { shift: 0, busyUntil: 0 }
new PerformanceObserver(list => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver(list => {
  for (const { startTime, duration } of list.getEntries()) measured.busyUntil = startTime + duration
}).observe({ type: 'longtask', buffered: true })`

/**
 * Interactive: painted, all scripts of the page have run, and no task of more than 50 ms comes after. That is the time
 * of the last of them; nothing is counted of the quiet that a browser's tools wait for afterwards.
 */
const READ = `({
  paintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  interactiveMs: Math.max(
    performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
    measured.busyUntil,
  ),
  shift: measured.shift,
})`

async function measureVisit(page: Page, url: string): Promise<Measured> {
  await page.addInitScript(WATCH)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', FAST_3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url, { waitUntil: 'networkidle' })
  return (await page.evaluate(READ)) as Measured
}

function describeSpeed(name: string, { paintMs, interactiveMs, shift }: Measured): BenchResult {
  return {
    claim: `${name} on Fast 3G with a processor ${SLOWER} times slower`,
    ratio: Math.max(paintMs / MOST.paintMs, interactiveMs / MOST.interactiveMs),
    goal: `painted within ${MOST.paintMs} ms, interactive within ${MOST.interactiveMs} ms, nothing moves; the floor is this limit`,
    ok: paintMs <= MOST.paintMs && interactiveMs <= MOST.interactiveMs && shift <= MOST.shift,
    figures: {
      'first contentful paint, ms': paintMs,
      'interactive, ms': interactiveMs,
      'layout shift': shift,
    },
  }
}

function describeBytes(name: string, bytes: number, most: number): BenchResult {
  return {
    claim: `bytes of ${name}`,
    ratio: bytes / most,
    goal: `at most ${most} bytes, compressed; the floor is this limit`,
    ok: bytes <= most,
    figures: { bytes },
  }
}

const read = async (url: string | URL): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

const weigh = async (url: URL): Promise<number> => gzipSync(await read(url), { level: 9 }).length

/** The script of the page and all that it imports, each compressed by itself as it is sent. */
async function weighScripts(url: string): Promise<number> {
  const page = String(await read(url))
  const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(paths.map(path => weigh(new URL(path, url))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function weighElement({ url }: TestApp): Promise<number> {
  const manifest = JSON.parse(String(await read(`${url}/storefront/manifest.json`))) as {
    readonly element: { readonly file: string }
  }
  return weigh(new URL(`/storefront/${manifest.element.file}`, url))
}

/** Sent as it is: its format is compressed already. */
async function weighTypeface({ url }: TestApp): Promise<number> {
  const [, path = ''] = /href="([^"]+\.woff2)"/.exec(String(await read(url))) ?? []
  return (await read(new URL(path, url))).length
}
