import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'

/** A deadline for what normally takes a moment, but half a minute on a busy machine. */
export const PATIENCE_MS = 30_000
const PICTURES = join(import.meta.dirname, '..', '..', '.screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Turns off Chromium's own network requests; a moving test picture replaces the camera. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** Debian's Chromium, installed if it is missing. One per test file. */
export async function launchBrowser(): Promise<Browser> {
  ensureDebianPackages({ chromium: 'chromium' })
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
  return chromium.launch({ executablePath, args: SWITCHES, timeout: 2 * PATIENCE_MS })
}

export interface Screen {
  readonly width: number
  readonly height: number
}
export const PHONE: Screen = { width: 390, height: 844 }
export const DESKTOP: Screen = { width: 1280, height: 800 }

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page itself: exceptions, refused scripts or styles. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** A separate device: it shares no cookies or storage with other visits. */
export async function openVisit(
  browser: Browser,
  screen: Screen,
  more: { readonly permissions?: readonly string[] } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: screen,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    hasTouch: screen.width < 600,
    permissions: [...(more.permissions ?? [])],
  })
  context.setDefaultTimeout(PATIENCE_MS)
  context.setDefaultNavigationTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // The browser logs every 4xx as an error, but tests provoke refusals on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return { page, context, complaints, close: () => context.close() }
}

/** Asserts that axe finds no violation in the light and the dark theme; saves a picture of each in `.screenshots/`. */
export async function inspectPage(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const picture = (scheme: string) => ({ path: join(PICTURES, `${name}-${scheme}.png`), fullPage: true })
  // Injected through the debugger, which the page's content policy does not restrict; it lives as long as the document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  await page.screenshot(picture('light'))
  assert.deepEqual(await findViolations(page, '{}'), [], name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot(picture('dark'))
  // In the dark theme only the colours differ.
  assert.deepEqual(await findViolations(page, "{ runOnly: ['color-contrast'] }"), [], `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function findViolations(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

/** A cheap phone on slow 3G: a processor four times slower than this one. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
