import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { CONSOLE_ROLES, type ConsoleRole, type ConsoleSession } from '../../src/contract/console.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { setTextSize } from '../links/legibility.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE, type Screen } from '../support/browser.ts'
import { newStaffUser, nextStaffCode, type StaffMember, type StaffUser } from '../support/console.ts'
import { acceptInvitation, openConsole } from './console-visit.ts'
import { checkReflow, focusByKeyboard, pressByKeyboard, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
const users = new Map<ConsoleRole, StaffUser>()
before(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ env: { ROLE: 'api' } }), launchBrowser()])
  for (const role of CONSOLE_ROLES) users.set(role, await newStaffUser(app, role))
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const userOf = (role: ConsoleRole): StaffUser => users.get(role) ?? assert.fail()

async function open(user: StaffUser, screen: Screen, path: string, title: string) {
  const visit = await openConsole(app, browser, user, screen)
  await visit.page.goto(`${app.url}/console${path}`)
  await seeHeading(visit.page, title)
  return visit
}

/** At 320 px, and with letters twice as large at 390 px, nothing is cut off to the side. */
async function checkNarrow(page: Page, name: string): Promise<void> {
  await checkReflow(page, name)
  await setTextSize(page, 32)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, `${name}, 200 %`)
  await page.screenshot({ path: `.screenshots/${name}-200.png`, fullPage: true })
  await setTextSize(page, 16)
}

async function signInAgain(page: Page, user: StaffMember): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Entre de novo' })
  assert.equal(await dialog.getByLabel('E-mail').inputValue(), user.email)
  await dialog.getByLabel('Senha').fill(user.password)
  await dialog.getByLabel('Código do autenticador').fill(nextStaffCode(app, user))
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const railOf = (page: Page): Locator => page.getByRole('navigation').first()

test('somebody who was invited sets a password and an authenticator by the keyboard, and is in; the link opens once', async () => {
  const email = 'convidada@loja.example'
  const invited = await invitePerson(app.services, { email, role: 'FINANCE', retailerId: DEMO_RETAILER })
  if (invited === 'known') assert.fail()
  const address = `${app.url}/console/convite#${invited.link.split('#')[1]}`
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(address)
  await seeHeading(page, 'Convite da loja Loja Demonstração')
  await page.getByText('Financeiro', { exact: true }).waitFor()
  await page.getByText(email).waitFor()
  await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor()
  await inspectPage(page, 'console-invitation-phone')
  await checkNarrow(page, 'console-invitation-phone')
  // What is missing is said, and nothing that was typed goes.
  await focusByKeyboard(page, 'textbox', 'Seu nome')
  await page.keyboard.type('Dona Con')
  await page.keyboard.press('Enter')
  await page.getByText('A senha precisa de pelo menos 10 caracteres.').waitFor()
  assert.equal(await page.getByLabel('Seu nome').inputValue(), 'Dona Con')
  await page.getByLabel('Seu nome').fill('')
  await acceptInvitation(page, app, { name: 'Dona Convidada', password: 'uma frase comprida' })
  await seeHeading(page, 'Início')
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByText('Este convite não vale mais').waitFor()
  await inspectPage(page, 'console-invitation-used')
  assert.deepEqual(complaints, [])
  await close()
})

