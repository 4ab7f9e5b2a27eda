import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { arriveAt, focusByKeyboard, pressByKeyboard, seeHeading } from '../browser/shopper.ts'
import { look } from '../links/hosted-shopper.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buyOpen, centavos, moveClock, read } from '../support/purchase-http.ts'
import { signIn } from './account-shopper.ts'

let app: TestApp
let browser: Browser

before(async () => {
  ;[app, browser] = await Promise.all([startTestApp(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** Every amount of the page that stands in a sentence or row with these words. */
async function readFigures(page: Page, words: RegExp): Promise<readonly number[]> {
  const texts = await page.locator('main :is(p, dl > div, li)', { hasText: words }).allInnerTexts()
  return [...new Set(texts.flatMap(text => text.match(/R\$\s[\d.]+,\d\d/g) ?? []).map(parseAmount))]
}

const parseAmount = (text: string): number => Number(text.replace(/\D/g, ''))

test('an offer that is chosen leads to its signature, the focus and the screen follow, and one thing is left to conclude', async () => {
  const { person } = await buyOpen(app, { downPayment: false, installments: 6 })
  await moveClock(app, 'P75D')
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, app, person)
  await page.getByRole('link', { name: 'Pagar agora' }).click()
  await arriveAt(page, /^Compra na/)
  await pressByKeyboard(page, 'Ver opções de acordo')
  const options = page.getByRole('heading', { name: 'Escolha uma opção de acordo' })
  await options.and(page.locator(':focus')).waitFor()
  const place = await options.boundingBox()
  assert.ok(place !== null && place.y >= 0 && place.y < PHONE.height / 2, `the options are at ${place?.y}`)
  await look(page, 'agreement-01-options')
  await pressByKeyboard(page, /^Escolher 6 ×/)
  await page.waitForURL('**/onboarding/*')
  await seeHeading(page, 'Confirme seu celular')
  assert.equal(await page.evaluate('scrollY'), 0)
  await page.getByText('acordo sobre o pedido').waitFor()

  await page.goBack()
  await page.getByRole('heading', { name: 'Falta assinar o acordo' }).waitFor()
  await look(page, 'agreement-02-unsigned')
  await focusByKeyboard(page, 'link', 'Ir para o acordo')
  await page.keyboard.press('Enter')
  await arriveAt(page, /^Acordo na/)
  assert.equal(await page.getByText('Falta concluir').count(), 1)
  await look(page, 'agreement-03-agreement')
  await focusByKeyboard(page, 'link', 'Todas as compras')
  await page.keyboard.press('Enter')
  await arriveAt(page, /^Olá/)
  assert.equal(await page.getByText('Falta concluir').count(), 1)
  await focusByKeyboard(page, 'link', 'Assinar o acordo')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Confirme seu celular')
  assert.deepEqual(complaints, [])
  await close()
})

test('of what is left one figure is said to pay all of it today, and the others add up to it by their names', async () => {
  const { person, transactionId } = await buyOpen(app, { downPayment: false, installments: 6 })
  await moveClock(app, 'P75D')
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await signIn(page, app, person)
  await page.getByRole('link', { name: 'Ver tudo desta compra' }).click()
  await arriveAt(page, /^Compra na/)
  const [overdue = 0] = await readFigures(page, /^Vencido/)
  const [ahead = 0] = await readFigures(page, /^A vencer/)
  const [saving = 0] = await readFigures(page, /^Desconto por pagar antes/)
  const [all, ...others] = await readFigures(page, /tudo hoje/)
  assert.deepEqual([all, others], [overdue + ahead - saving, []])
  const { installments = [] } = await read(app, transactionId)
  assert.equal(
    ahead,
    installments.slice(2).reduce((sum, { value }) => sum + centavos(value), 0),
  )
  // Whatever else is a value of today is that of the one installment above.
  const [first = 0] = await readFigures(page, /^Total hoje desta parcela/)
  assert.deepEqual(
    (await readFigures(page, /hoje/)).toSorted((one, other) => one - other),
    [first, all],
  )
  await inspectPage(page, 'agreement-04-figures-desktop')
  assert.deepEqual(complaints, [])
  await close()
})
