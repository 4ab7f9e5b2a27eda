import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addDays } from '../../src/kernel/calendar-date.ts'
import { attach, type Desk, newDesk } from '../special-cases/desk-cases.ts'
import { todayOf } from '../support/agreements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { type Bought, buyOpen } from '../support/purchase-http.ts'
import { giveReason, openDesk, visitScreen } from './desk-visit.ts'
import { seeHeading } from './shopper.ts'

const PLAN = 'Superendividamento (Lei 14.181)'

let app: TestApp
let browser: Browser
let desk: Desk
let sold: Bought
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
  sold = await buyOpen(app, { installments: 6 })
  desk = await newDesk(app)
})
after(async () => {
  await browser?.close()
  await app.stop()
})

test('one operator opens a case and proposes its plan, another approves it, on a desktop and on a phone', async () => {
  const { page } = await openDesk(browser, app, desk.analyst, DESKTOP)
  await visitScreen(page, app, '/desk/especiais', 'Casos especiais')
  await inspectPage(page, 'desk-special-cases-none')
  await page.goto(`${app.url}/desk/contratos/${sold.transactionId}`)
  await page.getByRole('button', { name: 'Abrir caso especial' }).press('Enter')
  const opening = page.getByRole('dialog')
  await opening.getByLabel('Tipo').selectOption({ label: PLAN })
  await opening.getByLabel('O que aconteceu').fill('Audiência de conciliação no Procon, com ata')
  await inspectPage(page, 'desk-special-case-opening')
  await opening.getByRole('button', { name: 'Abrir', exact: true }).click()
  await seeHeading(page, PLAN)
  await page.getByText('Junte o documento para decidir este caso.').waitFor()
  await attach(desk, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.reload()
  await page.getByRole('button', { name: 'Propor a decisão' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Efeito').selectOption({ label: 'Seguir o plano da conciliação' })
  await dialog.getByLabel('Valor de cada parcela').fill('50,00')
  await dialog.getByLabel('Vencimento da primeira parcela').fill(addDays(todayOf(app), 40))
  await dialog.getByLabel('Número de parcelas').fill('30')
  await dialog.getByLabel('Motivo').fill('Ata da conciliação conferida')
  await inspectPage(page, 'desk-special-case-plan')
  await dialog.getByRole('button', { name: 'Propor', exact: true }).click()
  await page.getByText('Decisão proposta: espera a segunda pessoa.').waitFor()
  await inspectPage(page, 'desk-special-case-proposed')
  const other = await openDesk(browser, app, desk.approver, PHONE)
  await other.page.goto(page.url())
  await seeHeading(other.page, PLAN)
  await inspectPage(other.page, 'desk-special-case-phone')
  await other.page.getByRole('button', { name: 'Aprovar', exact: true }).press('Enter')
  await giveReason(other.page, 'Conferi e concordo', 'Aprovar')
  await other.page.getByText('Plano da conciliação em vigor').first().waitFor()
  await visitScreen(other.page, app, '/desk/especiais', 'Casos especiais')
  await inspectPage(other.page, 'desk-special-cases-phone')
})