test('an owner invites, sends again, withdraws, changes a role and removes a person, by the keyboard', async () => {
  const changed = await newStaffUser(app, 'VIEWER')
  const { page, complaints, close } = await open(userOf('OWNER'), DESKTOP, '/pessoas', 'Pessoas')
  await page.getByRole('table', { name: 'Pessoas da loja' }).waitFor()
  await pressByKeyboard(page, 'Convidar uma pessoa')
  const dialog = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
  await focusByKeyboard(page, 'textbox', 'E-mail')
  await page.keyboard.type('vendas@loja.example')
  await focusByKeyboard(page, 'combobox', 'Perfil')
  await page.keyboard.type('Vendas')
  await dialog.getByText('Cria links e cuida de pedidos, sem ver valores.').waitFor()
  await inspectPage(page, 'console-invite')
  await pressByKeyboard(page, 'Enviar convite')
  await page.getByText('Convite enviado. O link vale por 7 dias e abre uma vez só.').waitFor()
  const invitations = page.getByRole('table', { name: 'Convites em aberto' })
  await invitations.getByText('vendas@loja.example', { exact: true }).waitFor()
  await inspectPage(page, 'console-people')
  await pressByKeyboard(page, 'Enviar de novo para vendas@loja.example')
  await page.getByText('O link anterior não abre mais.').waitFor()
  await pressByKeyboard(page, 'Retirar o convite de vendas@loja.example')
  await page.getByText('Convite retirado.').waitFor()
  await invitations.waitFor({ state: 'detached' })

  await pressByKeyboard(page, `Mudar ${changed.name}`)
  const person = page.getByRole('dialog', { name: changed.name })
  await person.getByLabel('Perfil').selectOption('SALES')
  await inspectPage(page, 'console-person')
  await person.getByRole('button', { name: 'Mudar o perfil' }).press('Enter')
  await page.getByText(`${changed.name} tem outro perfil a partir de agora.`).waitFor()
  await pressByKeyboard(page, `Mudar ${changed.name}`)
  await person.getByRole('button', { name: 'Retirar da loja' }).press('Enter')
  await page.getByText(`${changed.name} não entra mais`).waitFor()
  assert.equal((await changed.get('/session')).status, 401)
  // Every one of these is in the log, by whom and about what.
  await page.goto(`${app.url}/console/registro`)
  const log = page.getByRole('table', { name: 'Registro da loja' })
  for (const words of [
    'Quem financia as vendas',
    'Convidou uma pessoa',
    'Enviou um convite de novo',
    'Retirou um convite',
    'Mudou o perfil de uma pessoa',
    'Retirou uma pessoa da loja',
  ])
    await log.getByText(words).first().waitFor()
  await inspectPage(page, 'console-audit')
  assert.deepEqual(complaints, [])
  await close()
})

test('the last owner can neither be removed nor lose the role, and the page says why', async () => {
  const owner = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const { page, close } = await open(owner, DESKTOP, '/pessoas', 'Pessoas')
  await page.getByRole('button', { name: `Mudar ${owner.name}` }).click()
  await page.getByRole('button', { name: 'Retirar da loja' }).click()
  await page.getByText('A loja precisa de ao menos um proprietário.').waitFor()
  await close()
})

test('the pages about people and access are fit for all, in both schemes, narrow and with text twice as large', async () => {
  for (const [path, title, caption] of [
    ['/pessoas', 'Pessoas', 'Pessoas da loja'],
    ['/registro', 'Registro', 'Registro da loja'],
    ['/acesso', 'Meu acesso', 'Suas sessões'],
  ] as const)
    for (const [kind, screen] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      const name = `console${path.replace('/', '-')}-${kind}`
      const { page, complaints, close } = await open(userOf('OWNER'), screen, path, title)
      await page.getByRole('table', { name: caption }).waitFor()
      await inspectPage(page, name)
      if (screen === PHONE) await checkNarrow(page, name)
      assert.deepEqual(complaints, [], name)
      await close()
    }
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(`${app.url}/console`)
  await seeHeading(page, 'Painel da loja')
  await inspectPage(page, 'console-sign-in-phone')
  await checkNarrow(page, 'console-sign-in-phone')
  assert.deepEqual(complaints, [])
  await close()
})

test('Pessoas and Registro are only for owners, and everybody has Meu acesso', async () => {
  for (const role of CONSOLE_ROLES) {
    const { page, complaints, close } = await open(userOf(role), DESKTOP, '/acesso', 'Meu acesso')
    await page.getByText('Esta', { exact: true }).waitFor()
    for (const [name, path] of [
      ['Pessoas', '/pessoas'],
      ['Registro', '/registro'],
    ] as const) {
      assert.equal(
        await railOf(page).getByRole('link', { name, exact: true }).count(),
        role === 'OWNER' ? 1 : 0,
        `${role} ${name}`,
      )
      await page.goto(`${app.url}/console${path}`)
      await seeHeading(page, role === 'OWNER' ? name : 'Página não encontrada')
    }
    assert.deepEqual(complaints, [], role)
    await close()
  }
})

