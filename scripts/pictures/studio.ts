import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { FONT_FAMILY } from '../../src/brand/tokens.ts'
import type { TestApp } from '../../test/support/app.ts'
import { DESKTOP, PATIENCE_MS, PHONE, type Screen } from '../../test/support/browser.ts'
import { keepPicture } from './keep-picture.ts'

export const FOLDER = join(import.meta.dirname, '../../docs/pictures')
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

export interface Studio {
  readonly app: TestApp
  /** A device of its own, whose clock is that of the service. */
  open(screen: 'phone' | 'desktop'): Promise<Sitting>
  /** One picture of several that stand beside each other. */
  join(name: string, parts: readonly string[]): Promise<void>
}

export interface Sitting {
  readonly page: Page
  readonly context: BrowserContext
  goTo(path: string): Promise<void>
  /** What the screen shows, in the light and the dark scheme. */
  shoot(name: string): Promise<void>
  close(): Promise<void>
}

const SCREENS: Readonly<Record<'phone' | 'desktop', { readonly screen: Screen; readonly scale: number }>> = {
  phone: { screen: PHONE, scale: 1.5 },
  desktop: { screen: DESKTOP, scale: 1 },
}
const GAP = 24

/** `taken` gets every picture of the sittings, by the name of its file. */
export function openStudio(app: TestApp, browser: Browser, taken: Map<string, Buffer>): Studio {
  const keep = async (name: string, scheme: Scheme, png: Buffer): Promise<void> => {
    taken.set(`${name}-${scheme}`, png)
    const isNew = await keepPicture(join(FOLDER, `${name}-${scheme}.webp`), png)
    console.log(`${isNew ? 'written' : 'as before'}  ${name}-${scheme}`)
  }
  return {
    app,
    async open(kind) {
      const { screen, scale } = SCREENS[kind]
      const context = await browser.newContext({
        viewport: screen,
        deviceScaleFactor: scale,
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        reducedMotion: 'reduce',
        hasTouch: kind === 'phone',
      })
      context.setDefaultTimeout(PATIENCE_MS)
      context.setDefaultNavigationTimeout(PATIENCE_MS)
      await context.clock.setFixedTime(app.services.clock.now())
      const page = await context.newPage()
      return {
        page,
        context,
        async goTo(path) {
          await page.goto(app.url + path)
          await settle(page)
          for (let tries = 0; tries < MOST_RELOADS && !(await hasTypeface(page)); tries++) {
            await page.reload()
            await settle(page)
          }
        },
        async shoot(name) {
          await settle(page)
          if (!(await hasTypeface(page))) {
            console.log(`kept     ${name}: the typeface came too late, take it again`)
            for (const scheme of SCHEMES) taken.set(`${name}-${scheme}`, readKept(name, scheme))
            return
          }
          for (const scheme of SCHEMES) {
            await page.emulateMedia({ colorScheme: scheme })
            await keep(name, scheme, await page.screenshot({ animations: 'disabled' }))
          }
          await page.emulateMedia({ colorScheme: 'light' })
        },
        close: () => context.close(),
      }
    },
    async join(name, parts) {
      for (const scheme of SCHEMES) {
        const pictures = parts.map(part => {
          const picture = taken.get(`${part}-${scheme}`)
          if (picture === undefined) throw new Error(`${part} was not taken before ${name}`)
          return picture
        })
        await keep(name, scheme, await placeSideBySide(pictures))
      }
    },
  }
}

/** A page that has its heading, its pictures and its answers. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/**
 * The typeface is optional: a page that gets it late stays without it, which happens on a busy machine and must not be in
 * a picture. Then its letters are as wide as those of no typeface.
 */
const TYPEFACE_IS_USED = `(() => {
  const context = document.createElement('canvas').getContext('2d')
  const measure = font => { context.font = font; return context.measureText('R$ 1.234,56 em parcelas').width }
  return measure('600 40px ${FONT_FAMILY}') !== measure('600 40px "No Such Typeface"')
})()`
const MOST_RELOADS = 5

async function hasTypeface(page: Page): Promise<boolean> {
  return (await page.evaluate(TYPEFACE_IS_USED)) === true
}

function readKept(name: string, scheme: Scheme): Buffer {
  const path = join(FOLDER, `${name}-${scheme}.webp`)
  if (!existsSync(path)) throw new Error(`${name} was never taken, and its typeface came too late`)
  return readFileSync(path)
}

async function placeSideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const sizes = await Promise.all(pictures.map(picture => sharp(picture).metadata()))
  let left = 0
  const placed = pictures.map((input, index) => {
    const at = { input, left, top: 0 }
    left += (sizes[index]?.width ?? 0) + GAP
    return at
  })
  const height = Math.max(...sizes.map(size => size.height ?? 0))
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: left - GAP, height, channels: 4, background } })
    .composite(placed)
    .png()
    .toBuffer()
}
