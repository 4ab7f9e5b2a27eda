import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { titleOrder } from '../../web/design/order-name.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { buyForDesk, newDeskUser } from '../support/desk.ts'
import { buyOpen } from '../support/purchase-http.ts'
import { openDesk, seePictures, visitScreen } from './desk-visit.ts'
import { arriveAt, checkReflow } from './shopper.ts'

const DAY_MS = 86_400_000

let app: TestApp
let browser: Browser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

test('a row opens beside its list under its own address; Escape leads back to the row, and a dialog keeps its Escape', async () => {
  const [first, second] = [await buyForDesk(app), await buyForDesk(app)]
  const { page, complaints, close } = await openDesk(browser, app, await newDeskUser(app, 'analyst'))
  const drawer = page.getByRole('region', { name: 'Detalhe' })
  await visitScreen(page, app, '/desk', 'Identificações')
  await page.getByRole('link', { name: first.orderId, exact: true }).click()
  await arriveAt(page, titleOrder(first.orderId))
  await seePictures(page)
  assert.equal(new URL(page.url()).pathname, `/desk/casos/${first.transactionId}`)
  assert.ok(Math.abs(((await drawer.boundingBox())?.width ?? 0) - 480) < 1)
  await page.getByRole('heading', { level: 2, name: 'Identificações' }).waitFor()
  await inspectPage(page, 'desk-60-drawer')
  await page.getByRole('button', { name: 'Recusar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal(await drawer.count(), 1, 'the key was meant for the dialog')

  // The list stays in use.
  await page.getByRole('link', { name: second.orderId, exact: true }).click()
  await arriveAt(page, titleOrder(second.orderId))
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: second.orderId, exact: true }).and(page.locator(':focus')).waitFor()
  assert.equal(new URL(page.url()).pathname, '/desk')

  // The browser's own way back opens it again; the whole page is the same address.
  await page.goBack()
  await arriveAt(page, titleOrder(second.orderId))
  await page.getByRole('button', { name: 'Abrir na página inteira' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.reload()
  await arriveAt(page, titleOrder(second.orderId))
  assert.equal(await drawer.count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('Ctrl and K find a page by its name, and a contract by its order, with the keyboard alone', async () => {
  const { orderId } = await buyOpen(app)
  const { page, complaints, close } = await openDesk(browser, app, await newDeskUser(app, 'viewer'))
  const { keyboard } = page
  await visitScreen(page, app, '/desk', 'Identificações')
  await keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  await field.and(page.locator(':focus')).waitFor()
  await keyboard.type('saidas')
  await page.getByRole('option', { name: 'Saídas', selected: true }).waitFor()
  await keyboard.press('Enter')
  await arriveAt(page, 'Saídas de dinheiro')

  await keyboard.press('Control+k')
  await keyboard.type(orderId)
  await keyboard.press('Enter')
  await page.getByRole('option', { name: titleOrder(orderId) }).waitFor()
  await inspectPage(page, 'desk-61-search')
  await keyboard.press('Enter')
  await arriveAt(page, titleOrder(orderId))
  assert.match(page.url(), /\/desk\/contratos\//)

  await keyboard.press('Control+k')
  await keyboard.type('zzz')
  await page.getByRole('option', { name: /Buscar “zzz”/ }).waitFor()
  await keyboard.press('Enter')
  await page.getByText('Nada encontrado.').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
  await close()
})

test('on a phone five places stand below, the rest behind Mais, and a row is a whole page', async () => {
  const bought = await buyForDesk(app)
  const { page, complaints, close } = await openDesk(browser, app, await newDeskUser(app, 'approver'), PHONE)
  await visitScreen(page, app, '/desk', 'Identificações')
  const bar = page.getByRole('navigation', { name: 'Mesa de crédito' })
  assert.equal(await bar.locator('a, button').count(), 5)
  const box = await bar.boundingBox()
  assert.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), PHONE.height, 'at the foot of the screen')
  await bar.getByRole('button', { name: 'Mais' }).click()
  const more = page.getByRole('dialog', { name: 'Mais' })
  await more.getByRole('button', { name: 'Sair' }).waitFor()
  await inspectPage(page, 'desk-62-more')
  await more.getByRole('link', { name: 'Auditoria' }).click()
  await arriveAt(page, 'Auditoria')
  await more.waitFor({ state: 'hidden' })
  await checkReflow(page, 'desk-62-audit')

  await bar.getByRole('link', { name: /^Casos/ }).click()
  await page.getByRole('link', { name: bought.orderId, exact: true }).click()
  await arriveAt(page, titleOrder(bought.orderId))
  assert.equal(await page.getByRole('region', { name: 'Detalhe' }).count(), 0)
  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: 'Voltar para a fila' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the audit is narrowed by a period at its top, which the address keeps', async () => {
  const { page, complaints, close } = await openDesk(browser, app, await newDeskUser(app, 'approver'))
  await visitScreen(page, app, '/desk/auditoria', 'Auditoria')
  const period = page.getByRole('group', { name: 'Período', exact: true })
  const choose = async (name: string): Promise<URLSearchParams> => {
    const answer = page.waitForResponse(response => response.url().includes('/desk/api/audit'))
    await period.getByRole('radio', { name }).press('Space')
    assert.equal((await answer).status(), 200)
    return new URL(page.url()).searchParams
  }
  assert.equal(await period.getByRole('radio', { name: 'Tudo' }).isChecked(), true)
  const week = await choose('7 d')
  const today = week.get('to') ?? ''
  assert.equal(Date.parse(today) - Date.parse(week.get('from') ?? ''), 6 * DAY_MS)
  await page.getByRole('cell', { name: 'Leu a auditoria' }).first().waitFor()
  assert.equal((await choose('Mês')).get('from'), `${today.slice(0, 8)}01`)
  await page.reload()
  await arriveAt(page, 'Auditoria')
  assert.equal(await period.getByRole('radio', { name: 'Mês' }).isChecked(), true)
  await inspectPage(page, 'desk-63-audit-month')

  // Days of one's own: what came before them is not shown.
  await period.getByRole('radio', { name: 'Personalizado' }).press('Space')
  const days = page.getByRole('group', { name: 'Período personalizado' })
  await days.getByLabel('De').fill('2020-01-01')
  await days.getByLabel('Até').fill('2020-01-31')
  await page.getByText('Nenhum registro com estes filtros.').waitFor()
  assert.match(page.url(), /from=2020-01-01&to=2020-01-31|to=2020-01-31&from=2020-01-01/)
  await inspectPage(page, 'desk-64-audit-days')
  await page.setViewportSize(PHONE)
  await checkReflow(page, 'desk-64-audit-days')
  await page.getByRole('radio', { name: 'Tudo' }).press('Space')
  await page.getByRole('cell', { name: 'Leu a auditoria' }).first().waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(complaints, [])
  await close()
})
