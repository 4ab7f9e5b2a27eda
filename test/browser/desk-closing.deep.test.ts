import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { continueClosings } from '../../src/domains/closing/run-closing.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { giveReason, openDesk, visitScreen } from './desk-visit.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
  await buyOpen(app, { installments: 6 })
  await moveClock(app, 'P25D')
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(async () => {
  await browser?.close()
  await app.stop()
})

test('one operator begins and proposes a closing, another approves it, on a desktop and on a phone', async () => {
  const { page } = await openDesk(browser, app, analyst, DESKTOP)
  await visitScreen(page, app, '/desk/fechamento', 'Fechamento')
  await inspectPage(page, 'desk-closings-none')
  await page.getByRole('button', { name: 'Apurar o mês' }).press('Enter')
  await seeHeading(page, 'Fechamento de março de 2026')
  await inspectPage(page, 'desk-closing-running')
  await continueClosings(app.services)
  await page.reload()
  await page.getByText('A soma dos contratos é igual à dos livros').waitFor()
  await inspectPage(page, 'desk-closing-ready')
  await page.getByRole('button', { name: 'Propor o fechamento' }).first().press('Enter')
  await giveReason(page, 'Conferi o balancete e os extratos', 'Propor o fechamento')
  await seeHeading(page, 'Fechamento')
  const other = await openDesk(browser, app, approver, PHONE)
  await visitScreen(other.page, app, '/desk/aprovacoes', 'Aprovações')
  await other.page.getByRole('link', { name: 'Fechar o mês' }).first().press('Enter')
  await seeHeading(other.page, 'Fechamento de março de 2026')
  await inspectPage(other.page, 'desk-closing-proposed-phone')
  await other.page.getByRole('button', { name: 'Aprovar', exact: true }).press('Enter')
  await giveReason(other.page, 'Conferi e concordo', 'Aprovar')
  await seeHeading(other.page, 'Fechamento')
  await other.page.getByText('Fechado', { exact: true }).waitFor()
  await inspectPage(other.page, 'desk-closings-phone')
})