test('a person ends another browser’s session in Meu acesso', async () => {
  const user = await newStaffUser(app, 'SALES')
  const visit = await openVisit(browser, DESKTOP)
  const { page } = visit
  await page.goto(`${app.url}/console/acesso`)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Senha').fill(user.password)
  await page.getByLabel('Código do autenticador').fill(nextStaffCode(app, user))
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Meu acesso')
  await pressByKeyboard(page, 'Encerrar todas as outras')
  const ending = page.getByRole('button', { name: 'Encerrar todas as outras' })
  await ending.waitFor({ state: 'detached' })
  assert.equal((await user.get('/session')).status, 401)
  await visit.close()
})

async function switchTo(page: Page, shop: string): Promise<void> {
  await page.getByRole('button', { name: 'Trocar de loja' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${shop} (Proprietário)` })
    .click()
  await seeHeading(page, 'Início')
  await railOf(page).getByRole('link', { name: 'Pessoas', exact: true }).click()
  await seeHeading(page, 'Pessoas')
}

test('somebody who works at two shops switches, and sees only the other one’s people', async () => {
  const both = await newStaffUser(app, 'OWNER', [DEMO_RETAILER, PLAIN_RETAILER])
  const { body } = await both.get<ConsoleSession>('/session')
  const { page, complaints, close } = await open(both, DESKTOP, '/pessoas', 'Pessoas')
  // Whoever has never been here begins at either shop.
  if (body.shop.retailerId === PLAIN_RETAILER) await switchTo(page, 'Loja Demonstração')
  const table = page.getByRole('table', { name: 'Pessoas da loja' })
  await table.getByText(userOf('SALES').email).waitFor()
  await page.getByRole('button', { name: 'Trocar de loja' }).click()
  await inspectPage(page, 'console-switch')
  await page.keyboard.press('Escape')
  await switchTo(page, 'Loja Simples')
  await table.getByText(both.email).waitFor()
  assert.equal(await table.getByText(userOf('SALES').email).count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('a session that ended opens the sign-in over the page, hides what was there, and loses no typed text', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const { page, complaints, close } = await open(owner, PHONE, '/pessoas', 'Pessoas')
  await page.getByRole('button', { name: 'Convidar uma pessoa' }).click()
  const form = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
  await form.getByLabel('E-mail').fill('alguem@loja.example')
  await form.getByLabel('Perfil').selectOption('FINANCE')
  await owner.post('/sign-out')
  await form.getByRole('button', { name: 'Enviar convite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Entre de novo' })
  await dialog.getByText('Sua sessão terminou. Entre de novo.').waitFor()
  await inspectPage(page, 'console-session-ended')
  assert.equal(await page.getByRole('table', { name: 'Pessoas da loja' }).isVisible(), false)
  assert.equal(await form.isVisible(), false)
  await page.keyboard.press('Escape')
  await dialog.waitFor()
  await signInAgain(page, owner)
  assert.equal(await form.getByLabel('E-mail').inputValue(), 'alguem@loja.example')
  assert.equal(await form.getByLabel('Perfil').inputValue(), 'FINANCE')
  await form.getByRole('button', { name: 'Enviar convite' }).click()
  await page.getByText('Convite enviado.').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('without a connection the page says so, keeps what was typed, and goes on when it is back', async () => {
  const { page, context, close } = await open(userOf('OWNER'), PHONE, '/pessoas', 'Pessoas')
  await page.getByRole('button', { name: 'Convidar uma pessoa' }).click()
  const form = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
  await form.getByLabel('E-mail').fill('longe@loja.example')
  await form.getByLabel('Perfil').selectOption('VIEWER')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Enviar convite' }).click()
  await form.getByText('Sem resposta do servidor.').waitFor()
  assert.equal(await form.getByLabel('E-mail').inputValue(), 'longe@loja.example')
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Enviar convite' }).click()
  await page.getByText('Convite enviado.').waitFor()
  await close()
})
