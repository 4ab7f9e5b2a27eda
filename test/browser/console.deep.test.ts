import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { newStaffMember, nextStaffCode } from '../support/console.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app.stop()
})

test('a person of a shop signs in, sees the rail and signs out', async () => {
  const member = await newStaffMember(app, 'OWNER')
  const visit = await openVisit(browser, DESKTOP)
  const { page } = visit
  await page.goto(`${app.url}/console`)
  await seeHeading(page, 'Painel da loja')
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Senha').fill(member.password)
  await page.getByLabel('Código do autenticador').fill(nextStaffCode(app, member))
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await seeHeading(page, 'Início')
  await page.getByRole('button', { name: 'Sair' }).click()
  await seeHeading(page, 'Painel da loja')
  await visit.close()
})
