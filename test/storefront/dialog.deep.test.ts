import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, inspectPage, launchBrowser, openVisit, type Screen } from '../support/browser.ts'
import { presentPreview } from './preview-fixture.ts'
import { KEY, type Lender, type Shop, startLender, startShop, writePage } from './shop.ts'

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

const SHADOW = `document.querySelector('crediario-oferta').shadowRoot`
const HEAR = `<script>window.heard = []
  for (const name of ['offer', 'open', 'close', 'choose', 'error'])
    addEventListener('crediario:' + name, ({ type, detail }) => heard.push([type.slice(10), detail]))</script>`
const STYLE = `<style>:root { color-scheme: light dark } body { margin: 1rem; font: 1rem/1.5 sans-serif; background: Canvas; color: CanvasText } h1 { font-size: 1rem }</style>`
const PRODUCT = `<main><h1>Geladeira</h1><p>R$ 1.240,00</p>
  <crediario-oferta key="${KEY}" price="1240.00"></crediario-oferta>
  <crediario-oferta id="card" key="pk_entry" price="1240.00" variant="card"></crediario-oferta></main>`

async function open(screen: Screen, head = '') {
  shop.serve('/p', writePage(HEAR + STYLE + head + lender.writeTag('element'), PRODUCT))
  const visit = await openVisit(browser, screen)
  await visit.page.goto(`${shop.url}/p`)
  await visit.page.getByRole('button', { name: 'Simular' }).nth(1).waitFor()
  return visit
}

async function listHeard(page: Page): Promise<[string, unknown][]> {
  return (await page.evaluate('heard.filter(([name]) => name !== "offer")')) as [string, unknown][]
}

