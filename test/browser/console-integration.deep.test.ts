import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { DEMO_KEY, PLAIN_KEY, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import {
  DESKTOP,
  inspectPage,
  launchBrowser,
  openVisit,
  PHONE,
  type Screen,
  type Visit,
} from '../support/browser.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { waitForRequest } from '../support/requests.ts'
import { waitFor } from '../support/wait-for.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { composeEvent, createEndpoint, emit, newTransactionId } from '../support/webhooks.ts'
import { checkReflow, focusByKeyboard, pressByKeyboard, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
let receiver: WebhookReceiver
let owner: StaffUser
let endpointId: string
before(async () => {
  const env = {
    NUVEMSHOP_APP_ID: '4321',
    NUVEMSHOP_CLIENT_SECRET: 'app-secret',
    NUVEMSHOP_CONTACT: 'parcerias@crediario.example',
  }
  app = await startTestApp({ env })
  browser = await launchBrowser()
  receiver = await startReceiver((received, response) =>
    response.writeHead(received.body.includes('DENIED') ? 500 : 204).end(),
  )
  owner = await newStaffUser(app, 'OWNER')
  endpointId = (await createEndpoint(app, receiver.url)).id
  await emit(app, [
    composeEvent(newTransactionId(), 1, { type: 'transaction.approved' }),
    composeEvent(newTransactionId(), 1, { type: 'transaction.canceled' }),
  ])
  await receiver.wait(2)
  for (const path of ['/events?limit=0', '/webhooks/endpoints'])
    await (await fetch(app.url + path, { headers: { 'x-service-apikey': DEMO_KEY } })).arrayBuffer()
})
after(async () => {
  await browser?.close()
  await receiver.stop()
  await app.stop()
})

async function open(user: StaffUser, screen: Screen, path: string, title: string | RegExp): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = user.cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  await visit.page.goto(app.url + path)
  await seeHeading(visit.page, title)
  return visit
}

const TABS = [
  ['Chaves', 'Criar chave'],
  ['Origens', 'Permitir'],
  ['Webhooks', 'Cadastrar receptor'],
  ['Requisições', 'Procurar'],
  ['Plataformas', /^Configurar/],
] as const

test('an owner sees every tab, on a desktop and a phone, in light, dark and at 200 %, by keyboard too', async () => {
  for (const screen of [DESKTOP, PHONE]) {
    const visit = await open(owner, screen, '/console/integracao', 'Integração')
    const { page } = visit
    for (const [at, [name, button]] of TABS.entries()) {
      const tab = page.getByRole('tab', { name })
      if (at === 0) await focusByKeyboard(page, 'tab', name)
      else await page.keyboard.press('ArrowRight')
      assert.equal(await tab.getAttribute('aria-selected'), 'true', name)
      await page.getByRole('button', { name: button }).first().waitFor()
      await page.locator('.skeleton').waitFor({ state: 'detached' })
      const words = `console-integration-${name.toLowerCase()}-${screen.width}`
      await inspectPage(page, words)
      await checkReflow(page, words)
    }
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  }
})

test('a key is made, shown once with a button that copies it, and revoked', async () => {
  const visit = await open(owner, DESKTOP, '/console/integracao', 'Integração')
  const { page } = visit
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await inspectPage(page, 'console-integration-new-key')
  await page.getByRole('button', { name: 'Criar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sua nova chave' })
  await dialog.getByRole('button', { name: 'Copiar' }).waitFor()
  const key = (await dialog.locator('code').first().innerText()).trim()
  assert.match(key, /^sk_homolog_/)
  await inspectPage(page, 'console-integration-shown-key')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await waitFor('the key is gone from the page', async () => !(await page.content()).includes(key))
  const hint = `${key.slice(0, 14)}…${key.slice(-4)}`
  await page.getByRole('button', { name: `Revogar ${hint}` }).click()
  await page.getByRole('button', { name: 'Revogar agora' }).click()
  await page.getByRole('button', { name: `Revogar ${hint}` }).waitFor({ state: 'detached' })
  await page.getByText('Revogada').first().waitFor()
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

test('a receiver opens beside the list: strip, tests of every type, what was sent and answered, replay with progress', async () => {
  const visit = await open(owner, DESKTOP, '/console/integracao', 'Integração')
  const { page } = visit
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: receiver.url }).press('Enter')
  await seeHeading(page, 'Receptor de webhooks')
  await page
    .getByText(/90 dias: 2 tentativas aceitas/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Compra recusada' }).click()
  await page.getByText(/Compra recusada — Em espera: 500/).waitFor()
  await page.getByRole('button', { name: 'Nota fiscal recusada' }).click()
  await page.getByText(/Nota fiscal recusada — Entregue: 204/).waitFor()
  await page.locator('summary', { hasText: 'Nota fiscal recusada' }).waitFor()
  await page.locator('summary', { hasText: 'Compra aprovada' }).click()
  const drawer = page.locator('.exchange')
  await drawer.getByText('Tentativa 1: 204').click()
  await drawer.getByText('webhook-signature').waitFor()
  await inspectPage(page, 'console-integration-endpoint')
  await checkReflow(page, 'console-integration-endpoint')
  const today = app.services.clock.now().toISOString().slice(0, 10)
  await page.getByLabel('De', { exact: true }).fill(today)
  await page.getByLabel('Até').fill(today)
  await pressByKeyboard(page, /^Reenviar$/)
  await page.getByText('Os 2 eventos foram reenviados.').waitFor()
  assert.deepEqual(visit.complaints, [])
  await visit.close()

  const phone = await open(owner, PHONE, `/console/integracao/${endpointId}`, 'Receptor de webhooks')
  await phone.page.getByRole('button', { name: 'Trocar o segredo' }).waitFor()
  await inspectPage(phone.page, 'console-integration-endpoint-phone')
  await checkReflow(phone.page, 'console-integration-endpoint-phone')
  await phone.page.getByRole('button', { name: 'Alterar' }).click()
  await inspectPage(phone.page, 'console-integration-endpoint-form')
  assert.deepEqual(phone.complaints, [])
  await phone.close()
})

test('a platform is switched on, its credentials are shown once, and it is checked', async () => {
  const visit = await open(owner, DESKTOP, '/console/integracao', 'Integração')
  const { page } = visit
  await page.getByRole('tab', { name: 'Plataformas' }).click()
  await page.getByRole('button', { name: 'Configurar VTEX' }).click()
  await page.getByRole('button', { name: 'Ligar o conector' }).click()
  await page.getByLabel('Nome da conta na VTEX').fill('lojademo')
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.getByText('A chave do Crediário funciona.').waitFor()
  await inspectPage(page, 'console-integration-vtex')
  await checkReflow(page, 'console-integration-vtex')
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

async function openPlatform(name: string, screen: Screen): Promise<Visit> {
  const visit = await open(owner, screen, '/console/integracao', 'Integração')
  const { page } = visit
  await page.getByRole('tab', { name: 'Plataformas' }).click()
  await page.getByRole('button', { name: `Configurar ${name}` }).click()
  await page.getByRole('heading', { name, level: 2 }).waitFor()
  await page.locator('.skeleton').waitFor({ state: 'detached' })
  return visit
}

test('the page of each platform is whole before anything is set up, on a desktop and a phone', async () => {
  for (const screen of [DESKTOP, PHONE])
    for (const name of ['Medusa', 'Nuvemshop', 'Magento 2', 'WooCommerce']) {
      const visit = await openPlatform(name, screen)
      const words = `console-integration-new-${name.toLowerCase().replace(' ', '')}-${screen.width}`
      await inspectPage(visit.page, words)
      await checkReflow(visit.page, words)
      assert.deepEqual(visit.complaints, [])
      await visit.close()
    }
})

test('a connector in the shop gets its key on the page, and doctor, log and differences tell what the lender’s side sees', async () => {
  for (const [name, field, command] of [
    ['Magento 2', 'Endereço da loja', 'bin/magento crediario:doctor'],
    ['WooCommerce', 'Endereço da loja', 'wp crediario doctor'],
    ['Medusa', 'Endereço do Medusa', 'npx crediario-medusa doctor'],
  ] as const) {
    const visit = await openPlatform(name, DESKTOP)
    const { page } = visit
    await page.locator('pre', { hasText: app.services.publicUrl }).first().waitFor()
    await pressByKeyboard(page, 'Criar a chave')
    await page.getByLabel(field).fill('loja')
    await page.getByRole('button', { name: 'Criar', exact: true }).click()
    await page.getByText(/^Confira: https/).waitFor()
    await page.getByLabel(field).fill(receiver.url)
    await page.getByRole('button', { name: 'Criar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Credenciais para a ${name}` })
    await dialog.getByRole('button', { name: 'Copiar' }).first().waitFor()
    const [key = ''] = /sk_homolog_\w+/.exec(await dialog.innerText()) ?? []
    assert.notEqual(key, '')
    await inspectPage(page, `console-integration-credentials-${name.toLowerCase().replace(' ', '')}`)
    await dialog.getByRole('button', { name: 'Já guardei' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await waitFor('the key is gone from the page', async () => !(await page.content()).includes(key))
    await page.getByRole('button', { name: 'Verificar' }).click()
    await page.getByText(/ainda não chamou o Crediário com esta chave/).waitFor()
    const answer = await fetch(`${app.url}/payment-links`, { headers: { 'x-service-apikey': key } })
    assert.equal(answer.status, 200, await answer.text())
    await waitForRequest(app, answer.headers.get('x-track-id') ?? '')
    if (name === 'Medusa') {
      await pressByKeyboard(page, 'Cadastrar o receptor')
      const secret = page.getByRole('dialog', { name: 'Segredo do receptor' })
      await secret.getByText(/^CREDIARIO_WEBHOOK_SECRET=whsec_/).waitFor()
      await secret.getByRole('button', { name: 'Já guardei' }).click()
      await page.getByRole('link', { name: `${receiver.url}/crediario/webhook` }).waitFor()
    } else await page.getByText(/^Ainda não cadastrado/).waitFor()
    await page.getByRole('button', { name: 'Verificar' }).click()
    await page.getByText(/^(?:Certo: )?A última chamada da loja foi em/).waitFor()
    await page.getByText(command).first().waitFor()
    await page.getByText('Nenhuma diferença.').waitFor()
    await page.getByRole('button', { name: 'Todas as plataformas' }).click()
    await page.getByRole('button', { name: `Configurar ${name}` }).click()
    await page.getByText('A loja pediu GET /payment-links: 200').first().waitFor()
    const words = `console-integration-${name.toLowerCase().replace(' ', '')}`
    await inspectPage(page, words)
    await checkReflow(page, words)
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  }
})

test('news that a shop refuses is a difference on its platform’s page, and one press tells it again', async () => {
  const visit = await openPlatform('Medusa', DESKTOP)
  const { page } = visit
  const event = composeEvent(newTransactionId(), 1, { type: 'transaction.denied' })
  await emit(app, [{ ...event, fields: { ...event.fields, action: 'DENIED' } }])
  await page.getByRole('button', { name: 'Comparar agora' }).click()
  await waitFor('the refusal is seen', async () => {
    await page.getByRole('button', { name: 'Comparar agora' }).click()
    return (await page.getByText('A loja não aceitou o aviso transaction.denied.').count()) > 0
  })
  await inspectPage(page, 'console-integration-difference')
  await checkReflow(page, 'console-integration-difference')
  await page.getByRole('button', { name: 'Avisar agora' }).click()
  await page.getByRole('button', { name: 'Avisar agora' }).waitFor()
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

test('Nuvemshop is switched on by its number, leads to the installation, is checked, and is switched off', async () => {
  const visit = await openPlatform('Nuvemshop', DESKTOP)
  const { page } = visit
  const taken = { platform: 'nuvemshop', retailerId: PLAIN_RETAILER, account: '7654321' }
  await app.services.connectors.enable({ ...taken, settings: {}, keys: { apiKey: PLAIN_KEY } })
  await page.getByRole('button', { name: 'Ligar o conector' }).click()
  await page.getByLabel('Número da loja na Nuvemshop').fill(taken.account)
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await page.getByText(/outra loja já o usa/).waitFor()
  await page.getByLabel('Número da loja na Nuvemshop').fill('1234567')
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  const install = page.getByRole('link', { name: 'Instalar o aplicativo na Nuvemshop' })
  assert.equal(await install.getAttribute('href'), 'https://www.nuvemshop.com.br/apps/4321/authorize')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.getByText('A loja ainda não instalou o aplicativo.').waitFor()
  await page.getByText('Conector ligado.').waitFor()
  await inspectPage(page, 'console-integration-nuvemshop')
  await checkReflow(page, 'console-integration-nuvemshop')
  await page.getByRole('button', { name: 'Desligar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click()
  await page.getByText('Conector desligado.').waitFor()
  await install.waitFor({ state: 'detached' })
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

test('who is no owner finds neither the page nor its place in the rail', async () => {
  for (const role of ['FINANCE', 'SALES', 'VIEWER'] as const) {
    const visit = await open(
      await newStaffUser(app, role),
      DESKTOP,
      '/console/integracao',
      'Página não encontrada',
    )
    assert.equal(await visit.page.getByRole('link', { name: 'Integração' }).count(), 0)
    await visit.close()
  }
})
