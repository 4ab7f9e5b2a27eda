import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { arriveAt, focusByKeyboard, pressByKeyboard, seeHeading } from '../browser/shopper.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { checkLegibility } from './legibility.ts'
import { composeState, GOOD_CODE, GROUPS, type StandIn, startStandIn } from './stand-in.ts'

let server: StandIn
let browser: Browser

before(async () => {
  server = await startStandIn()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(() => {
  server.state = composeState()
  server.afterCode = { screen: 'options', groups: GROUPS, firstName: 'Maria' }
  server.received.length = 0
})

const PERSON = [
  ['CPF', '52998224725'],
  ['Nome completo', 'Maria da Silva'],
  ['Celular', '11987654321'],
  ['E-mail', 'maria@example.com'],
  ['CEP', '01310100'],
  ['Rua ou avenida', 'Avenida Paulista'],
  ['Número', '1578'],
  ['Cidade', 'São Paulo'],
] as const

async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkLegibility(page, name)
}

test('the first screen comes with the page, and the script that takes over changes no word of it', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.route('**/assets/**', route => route.abort())
  await page.goto(server.link)
  await seeHeading(page, 'Parcele sua compra no crediário')
  await inspectPage(page, 'pay-00-before-script')
  const before = await page.locator('.card').first().innerText()
  await page.unroute('**/assets/**')
  await page.reload()
  await page.getByRole('button', { name: 'Receber código por SMS' }).waitFor()
  assert.equal(await page.locator('.card').first().innerText(), before)
  assert.match(before, /Geladeira <b>Frost Free<\/b>[\s\S]*Preço à vista/)
  assert.deepEqual(complaints, [])
  await close()
})

test('a buyer goes from the link to the onboarding by the keyboard alone, and every screen is fit for all', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByRole('button', { name: 'Receber código por SMS' }).waitFor()
  await look(page, 'pay-01-who')
  for (const [label, text] of PERSON) {
    await focusByKeyboard(page, 'textbox', label)
    await page.keyboard.type(text)
  }
  assert.equal(await page.getByRole('combobox', { name: 'Estado' }).inputValue(), 'SP')
  await page.keyboard.press('Enter')

  await arriveAt(page, 'Confirme seu celular')
  await page.getByText('Enviamos um código de 6 números').waitFor()
  await page.getByText(/Peça outro em 0:0\d|Enviar outro código/).waitFor()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  await focusByKeyboard(page, 'textbox', 'Código recebido por SMS')
  await page.keyboard.type(GOOD_CODE)
  await look(page, 'pay-03-code')
  await pressByKeyboard(page, 'Confirmar')

  await arriveAt(page, 'Maria, escolha como pagar')
  await look(page, 'pay-04-options')
  await focusByKeyboard(page, 'radio', /^Sem entrada/)
  await page.keyboard.press('ArrowDown')
  await focusByKeyboard(page, 'radio', /^3× de/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('checkbox', { name: /Mais R\$\s7,94 por parcela: R\$\s71,46 a mais em 9 parcelas/ })
    .press('Space')
  const bar = page.locator('.action-bar')
  const chosen = GROUPS[1]?.options[2] ?? assert.fail()
  const total = ((chosen.insurance?.total ?? 0) + (GROUPS[1]?.downPayment ?? 0)).toLocaleString('pt-BR', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  await bar.getByText(`Total R$\u00a0${total}`).waitFor()
  await look(page, 'pay-05-chosen')
  await pressByKeyboard(page, 'Continuar')
  await page.waitForURL('**/onboarding/next')

  assert.deepEqual(
    server.received.map(({ path }) => path),
    ['open', 'person', 'confirm', 'choose'],
  )
  assert.deepEqual(server.received[1]?.body, {
    name: 'Maria da Silva',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
    email: 'maria@example.com',
    zipCode: '01310-100',
    addressStreet: 'Avenida Paulista',
    addressNumber: '1578',
    city: 'São Paulo',
    state: 'SP',
  })
  assert.deepEqual(server.received[3]?.body, { optionId: chosen.optionId, hasInsurance: true })
  assert.deepEqual(complaints, [])
  await close()
})

test('on a computer the page stands as well', async () => {
  const { page, close } = await openVisit(browser, DESKTOP)
  await page.goto(server.link)
  await page.getByRole('button', { name: 'Receber código por SMS' }).waitFor()
  await inspectPage(page, 'pay-10-desktop-who')
  server.state = composeState({ screen: 'options', groups: GROUPS })
  await page.reload()
  await seeHeading(page, 'Escolha como pagar')
  await inspectPage(page, 'pay-11-desktop-options')
  await close()
})

const READABLE_MS = 3_000
/** What another test takes from the machine only ever makes a try slower: the fastest one tells. */
const TRIES = 5
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

test('on slow 3G and a processor four times slower, shop and price are readable within 3 seconds', async () => {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && fastestMs > READABLE_MS; tries++) {
    const { page, context, close } = await openVisit(browser, PHONE)
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', SLOW_3G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const response = await page.goto(server.link)
    const html = (await response?.text()) ?? ''
    assert.match(html, /<div id="app">[\s\S]*Casa[\s\S]*Geladeira[\s\S]*Preço à vista/)
    const painted = await page.waitForFunction(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
    )
    fastestMs = Math.min(fastestMs, Number(await painted.jsonValue()))
    await close()
  }
  assert.ok(fastestMs <= READABLE_MS, `${fastestMs} ms`)
})
