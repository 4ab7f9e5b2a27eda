import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { deriveAccent } from '../../src/brand/accent.ts'
import { COLOURS } from '../../src/brand/tokens.ts'
import { changeTheme } from '../../src/domains/retailers/theme.ts'
import { makeLink, startShop } from '../links/hosted-shopper.ts'
import { checkLegibility } from '../links/legibility.ts'
import { AccountDevice } from '../servicing/account-device.ts'
import { DEMO_RETAILER, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buy, buyOpen, read } from '../support/purchase-http.ts'
import { linkOf, seeHeading } from './shopper.ts'

/** Too light for letters by day: the pages wear a darker shade. */
const COLOUR = '#ffd400'
const NAME = 'Loja Demonstração'

let app: TestApp
let browser: Browser

before(async () => {
  ;[app, browser] = await Promise.all([startShop(), launchBrowser()])
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="480" height="120" fill="#fff"/>
    <circle cx="60" cy="60" r="46" fill="#ffd400"/><text x="125" y="80" font-size="54" font-weight="700" fill="#1a1a1a">Loja Demo</text></svg>`
  const logo = await sharp(Buffer.from(drawing)).png().toBuffer()
  const author = { by: 'test', at: app.services.clock.now() }
  await changeTheme(app.services.database, DEMO_RETAILER, { accent: COLOUR, logo }, author)
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** A button may change its colour only after the page has heard of another scheme. */
async function waitForColour(page: Page, selector: string, colour: string): Promise<void> {
  const deadline = Date.now() + 5_000
  for (;;) {
    const shown = await page.evaluate(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`,
    )
    if (shown === writeRgb(colour)) return
    assert.ok(Date.now() < deadline, `${selector} is ${shown}, not ${writeRgb(colour)}`)
    await delay(50)
  }
}

const writeRgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`

/** The accent of a button in both schemes, the logo, and no barrier on a phone, at 200 % and on a computer. */
async function expectTheme(page: Page, name: string, button: string): Promise<void> {
  const { light, dark } = deriveAccent(COLOUR)
  for (const [scheme, shades] of [
    ['dark', dark],
    ['light', light],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await waitForColour(page, button, shades.accent)
  }
  await page.getByRole('img', { name: NAME }).waitFor()
  assert.equal(await page.evaluate(`document.querySelector('img.logo').naturalWidth`), 480, name)
  await inspectPage(page, name)
  await checkLegibility(page, name)
  await page.setViewportSize(DESKTOP)
  await inspectPage(page, `${name}-desktop`)
  await page.setViewportSize(PHONE)
}

test('the page of a payment link, the onboarding and the billet wear colour and logo of the shop, readable by everybody', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto((await makeLink(app)).url)
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  await expectTheme(page, 'theme-pay', 'button.button:not(.plain)')
  const bought = await buy(app)
  await page.goto(linkOf(app, bought))
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  await expectTheme(page, 'theme-onboarding', 'button.button:not(.plain)')
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await page.goto(app.url + new URL(downPaymentBillet?.installmentLink ?? '').pathname)
  await seeHeading(page, /^R\$/)
  await expectTheme(page, 'theme-billet', 'button.button')
  assert.deepEqual(complaints, [])
  await close()
})

test('a purchase in the customer’s area wears the look of its shop, and what is not of the shop does not', async () => {
  const { person } = await buyOpen(app)
  const device = new AccountDevice(app)
  await device.signIn(person)
  const { page, context, complaints, close } = await openVisit(browser, PHONE)
  await context.addCookies(
    [...device.cookies].map(([name, value]) => ({ name, value, url: `${app.url}/minha-conta` })),
  )
  await page.goto(`${app.url}/minha-conta`)
  await seeHeading(page, /^Olá/)
  await expectTheme(page, 'theme-account', '.themed a.button:not(.quiet)')
  const own = await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--accent')`)
  assert.equal(own, COLOURS.accent.light)
  await page.getByRole('link', { name: 'Ver tudo desta compra' }).click()
  await seeHeading(page, `Compra na ${NAME}`)
  const { light } = deriveAccent(COLOUR)
  await waitForColour(page, '.themed button.button:not(.quiet, .danger, .plain)', light.accent)
  await inspectPage(page, 'theme-account-purchase')
  assert.deepEqual(complaints, [])
  await close()
})
