import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isChosenBefore } from '../../src/brand/first-choice.ts'
import type { HostedParts } from '../../src/contract/hosted-page.ts'
import { seeHeading } from '../browser/shopper.ts'
import type { TestApp } from '../support/app.ts'
import { launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import { carryOver, makeLink, money, startShop } from './hosted-shopper.ts'
import { HostedVisit } from './hosted-visit.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startShop()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

async function openOptions() {
  const { link, url } = await makeLink(app)
  const device = new HostedVisit(app, link)
  const { groups = [] } = await device.identify(newPerson())
  const visit = await openVisit(browser, PHONE)
  await carryOver(visit.context, app, device)
  await visit.page.goto(url)
  await seeHeading(visit.page, 'Maria, escolha como pagar')
  return { ...visit, groups }
}

async function readText(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).innerText()).replaceAll(/\s+/g, ' ')
}

test('wherever the page is scrolled to, the bar with the chosen figures and its button is in sight', async () => {
  const { page, groups, close } = await openOptions()
  const [option] = groups[0]?.options ?? []
  assert.ok(option)
  const words = `${option.installments}× de ${money(option.installmentValue)} · total ${money(option.totalToPay)}`
  const end = Number(await page.evaluate(`document.querySelector('form').getBoundingClientRect().bottom`))
  for (const top of [0, 300, end - PHONE.height]) {
    await page.evaluate(`scrollTo(0, ${top})`)
    const box = await page.getByRole('button', { name: 'Continuar' }).boundingBox()
    assert.ok(box && box.y >= 0 && box.y + box.height <= PHONE.height, `at ${top}: ${JSON.stringify(box)}`)
    assert.ok((await readText(page, '.action-bar')).startsWith(words))
  }
  await page.getByRole('radio', { name: /^6× de/ }).check()
  assert.match(await readText(page, '.action-bar'), /^6× de R\$ [\d.]+,\d\d · total R\$/)
  await close()
})

test('five rows are shown, and all of them on request, with the focus on the first new one', async () => {
  const { page, groups, close } = await openOptions()
  const options = groups[0]?.options ?? []
  const rows = page.locator('[name=option]')
  assert.equal(await rows.count(), 5)
  await page.getByRole('button', { name: `Ver todas as ${options.length} opções` }).press('Enter')
  assert.equal(await rows.count(), options.length)
  await rows.nth(5).and(page.locator(':focus')).waitFor()
  // What is chosen is never among the hidden ones.
  await rows.last().check()
  await page.getByRole('radio', { name: '10% do preço' }).check()
  assert.ok(await page.locator('[name=option]:checked').isVisible())
  await close()
})

test('before anybody has chosen, the way without down payment that costs least is chosen', async () => {
  const { page, groups, close } = await openOptions()
  const ways = groups.flatMap(({ downPayment, options }) => options.map(each => ({ ...each, downPayment })))
  const best = ways.reduce((one, other) => (isChosenBefore(other, one) ? other : one))
  const total = await readText(page, '.choice:has([name=option]:checked)')
  assert.ok(total.includes(money(best.totalToPay)), total)
  assert.ok(await page.getByRole('radio', { name: 'Sem entrada' }).isChecked())
  await close()
})

test('the composition bar has the parts of what is chosen, and follows another choice and the insurance', async () => {
  const { page, groups, close } = await openOptions()
  const expectParts = async (parts: HostedParts | undefined): Promise<void> => {
    assert.ok(parts)
    const shown = parts.filter(value => value > 0).map(money)
    await page
      .locator('.composition dd')
      .nth(shown.length - 1)
      .waitFor()
    const figures = await page.locator('.composition dd').allInnerTexts()
    assert.deepEqual(
      figures.map(text => text.replaceAll('\u00a0', ' ')),
      shown,
    )
    assert.equal(await page.locator('.composition rect').count(), shown.length)
  }
  const [first, second] = groups[0]?.options ?? []
  await expectParts(first?.parts)
  await page.locator('[name=option]').nth(1).check()
  await expectParts(second?.parts)
  await page.getByRole('checkbox', { name: /^Incluir seguro/ }).check()
  await expectParts(second?.insurance?.parts)
  await close()
})
