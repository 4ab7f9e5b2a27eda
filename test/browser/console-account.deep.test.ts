import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../support/app.ts'
import {
  DESKTOP,
  inspectPage,
  launchBrowser,
  openVisit,
  PHONE,
  type Screen,
  type Visit,
} from '../support/browser.ts'
import { newStaffUser, nextStaffCode, type StaffUser } from '../support/console.ts'
import { checkReflow, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app.stop()
})

async function open({ cookie }: StaffUser, screen: Screen, path: string, title: string): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  await visit.page.goto(app.url + path)
  await seeHeading(visit.page, title)
  return visit
}

const waitFor = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Mudança em espera' }).waitFor()

test('an owner asks for another account, and another owner finds it from Início and approves it', async () => {
  const [ana, bruno] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const asking = await open(ana, PHONE, '/console/conta', 'Conta dos repasses')
  await asking.page.getByRole('button', { name: 'Mudar a conta' }).click()
  await asking.page.getByRole('button', { name: 'Pedir a mudança' }).click()
  await asking.page.getByText('Preencha todos os campos.').waitFor()
  await inspectPage(asking.page, 'console-account-form')
  await asking.page.getByRole('textbox', { name: 'Chave Pix' }).fill('financeiro@loja.example')
  await asking.page.getByRole('button', { name: 'Pedir a mudança' }).click()
  await waitFor(asking.page)
  await asking.page.getByText(bruno.name).waitFor()
  assert.equal(await asking.page.getByRole('button', { name: 'Aprovar a mudança' }).count(), 0)
  await inspectPage(asking.page, 'console-account-own')
  await checkReflow(asking.page, 'console-account')
  assert.deepEqual(asking.complaints, [])

  const answering = await open(bruno, DESKTOP, '/console', 'Início')
  await answering.page.getByRole('link', { name: /mudança dos dados da conta/ }).click()
  await waitFor(answering.page)
  await inspectPage(answering.page, 'console-account-other')
  await answering.page.getByRole('button', { name: 'Aprovar a mudança' }).click()
  await answering.page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await answering.page.getByRole('heading', { name: 'Mudança em espera' }).waitFor({ state: 'detached' })
  await answering.page.getByText('financeiro@loja.example').first().waitFor()
  assert.deepEqual(answering.complaints, [])
  for (const visit of [asking, answering]) await visit.close()
})

test('who is no owner has no page for the account', async () => {
  const visit = await open(await newStaffUser(app, 'FINANCE'), DESKTOP, '/console/dinheiro', 'Dinheiro')
  assert.equal(await visit.page.getByRole('link', { name: 'Conta dos repasses' }).count(), 0)
  await visit.close()
})

test('who changes the own password stays signed in, and a wrong one says so and keeps what was typed', async () => {
  const user = await newStaffUser(app, 'VIEWER')
  const visit = await open(user, PHONE, '/console/acesso', 'Meu acesso')
  const { page } = visit
  await page.getByRole('button', { name: 'Mudar a minha senha' }).click()
  await page.getByLabel('Senha atual').fill('senha errada')
  await page.getByLabel('Código do autenticador').fill(nextStaffCode(app, user))
  await page.getByLabel('Nova senha').fill('outra frase comprida')
  await page.getByRole('button', { name: 'Mudar a senha', exact: true }).click()
  await page
    .getByRole('alert')
    .or(page.getByText(/não confere|errad|inválid|incorret/i))
    .first()
    .waitFor()
  await inspectPage(page, 'console-password')
  assert.equal(await page.getByLabel('Nova senha').inputValue(), 'outra frase comprida')
  await page.getByLabel('Senha atual').fill(user.password)
  await page.getByLabel('Código do autenticador').fill(nextStaffCode(app, user))
  await page.getByRole('button', { name: 'Mudar a senha', exact: true }).click()
  await page.getByText('Senha mudada.', { exact: false }).waitFor()
  await page.reload()
  await seeHeading(page, 'Meu acesso')
  await visit.close()
})
