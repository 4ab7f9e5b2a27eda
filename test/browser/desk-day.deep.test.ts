import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { saveIdentityAnalysis } from '../../src/domains/onboarding/store.ts'
import { titleOrder } from '../../web/design/order-name.ts'
import { writeRedPages } from '../purchases/invoices/pdf-writer.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit } from '../support/browser.ts'
import { buyForDesk, newDeskPerson, nextCode, sendInvoiceToDesk } from '../support/desk.ts'
import { buyOpen, listPublished, read } from '../support/purchase-http.ts'
import { seePictures } from './desk-visit.ts'
import { arriveAt, checkReflow, focusByKeyboard, pressByKeyboard, seeHeading } from './shopper.ts'

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

/** Light, dark, and enlarged to twice its size, which halves the width that there is. */
async function inspectEnlarged(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await page.setViewportSize({ width: DESKTOP.width / 2, height: DESKTOP.height / 2 })
  await inspectPage(page, `${name}-200`)
  await page.setViewportSize(DESKTOP)
  await checkReflow(page, name)
}

async function typeInto(
  page: Page,
  role: 'textbox' | 'searchbox',
  name: string,
  text: string,
): Promise<void> {
  await focusByKeyboard(page, role, name)
  await page.keyboard.type(text)
}

/** Writes a reason into the dialog that is open, and confirms it. */
async function confirmByKeyboard(page: Page, field: string, reason: string, confirm: string): Promise<void> {
  await typeInto(page, 'textbox', field, reason)
  assert.equal(await page.getByRole('textbox', { name: field }).inputValue(), reason, 'no key was a shortcut')
  const button = page.getByRole('dialog').getByRole('button', { name: confirm, exact: true })
  while ((await button.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

/** The middle of what each pane shows, as a share of its picture. */
const readMiddles = (page: Page): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('dialog[open] .zoom-view')].map(pane =>
    Math.round((100 * (pane.scrollLeft + pane.clientWidth / 2)) / pane.scrollWidth))`)

/** Until the pane that has not the focus has followed the other to the right. */
async function waitUntilMoved(page: Page): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    const [, right = 0] = await readMiddles(page)
    if (right > 51) return
    await page.waitForTimeout(50)
  }
  assert.fail('the other picture did not move')
}

test('a day at the desk by the keyboard alone: cases, pictures, an invoice, a contract and its audit', async () => {
  const first = await buyForDesk(app)
  await saveIdentityAnalysis(app.database, app.services.secrets, first.transactionId, {
    pictures: '',
    askedAt: app.clock.now(),
    answer: { status: 'DONE', result: 'unsure', checks: {}, documentNumber: 'MG-12.345.678' },
  })
  app.clock.advance({ minutes: 5 })
  const second = await buyForDesk(app)
  const open = await buyOpen(app)
  await sendInvoiceToDesk(app, open.transactionId, 1, writeRedPages())
  const person = await newDeskPerson(app, 'approver')
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')

  await page.goto(`${app.url}/desk`)
  await seeHeading(page, 'Mesa de crédito')
  await typeInto(page, 'textbox', 'E-mail', person.email)
  await keyboard.press('Tab')
  await keyboard.type(person.password)
  await typeInto(page, 'textbox', 'Código do autenticador', nextCode(app, person))
  await keyboard.press('Enter')
  await arriveAt(page, 'Identificações')
  await page.getByRole('link', { name: first.orderId }).waitFor()
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  await inspectEnlarged(page, 'desk-40-shortcuts')
  await keyboard.press('Escape')

  // The first case: facts beside the form, two pictures under one zoom, validated.
  await keyboard.press('n')
  await arriveAt(page, titleOrder(first.orderId))
  await seePictures(page)
  await page.getByText('Nº do documento').waitFor()
  await inspectEnlarged(page, 'desk-41-facts')
  await pressByKeyboard(page, /Frente do documento/)
  await page.getByRole('dialog', { name: 'Frente do documento e Selfie' }).waitFor()
  await keyboard.press('+')
  await keyboard.press('+')
  await page.locator('dialog[open] .zoom-3').nth(1).waitFor()
  await focusByKeyboard(page, 'region', 'Frente do documento, ampliada')
  for (let presses = 0; presses < 6; presses++) await keyboard.press('ArrowRight')
  await waitUntilMoved(page)
  await keyboard.press('2')
  await page.locator('dialog[open] .side:nth-child(2) .turned-1').waitFor()
  assert.equal(await page.locator('dialog[open] .side:nth-child(1) .turned-1').count(), 0, 'only the other')
  await inspectEnlarged(page, 'desk-42-comparison')
  const [left = 0, right = 1] = await readMiddles(page)
  assert.ok(Math.abs(left - right) <= 2, `one movement for both: ${left} and ${right} of 100`)
  await keyboard.press('0')
  await page.locator('dialog[open] .zoom-1').nth(1).waitFor()
  await keyboard.press('Escape')
  await keyboard.press('a')
  await page.getByRole('dialog', { name: 'Validar a identificação?' }).waitFor()
  await confirmByKeyboard(page, 'Motivo', 'Para a/r/f/n? Conferem', 'Validar')
  await arriveAt(page, 'Identificações')
  await page.getByText(`${titleOrder(first.orderId)} validado.`).waitFor()
  assert.equal((await listPublished(app, first.transactionId)).at(-1), 'INSURANCE')

  // The next one: asked for a new picture after a second thought, refused.
  await page.getByRole('link', { name: second.orderId }).waitFor()
  await keyboard.press('n')
  await arriveAt(page, titleOrder(second.orderId))
  await page.getByRole('button', { name: 'Recusar' }).waitFor()
  await keyboard.press('f')
  await page.getByRole('dialog', { name: 'Pedir nova foto' }).waitFor()
  await keyboard.press('Escape')
  await keyboard.press('r')
  await page.getByRole('dialog', { name: 'Recusar a identificação?' }).waitFor()
  await confirmByKeyboard(page, 'Motivo', 'O rosto não é o do documento', 'Recusar')
  await arriveAt(page, 'Identificações')
  assert.equal((await read(app, second.transactionId)).status, 'CANCELED')

  // An invoice, looked at beside the decision.
  await focusByKeyboard(page, 'link', /^Notas/)
  await keyboard.press('Enter')
  await focusByKeyboard(page, 'link', open.orderId)
  await keyboard.press('Enter')
  await arriveAt(page, `Nota do ${open.orderId}`)
  await page.getByRole('img', { name: 'Nota fiscal, página 1 de 2' }).waitFor()
  await inspectEnlarged(page, 'desk-43-invoice')
  await pressByKeyboard(page, 'Próxima página')
  await page.getByRole('img', { name: 'Nota fiscal, página 2 de 2' }).waitFor()
  await keyboard.press('a')
  await page.getByRole('dialog', { name: 'Validar a nota?' }).waitFor()
  await confirmByKeyboard(page, 'Motivo', 'Pedido, lojista e valor conferem', 'Validar')
  await page.getByText(`Nota do ${open.orderId} validada.`).waitFor()

  // A contract is searched for, and leads to what was noted about it.
  await arriveAt(page, /Notas/)
  await keyboard.press('/')
  await arriveAt(page, 'Contratos')
  await page.getByText('Informe o pedido').waitFor()
  await keyboard.press('/')
  await keyboard.type(open.orderId)
  await keyboard.press('Enter')
  await focusByKeyboard(page, 'link', open.orderId)
  await keyboard.press('Enter')
  await arriveAt(page, titleOrder(open.orderId))
  await focusByKeyboard(page, 'link', 'Ver os registros da auditoria')
  await keyboard.press('Enter')
  await arriveAt(page, 'Auditoria')
  await page.getByRole('cell', { name: 'Abriu um contrato' }).waitFor()
  await page.getByRole('cell', { name: 'Buscou um contrato' }).waitFor()
  assert.equal(new URL(page.url()).search, `?subject=${open.transactionId}`)
  await inspectEnlarged(page, 'desk-44-audit-of-a-contract')
  await focusByKeyboard(page, 'combobox', 'Ação')
  await keyboard.type('Abriu um contrato')
  await page.getByRole('cell', { name: 'Buscou um contrato' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /[?&]action=loan\.view/)
  await page.reload()
  await arriveAt(page, 'Auditoria')
  await page.getByRole('cell', { name: 'Abriu um contrato' }).waitFor()
  assert.equal(
    await page.getByRole('cell', { name: 'Buscou um contrato' }).count(),
    0,
    'the address holds it',
  )
  await focusByKeyboard(page, 'link', new RegExp(`^${open.transactionId}$`))
  await keyboard.press('Enter')
  await arriveAt(page, titleOrder(open.orderId))

  // Shortcuts are turned off, and stay so.
  await keyboard.press('?')
  await pressByKeyboard(page, 'Desligar os atalhos')
  await page.getByRole('button', { name: 'Ligar os atalhos' }).waitFor()
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await arriveAt(page, titleOrder(open.orderId))
  for (const key of ['?', '/', 'n', 'a']) await keyboard.press(key)
  assert.equal(await page.locator('dialog[open]').count(), 0)
  assert.match(page.url(), new RegExp(`/desk/contratos/${open.transactionId}$`))
  assert.deepEqual(complaints, [])
  await close()
})
