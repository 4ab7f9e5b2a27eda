import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { KEY, type Lender, type Shop, setAttribute, startLender, startShop, writePage } from './shop.ts'

let lender: Lender
let shop: Shop
let browser: Browser

before(async () => {
  ;[lender, shop, browser] = await Promise.all([startLender(), startShop(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await shop?.stop()
  await lender?.stop()
})

const PICTURES = join(import.meta.dirname, '..', '..', '.screenshots')

const PAGES: Readonly<Record<string, string>> = {
  nothing: '',
  white: 'body { background: #fff; color: #222 }',
  dark: 'body { background: #111; color: #eee }',
  darkRoot: 'html { background: rgb(16 18 24); color: #ddd }',
  darkByTailwind: 'body { background: oklch(0.208 0.042 265.755); color: oklch(0.929 0.013 255.508) }',
  darkBox: 'main { background: hsl(220 40% 8%); color: #fff }',
  lightBoxOnDark: 'body { background: #000; color: #fff } main { background: #fafafa; color: #000 }',
  veils:
    'body { background: #fff } main { background: rgb(0 0 0 / 80%); color: #fff } section { background: rgb(0 0 0 / 80%) }',
  thinVeil: 'body { background: #fff; color: #000 } main { background: rgb(0 0 0 / 5%) }',
  grey: 'body { background: #808080; color: #fff }',
  lightGrey: 'body { background: #cfcfcf; color: #000 }',
  red: 'body { background: #c4161c; color: #fff }',
  picture: 'body { background: #fff } main { background: linear-gradient(#000, #234); color: #fff }',
  schemeLight: ':root { color-scheme: light }',
  schemeDark: ':root { color-scheme: dark }',
  schemeBoth: ':root { color-scheme: light dark }',
  schemeBothOnWhite: ':root { color-scheme: light dark } body { background: #fff; color: #000 }',
  schemeDarkOnWhite: ':root { color-scheme: dark } body { background: #fff; color: #000 }',
  schemeLightOnDark: ':root { color-scheme: light } body { background: #121212; color: #fff }',
  schemeOfBoxAlone: 'main { color-scheme: dark }',
}

/** The pixel of the page beside the text, from a picture: what was painted, and not what styles say. */
const MEASURE = `(async picture => {
  const image = await createImageBitmap(await (await fetch(picture)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const linear = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const shine = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const root = document.querySelector('crediario-oferta').shadowRoot
  return ['b', '.cost', '.name', '.simulate'].map(part => {
    const node = root.querySelector('.content ' + part)
    const { left, top, width, height } = node.getBoundingClientRect()
    const paper = shine(context.getImageData(Math.round(left + 1), Math.round(top + 1), 1, 1).data)
    const ink = shine(getComputedStyle(node).color.match(/[\\d.]+/g).map(Number))
    return [part, contrast(ink, paper), width * height > 0]
  })
})`

async function measure(page: Page): Promise<readonly (readonly [string, number, boolean])[]> {
  const picture = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`
  return page.evaluate(`${MEASURE}(${JSON.stringify(picture)})`)
}

async function expectReadable(page: Page, name: string): Promise<void> {
  for (const [part, contrast, isSeen] of await measure(page))
    assert.ok(isSeen && contrast >= 4.5, `${name}: ${part} has a contrast of ${contrast.toFixed(2)}`)
}

const OFFER = `<main><section><p>Geladeira</p><crediario-oferta key="${KEY}" price="1240.00"></crediario-oferta></section></main>`
const SPACED = 'body { margin: 0; padding: 1rem; font: 1rem/1.5 sans-serif } section, main { padding: 1rem }'

for (const variant of ['line', 'card'] as const)
  test(`every figure of the ${variant} has a contrast of 4.5 on light and dark pages, whatever color-scheme they declare and the system prefers`, async () => {
    mkdirSync(PICTURES, { recursive: true })
    const { page, complaints, close } = await openVisit(browser, { width: 900, height: 260 })
    for (const [name, style] of Object.entries(PAGES)) {
      const body = OFFER.replace('<crediario-oferta', `<crediario-oferta variant="${variant}"`)
      shop.serve(`/${name}`, writePage(`<style>${SPACED}${style}</style>${lender.writeTag('element')}`, body))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(`${shop.url}/${name}`)
        await page.locator('.content .figures').waitFor()
        await page.screenshot({ path: join(PICTURES, `backdrop-${variant}-${name}-${colorScheme}.png`) })
        await expectReadable(page, `${name}, ${colorScheme}`)
      }
    }
    assert.deepEqual(complaints, [])
    await close()
  })

test('a page declared dark by its meta element alone, or within another shadow tree, is as readable', async () => {
  const { page, close } = await openVisit(browser, DESKTOP)
  const meta = `<meta name="color-scheme" content="dark"><style>${SPACED}</style>`
  shop.serve('/meta', writePage(meta + lender.writeTag('element'), OFFER))
  await page.goto(`${shop.url}/meta`)
  await page.locator('.content .figures').waitFor()
  await expectReadable(page, 'meta')
  const nested = `<shop-card><template shadowrootmode="open"><style>div { background: #0d1117; color: #fff; padding: 1rem }</style><div><slot></slot></div></template><crediario-oferta key="${KEY}" price="1240.00"></crediario-oferta></shop-card>`
  shop.serve('/nested', writePage(`<style>${SPACED}</style>${lender.writeTag('element')}`, nested))
  await page.goto(`${shop.url}/nested`)
  await page.locator('.content .figures').waitFor()
  await expectReadable(page, 'nested')
  await close()
})

test('the element follows a page that changes its colours, also when they fade, and a theme that is given wins', async () => {
  const style = `${SPACED} body { background: #fff; color: #111; transition: background 200ms, color 100ms }
    .night body { background: #101418; color: #eee }`
  shop.serve('/toggle', writePage(`<style>${style}</style>${lender.writeTag('element')}`, OFFER))
  const { page, close } = await openVisit(browser, { width: 900, height: 260 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${shop.url}/toggle`)
  await page.locator('.content .figures').waitFor()
  const space = (look: string) => page.locator(`crediario-oferta .space${look}`)
  await page.evaluate(`document.documentElement.classList.add('night')`)
  await space('.dark:not(.unclear)').waitFor()
  await expectReadable(page, 'night')
  await page.evaluate(`document.documentElement.classList.remove('night')`)
  await space(':not(.dark, .unclear)').waitFor()
  await expectReadable(page, 'day again')
  await setAttribute(page, 'crediario-oferta', 'theme', 'dark')
  await space('.dark').waitFor()
  await page.getByRole('button', { name: 'Simular' }).click()
  await page.locator('dialog.dark').waitFor()
  await close()
})
