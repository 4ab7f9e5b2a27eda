import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { titleOrder } from '../../web/design/order-name.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'
import { buyOpen, moveClock, pay, read } from '../support/purchase-http.ts'
import { openDesk, visitScreen } from './desk-visit.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
let analyst: DeskUser
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  analyst = await newDeskUser(app, 'analyst')
})
after(async () => {
  await browser?.close()
  await app.stop()
})

test('an operator finds a late contract by CPF with the keyboard and reads its debt and issues a second copy and a payment of any amount, and on a phone offers an agreement', async () => {
  const { transactionId, orderId, person } = await buyOpen(app)
  const [first] = (await read(app, transactionId)).installments ?? []
  await pay(app, first?.id ?? '', { amount: 10 })
  await moveClock(app, 'P45D')
  const desktop = await openDesk(browser, app, analyst, DESKTOP)
  const { page } = desktop
  await visitScreen(page, app, '/desk/contratos', 'Contratos')
  await page.getByText('Informe o pedido').waitFor()
  await inspectPage(page, 'desk-loans-empty')
  await page.getByRole('searchbox').fill(person.cpf)
  await page.getByRole('searchbox').press('Enter')
  await page.getByText(/Em atraso · \d+ dias/).waitFor()
  await inspectPage(page, 'desk-loans')
  await page.getByRole('link', { name: orderId }).press('Enter')
  await seeHeading(page, titleOrder(orderId))
  await page.getByText('Ver os lançamentos').press('Enter')
  await page.getByRole('cell', { name: 'Juros apropriados' }).first().waitFor()
  await inspectPage(page, 'desk-loan')
  await page.getByRole('button', { name: 'Segunda via' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Segunda via da 1ª parcela' })
  await inspectPage(page, 'desk-loan-copy')
  await dialog.getByRole('radio').first().press('ArrowRight')
  await dialog.getByRole('button', { name: 'Emitir segunda via' }).press('Enter')
  await dialog.getByText('Linha digitável', { exact: true }).waitFor()
  await inspectPage(page, 'desk-loan-copied')
  await dialog.getByRole('button', { name: 'Fechar' }).press('Enter')
  await page.getByRole('cell', { name: /\(2ª via\)/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Segunda via' }).count(), 0)
  await page.getByRole('button', { name: 'Emitir boleto e Pix' }).press('Enter')
  const settling = page.getByRole('dialog', { name: 'Boleto e Pix de um dia' })
  await settling.getByRole('radio', { name: 'Outro valor' }).press('Space')
  await settling.getByLabel('Valor, em reais').fill('cem')
  await settling.getByLabel('Valor, em reais').press('Enter')
  await settling.getByText('Escreva um valor').waitFor()
  await settling.getByLabel('Valor, em reais').fill('1.000,50')
  await settling.getByLabel('Valor, em reais').press('Enter')
  await settling.getByText('R$ 1.000,50').waitFor()
  await inspectPage(page, 'desk-loan-settlement')
  await settling.getByRole('button', { name: 'Emitir', exact: true }).press('Enter')
  await settling.getByText('Linha digitável', { exact: true }).waitFor()
  await settling.getByRole('button', { name: 'Fechar' }).press('Enter')
  await page.getByText('Há um boleto de').waitFor()
  const phone = await openDesk(browser, app, analyst, PHONE)
  await visitScreen(phone.page, app, `/desk/contratos/${transactionId}`, titleOrder(orderId))
  await inspectPage(phone.page, 'desk-loan-phone')
  await phone.page.getByRole('button', { name: 'Oferecer acordo' }).press('Enter')
  const offer = phone.page.getByRole('dialog', { name: 'Oferecer acordo' })
  await offer.getByLabel('Entrada').fill('100000')
  await offer.getByLabel('Entrada').press('Enter')
  await offer.getByText('A entrada vai até o valor vencido.').waitFor()
  await offer.getByLabel('Entrada').fill('100,00')
  await offer.getByLabel('Entrada').press('Enter')
  await offer.getByRole('radio').first().press('Space')
  await inspectPage(phone.page, 'desk-loan-offer')
  await offer.getByRole('button', { name: 'Criar o acordo' }).press('Enter')
  await offer.getByText('Link do acordo', { exact: true }).waitFor()
  await inspectPage(phone.page, 'desk-loan-agreed')
  await offer.getByRole('button', { name: 'Fechar' }).press('Enter')
  await phone.page.getByText('Um acordo espera o cliente.').waitFor()
  assert.deepEqual([...desktop.complaints, ...phone.complaints], [])
  await Promise.all([desktop.close(), phone.close()])
})
