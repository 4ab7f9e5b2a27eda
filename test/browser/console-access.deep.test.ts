import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { setTextSize } from '../links/legibility.ts'
import { listMails } from '../staff/reset-links.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { findFreePort } from '../support/child-service.ts'
import {
  newStaffMember,
  newStaffUser,
  nextStaffCode,
  readBase32,
  type StaffMember,
} from '../support/console.ts'
import { openConsole } from './console-visit.ts'
import { checkReflow, focusByKeyboard, pressByKeyboard, seeHeading } from './shopper.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let app: TestApp
let browser: Browser
before(async () => {
  const port = await findFreePort()
  app = await startTestApp({ env: { ROLE: 'api', PUBLIC_URL: `http://localhost:${port}` }, port })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** Passkeys need a name: the browser is not sent to the address with numbers. */
const addressOf = (path: string): string => app.services.publicUrl + path

async function checkNarrow(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkReflow(page, name)
  await setTextSize(page, 32)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, `${name}, 200 %`)
  await setTextSize(page, 16)
}

/** By the keyboard: the key in words, and the code that its app shows. */
async function setUpAuthenticator(page: Page, label: string): Promise<Buffer> {
  await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor()
  const totpSecret = readBase32(await page.locator('code.breakable').innerText())
  await focusByKeyboard(page, 'textbox', label)
  await page.keyboard.type(computeTotp(totpSecret, computeTotpStep(app.clock.now())))
  return totpSecret
}

async function signIn(page: Page, { email, password }: StaffMember, code: string): Promise<void> {
  await page.goto(addressOf('/console'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByLabel('Código do autenticador').fill(code)
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Início')
}

async function leave(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto(addressOf('/console'))
  await seeHeading(page, 'Painel da loja')
}

/** An owner resets this person by the keyboard; the link is in the person's mail. */
async function resetInPessoas(person: StaffMember): Promise<string> {
  const owner = await newStaffUser(app, 'OWNER')
  const visit = await openVisit(browser, DESKTOP)
  const { page, complaints, close } = visit
  const [name = '', value = ''] = owner.cookie.split('=')
  await visit.context.addCookies([
    { name, value, url: app.services.publicUrl, httpOnly: true, sameSite: 'Strict' },
  ])
  await page.goto(addressOf('/console/pessoas'))
  await pressByKeyboard(page, `Mudar ${person.name}`)
  const dialog = page.getByRole('dialog', { name: person.name })
  await inspectPage(page, 'console-reset')
  await dialog.getByRole('button', { name: 'Redefinir o acesso' }).press('Enter')
  await page.getByText(`O acesso de ${person.name} foi redefinido.`).waitFor()
  const row = page.getByRole('table', { name: 'Pessoas da loja' }).getByRole('row', { name: person.name })
  await row.getByText(/^Link de acesso enviado, vale até /).waitFor()
  await inspectPage(page, 'console-reset-waits')
  await page.goto(addressOf('/console/registro'))
  await page
    .getByRole('table', { name: 'Registro da loja' })
    .getByText('Redefiniu o acesso de uma pessoa')
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
  await close()
  const mail = (await listMails(app, 'staff-reset')).find(({ to }) => to === person.email)
  return addressOf(`/console/novo-acesso#${mail?.token}`)
}

test('somebody who lost the authenticator gets a link by mail, gives the password, and sets up another one by the keyboard', async () => {
  const person = await newStaffMember(app, 'FINANCE')
  const link = await resetInPessoas(person)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(link)
  await seeHeading(page, 'Novo acesso ao painel')
  await page.getByText(person.email).waitFor()
  await checkNarrow(page, 'console-restore-phone')
  await focusByKeyboard(page, 'textbox', 'Sua senha')
  await page.keyboard.type('uma senha errada')
  await setUpAuthenticator(page, 'Código do autenticador')
  await page.keyboard.press('Enter')
  await page.getByText('A senha não confere.').waitFor()
  await page.getByLabel('Sua senha').fill(person.password)
  const totpSecret = await setUpAuthenticator(page, 'Código do autenticador')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Início')
  await leave(page)
  app.clock.advance({ ms: 30_000 })
  await signIn(page, person, computeTotp(totpSecret, computeTotpStep(app.clock.now())))
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('Este link não vale mais').waitFor()
  await inspectPage(page, 'console-restore-used')
  // The browser says in its console that the answer was 401 or 404.
  assert.deepEqual(
    complaints.filter(each => !/40[14]/.test(each)),
    [],
  )
  await close()
})

test('somebody who was reset makes a passkey instead, and signs in with it', async () => {
  const person = await newStaffMember(app, 'SALES')
  const link = await resetInPessoas(person)
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  await addAuthenticator(await context.newCDPSession(page))
  await page.goto(link)
  await page.getByText('Chave de acesso', { exact: true }).click()
  await page.getByLabel('Sua senha').fill(person.password)
  await inspectPage(page, 'console-restore-passkey')
  await page.getByRole('button', { name: 'Criar a chave e entrar' }).click()
  await seeHeading(page, 'Início')
  await leave(page)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await seeHeading(page, 'Início')
  await page.goto(addressOf('/console/chaves'))
  await page.getByRole('button', { name: /^Remover/ }).click()
  await page.getByText('Esta é a sua única forma de entrar.').waitFor()
  await page.goto(addressOf('/console/acesso'))
  await page.getByRole('button', { name: 'Configurar um autenticador' }).click()
  await page.getByLabel('Senha atual').fill(person.password)
  const totpSecret = await setUpAuthenticator(page, 'Código do novo autenticador')
  await inspectPage(page, 'console-first-authenticator')
  await page.keyboard.press('Enter')
  await page.getByText('Autenticador configurado.').waitFor()
  await leave(page)
  app.clock.advance({ ms: 30_000 })
  await signIn(page, person, computeTotp(totpSecret, computeTotpStep(app.clock.now())))
  assert.deepEqual(
    complaints.filter(each => !/409/.test(each)),
    [],
  )
  await close()
})

test('an invited person chooses a passkey by the keyboard, is in without a password, and signs in again with it', async () => {
  const email = 'comchave@loja.example'
  const invited = await invitePerson(app.services, { email, role: 'SALES', retailerId: DEMO_RETAILER })
  if (invited === 'known') assert.fail()
  const { page, context, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(invited.link)
  await seeHeading(page, 'Convite da loja Loja Demonstração')
  await focusByKeyboard(page, 'textbox', 'Seu nome')
  await page.keyboard.type('Ana da Chave')
  await focusByKeyboard(page, 'radio', 'Autenticador')
  await page.keyboard.press('ArrowRight')
  await page.getByText('sem senha e sem código').waitFor()
  assert.equal(await page.getByLabel('Senha', { exact: true }).count(), 0)
  await checkNarrow(page, 'console-invitation-passkey-phone')
  const session = await context.newCDPSession(page)
  const authenticatorId = await addAuthenticator(session)
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await pressByKeyboard(page, 'Criar a chave e entrar')
  await page.getByText('A chave não foi criada. Tente de novo.').waitFor()
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await pressByKeyboard(page, 'Criar a chave e entrar')
  await seeHeading(page, 'Início')
  await page.goto(addressOf('/console/acesso'))
  await page.getByRole('button', { name: 'Configurar um autenticador' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Mudar a minha senha' }).count(), 0)
  await leave(page)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await seeHeading(page, 'Início')
  assert.deepEqual(complaints, [])
  await close()
})

test('a person replaces the own authenticator in Meu acesso, and what was typed stays when something is wrong', async () => {
  const user = await newStaffUser(app, 'VIEWER')
  const { page, close } = await openConsole(app, browser, user, PHONE)
  await page.goto(`${app.url}/console/acesso`)
  await page.getByRole('button', { name: 'Trocar o autenticador' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trocar o autenticador' })
  await dialog.getByLabel('Senha atual').fill('senha errada')
  await dialog.getByLabel('Código do autenticador atual').fill(nextStaffCode(app, user))
  const totpSecret = await setUpAuthenticator(page, 'Código do novo autenticador')
  await page.keyboard.press('Enter')
  await page.getByText('E-mail, senha ou código não conferem.', { exact: false }).waitFor()
  await checkNarrow(page, 'console-change-authenticator')
  assert.notEqual(await dialog.getByLabel('Código do novo autenticador').inputValue(), '')
  await dialog.getByLabel('Senha atual').fill(user.password)
  await dialog.getByLabel('Código do autenticador atual').fill(nextStaffCode(app, user))
  const newCode = computeTotp(totpSecret, computeTotpStep(app.clock.now()))
  await dialog.getByLabel('Código do novo autenticador').fill(newCode)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Autenticador configurado.').waitFor()
  await page.reload()
  await seeHeading(page, 'Meu acesso')
  assert.equal((await user.get('/session')).status, 401)
  await close()
})
