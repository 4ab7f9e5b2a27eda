import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'
import { askCancel, type Bought, buyOpen, moveClock, read } from '../support/purchase-http.ts'
import { giveReason, openDesk, visitScreen } from './desk-visit.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(async () => {
  await browser?.close()
  await app.stop()
})

async function untilRefund(transactionId: string, status: string): Promise<void> {
  for (let round = 0; round < 40; round++) {
    if ((await read(app, transactionId)).refundStatus === status) return
    await moveClock(app, 'PT10S')
  }
  assert.fail(`the refund is not ${status}`)
}

async function failRefund(): Promise<Bought> {
  const behave = (payouts: string) => app.post('/sandbox/bank', { apiKey: DEMO_KEY, payouts })
  await behave('fail')
  const bought = await buyOpen(app)
  await askCancel(app, bought.transactionId)
  await untilRefund(bought.transactionId, 'FAILED')
  await behave('confirm')
  return bought
}

test('one operator corrects a refused refund by keyboard, another approves it, on a desktop and on a phone', async () => {
  const { transactionId, person } = await failRefund()
  const first = await openDesk(browser, app, analyst, DESKTOP)
  const { page } = first
  await visitScreen(page, app, '/desk/saidas', 'Saídas de dinheiro')
  await page.getByLabel('Situação').selectOption('failed')
  await page.getByRole('link', { name: 'Devolução ao cliente' }).first().waitFor()
  await inspectPage(page, 'desk-payouts')
  await page.getByRole('link', { name: 'Devolução ao cliente' }).first().press('Enter')
  await seeHeading(page, 'Devolução ao cliente')
  await inspectPage(page, 'desk-payout')
  await page.getByRole('button', { name: 'Informar outra conta' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome completo').fill('Maria da Silva')
  await dialog.getByLabel('CPF ou CNPJ').fill(person.cpf)
  await dialog.getByLabel('Chave Pix', { exact: true }).last().fill('no key')
  await dialog.getByLabel('Motivo').fill('O cliente informou outra conta')
  await inspectPage(page, 'desk-payout-correction')
  await dialog.getByRole('button', { name: 'Criar a ordem' }).press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Chave Pix', { exact: true }).last().fill('maria@example.com')
  await dialog.getByRole('button', { name: 'Criar a ordem' }).press('Enter')
  await page.getByText('outra pessoa precisa aprovar').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Aprovar/ }).count(), 0)
  const address = new URL(page.url()).pathname
  const second = await openDesk(browser, app, approver, PHONE)
  await visitScreen(second.page, app, address, 'Devolução ao cliente')
  await inspectPage(second.page, 'desk-payout-phone')
  await second.page.getByRole('button', { name: 'Aprovar', exact: true }).press('Enter')
  await giveReason(second.page, 'Conferi com o cliente', 'Aprovar')
  await seeHeading(second.page, 'Saídas de dinheiro')
  await inspectPage(second.page, 'desk-payouts-phone')
  await untilRefund(transactionId, 'PAID')
  assert.deepEqual([...first.complaints, ...second.complaints], [])
  await Promise.all([first.close(), second.close()])
})
