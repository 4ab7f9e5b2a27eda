import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'
import { buyOpen, cancel, moveClock } from '../support/purchase-http.ts'
import { openDesk, visitScreen } from './desk-visit.ts'

let app: TestApp
let browser: Browser
let ana: DeskUser
let bia: DeskUser
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  const { transactionId } = await buyOpen(app)
  await buyOpen(app)
  await moveClock(app, 'PT30S')
  await moveClock(app, 'P40D')
  await cancel(app, transactionId)
  ana = await newDeskUser(app, 'approver')
  bia = await newDeskUser(app, 'approver')
})
after(async () => {
  await browser.close()
  await app.stop()
})

const PDF = {
  name: 'documento.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(SAMPLE_INVOICE, 'base64'),
}

test('balances, taxes and entries stand on one page, on a screen and on a phone, without barriers', async () => {
  for (const screen of [DESKTOP, PHONE]) {
    const { page, context } = await openDesk(browser, app, ana, screen)
    await visitScreen(page, app, '/desk/livros', 'Livros')
    await page.getByText('O lojista deve de volta').waitFor()
    await inspectPage(page, `livros ${screen.width}`)
    await context.close()
  }
})

test('one person proposes a manual entry with its document, and another one books it', async () => {
  const visit = await openDesk(browser, app, ana)
  const { page } = visit
  await visitScreen(page, app, '/desk/livros', 'Livros')
  await page.getByRole('button', { name: 'Lançamento manual' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Dia do fato').fill(new Date(app.clock.now()).toISOString().slice(0, 10))
  await dialog.getByLabel('Conta', { exact: true }).nth(0).fill('bank-tariff')
  await dialog.getByLabel('Débito').nth(0).fill('12,34')
  await dialog.getByLabel('Conta', { exact: true }).nth(1).fill('waived')
  await dialog.getByLabel('Crédito').nth(1).fill('12,34')
  await dialog.getByLabel('Documento').setInputFiles(PDF)
  await dialog.getByLabel('Motivo').fill('Tarifa cobrada a menos')
  await dialog.getByRole('button', { name: 'Propor' }).click()
  await page.getByRole('link', { name: 'Lançamento manual' }).click()
  await page.getByText('Espera a segunda pessoa').first().waitFor()
  const address = page.url()
  await visit.context.close()

  const other = await openDesk(browser, app, bia)
  await other.page.goto(address)
  await other.page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await other.page.getByRole('dialog').getByRole('textbox').fill('Conferi o documento')
  await other.page.getByRole('dialog').getByRole('button', { name: 'Aprovar', exact: true }).click()
  await other.page.getByText('Lançado', { exact: true }).waitFor()
  await other.context.close()
})