test('by the keyboard alone: open, compare every down payment and term, choose, and be back where one was', async () => {
  const { page, complaints, close } = await open(DESKTOP)
  const answer = presentPreview(1240)
  assert.ok(answer.showScript)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Simule no crediário' })
  await dialog.waitFor()
  for (const { downPaymentValue, options } of answer.downPaymentOptions) {
    const shown = await dialog.locator('.term').allInnerTexts()
    const money = (value: number): string =>
      value.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
    assert.deepEqual(
      shown.map(text => text.split(/\n+/)),
      options.map(({ installments, value, totalAmount, cetPA }) => [
        `${installments}× de ${money(value)}`,
        `total ${money(downPaymentValue + totalAmount)}`,
        `CET ${cetPA.toFixed(2).replace('.', ',')}% a.a.`,
      ]),
    )
    while ((await page.evaluate(`${SHADOW}.activeElement?.name`)) !== 'entry')
      await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
  }
  // Around once: the first down payment again. Down once, from 3× to 6×.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(`${SHADOW}.activeElement?.className`), 'simulate')
  const six = answer.downPaymentOptions[0]?.options[1]
  await page.waitForFunction('heard.at(-1)[0] === "close"')
  const heard = await listHeard(page)
  assert.deepEqual(
    heard.map(([name]) => name),
    ['open', 'choose', 'close'],
  )
  const chosen = { total: 1240, downPaymentPercentage: 0, downPaymentValue: 0 }
  assert.deepEqual(heard[1]?.[1], { ...chosen, ...six })
  await page.locator('.content', { hasText: `6× de R$ ${six?.value.toFixed(2).replace('.', ',')}` }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('on a phone the dialog opens with the chosen row in view, and its foot names what is chosen', async () => {
  const { page, complaints, close } = await open({ width: 390, height: 560 })
  const simulate = page.getByRole('button', { name: 'Simular' }).first()
  const dialog = page.getByRole('dialog')
  const foot = dialog.locator('.foot')
  const expectChosen = async (term: string): Promise<void> => {
    const row = dialog.locator('.term:has(:checked)')
    const [rowBox, footBox] = [await row.boundingBox(), await foot.boundingBox()]
    assert.ok(rowBox && footBox && rowBox.y >= 0 && rowBox.y + rowBox.height <= footBox.y, term)
    assert.ok(Math.round(footBox.y + footBox.height) <= 560)
    const [installments, total] = (await row.innerText()).split(/\n+/)
    assert.ok(installments?.startsWith(term), installments)
    assert.equal(await foot.locator('p').innerText(), `${installments} · ${total}`)
  }
  await simulate.click()
  await dialog.waitFor()
  await expectChosen('3×')
  await dialog.getByRole('radio', { name: /^18×/ }).check()
  await dialog.getByRole('button', { name: 'Quero pagar assim' }).click()
  await simulate.click()
  await dialog.waitFor()
  await expectChosen('18×')
  assert.deepEqual(complaints, [])
  await close()
})

test('Escape, the cross and a press beside it close the dialog; a double press on the button leaves it open', async () => {
  const { page, complaints, close } = await open(DESKTOP)
  const simulate = page.getByRole('button', { name: 'Simular' }).first()
  const dialog = page.getByRole('dialog')
  await simulate.click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(`${SHADOW}.activeElement?.className`), 'simulate')
  await page.evaluate(`document.querySelector('crediario-oferta').open()`)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await simulate.click()
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'hidden' })
  await simulate.dblclick()
  await dialog.waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the dialog never shows plans of another price: it follows, and closes where there is no offer', async () => {
  const { page, complaints, close } = await open(DESKTOP)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Simular' }).first().click()
  await dialog.getByText('À vista R$ 1.240,00').waitFor()
  await page.evaluate(`document.querySelector('crediario-oferta').setAttribute('price', '930')`)
  await dialog.getByText('À vista R$ 930,00').waitFor()
  await page.evaluate(`document.querySelector('crediario-oferta').setAttribute('price', '10')`)
  await dialog.waitFor({ state: 'hidden' })
  await page.evaluate(`document.querySelector('crediario-oferta').open()`)
  assert.equal(await dialog.count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

for (const screen of [DESKTOP, { width: 320, height: 640 }])
  test(`line, card and dialog: axe finds nothing by day and by night, and nothing is cut off at ${screen.width} px`, async () => {
    const { page, complaints, close } = await open(screen)
    await inspectPage(page, `storefront-line-${screen.width}`)
    await page.getByRole('button', { name: 'Simular' }).nth(1).click()
    await page.getByRole('dialog').waitFor()
    await inspectPage(page, `storefront-dialog-${screen.width}`)
    await checkFits(page)
    assert.deepEqual(complaints, [])
    await close()
  })

for (const screen of [DESKTOP, { width: 320, height: 640 }])
  test(`with text of twice the size nothing overflows at ${screen.width} px, and no figure is broken in two`, async () => {
    const { page, close } = await open(screen, '<style>html { font-size: 200% }</style>')
    await page.getByRole('button', { name: 'Simular' }).nth(1).click()
    await page.getByRole('dialog').waitFor()
    await checkFits(page)
    const heights =
      (await page.evaluate(`[...document.querySelectorAll('crediario-oferta')].flatMap(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('.content b, .content .cost, .term b, .term .pair > span, .entry > span')].map(node => {
        const range = document.createRange()
        const text = [...node.childNodes].find(({ data }) => data?.includes('R$'))
        if (text === undefined) return 1
        const start = text.data.indexOf('R$')
        range.setStart(text, start)
        range.setEnd(text, text.data.length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }))`)) as number[]
    assert.ok(heights.length > 10)
    assert.deepEqual(new Set(heights), new Set([1]), 'an amount stands in one row')
    await close()
  })

/** Nothing reaches beyond the screen or beyond the dialog. */
async function checkFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
  const beyond =
    await page.evaluate(`[...document.querySelectorAll('crediario-oferta')].flatMap(({ shadowRoot }) => {
    const dialog = shadowRoot.querySelector('dialog[open]')
    return dialog && dialog.scrollWidth > dialog.clientWidth ? [dialog.scrollWidth - dialog.clientWidth] : []
  })`)
  assert.deepEqual(beyond, [])
}
