import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { composePicture } from '../../../src/sandbox/sandbox-picture.ts'
import { chooseFile, seeHeading } from '../../browser/shopper.ts'
import { checkLegibility } from '../../links/legibility.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../../support/browser.ts'
import { readSource } from '../../tidy/source-files.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startTestApp()
  await app.services.retailers.allowOrigin('000000000000000000000001', app.url)
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const PICTURES = [
  ['front', 'Foto da frente do documento'],
  ['back', 'Foto do verso do documento'],
  ['selfie', 'Agora, uma selfie'],
] as const

/** The code that the panel shows, once it is another one than before. */
async function readPanelCode(panel: Page, before = ''): Promise<string> {
  const code = panel.locator('.copy-lines.big .copy-text', { hasNotText: before === '' ? /^$/ : before })
  const text = (await code.textContent()) ?? ''
  assert.match(text, /^\d{6}$/)
  return text
}

async function enterCode(page: Page, code: string, submit: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Código recebido por SMS' }).fill(code)
  await page.getByRole('button', { name: submit }).click()
}

/** Tells every step that any page of the purchase shows. */
const TELL_STEPS = `new MutationObserver(() => {
  const step = document.querySelector('.steps')?.previousElementSibling.textContent
  if (step?.startsWith('Etapa') && step !== window.toldStep) tellStep((window.toldStep = step))
}).observe(document, { childList: true, subtree: true, characterData: true })`

test('somebody buys in the shop from the product to the approved order, with the panel beside it', async () => {
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  // In order and with repetitions: a count that goes back would show.
  const steps: string[] = []
  await page.exposeFunction('tellStep', (step: string) => void steps.push(step))
  await page.addInitScript(TELL_STEPS)
  await page.goto(`${app.url}/store`)
  await page.getByRole('link', { name: 'Geladeira Frost Free 375 L' }).click()
  await page.getByRole('radio', { name: '220 V' }).check()
  await page.getByRole('radio', { name: /^Menta/ }).check()
  await page.getByText('R$ 2.319,90', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click()
  await page.getByRole('link', { name: 'Ir para o pagamento' }).click()
  await page.getByText(/^000\.001\.\d{3}-\d{2}$/).waitFor()

  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Pagar com Crediário' }).click()
  const panel = await opened
  await page.waitForURL('**/pay/*')
  const orderPage = await context.newPage()
  await orderPage.goto(`${app.url}/store/pedidos`)
  await orderPage.getByRole('link', { name: /^Pedido LD/ }).click()
  await seeHeading(orderPage, /^(?:Aguardando o pagamento|Escolhendo as parcelas)$/)

  const name = (await panel.locator('.copy-text').first().textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(name)
  await page.getByRole('button', { name: 'Receber código por SMS' }).click()
  const first = await readPanelCode(panel)
  await enterCode(page, first, 'Confirmar')
  await seeHeading(page, /escolha como pagar$/)
  await page
    .getByRole('radio', { name: /do preço/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Continuar' }).click()

  for (const [kind, title] of PICTURES) {
    await seeHeading(page, title)
    await chooseFile(page, 'Escolher um arquivo', {
      name: 'foto.jpg',
      mimeType: 'image/jpeg',
      buffer: composePicture(kind),
    })
    await page.getByRole('button', { name: 'Usar esta foto' }).click()
  }
  await seeHeading(page, /^(?:Quer um seguro|Leia e assine)/)
  if ((await page.getByRole('radio', { name: /^Sem seguro/ }).count()) > 0) {
    await page.getByRole('radio', { name: /^Sem seguro/ }).check()
    await page.getByRole('button', { name: 'Continuar' }).click()
  }
  await seeHeading(page, 'Leia e assine o contrato')
  await page.getByRole('button', { name: 'Ler o contrato' }).click()
  await page.getByRole('button', { name: 'Receber código para assinar' }).click()
  await enterCode(page, await readPanelCode(panel, first), 'Assinar contrato')
  await seeHeading(page, /^Pague a entrada de/)
  await seeHeading(orderPage, 'Falta só a entrada')
  await panel.getByRole('button', { name: /^Pagar a entrada por Pix/ }).click()

  await seeHeading(page, 'Pronto, compra concluída!')
  // The analysis may be over before its screen is drawn.
  const seen = steps.filter((step, at) => step !== steps[at - 1] && step !== 'Etapa 5 de 6: Análise')
  assert.deepEqual(seen, [
    'Etapa 1 de 6: Seus dados',
    'Etapa 2 de 6: Suas parcelas',
    'Etapa 3 de 6: Documento',
    'Etapa 4 de 6: Selfie',
    'Etapa 6 de 6: Contrato e entrada',
  ])
  await seeHeading(orderPage, 'Pedido aprovado')
  await page.getByRole('link', { name: 'Voltar para a loja' }).click()
  await seeHeading(page, 'Pedido aprovado')
  await inspectPage(page, 'store-order-approved')
  assert.deepEqual(complaints, [])
  await close()
})

/** What stands in quotation marks in the README's list of clicks, in its order. */
function listReadmeClicks(): string[] {
  const list = /^1\. Click a product[\s\S]*?(?=^The shop uses)/m.exec(readSource('README.md'))?.[0] ?? ''
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
}

/** A button, a link or a choice whose name begins so. */
async function press(name: string, page: Page): Promise<void> {
  const named = { name: new RegExp(`^${name}`) }
  const button = page.getByRole('button', named).or(page.getByRole('link', named))
  await button.or(page.getByRole('radio', named)).first().click()
}

test('the clicks that the README names, and no others, lead from a product to an approved order', async () => {
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  const clicks = listReadmeClicks()
  assert.ok(clicks.length >= 15, clicks.join())
  await page.goto(`${app.url}/store`)
  await page.getByRole('link', { name: 'Geladeira Frost Free 375 L' }).click()
  const opened = context.waitForEvent('page')
  let first = ''
  let isInsured = true
  for (const [index, name] of clicks.entries()) {
    // Who buys is invented while the page is looked at.
    if (name === 'Pagar com Crediário') await page.getByText(/^000\.001\.\d{3}-\d{2}$/).waitFor()
    const isInPanel = name === 'Enviar as fotos por mim' || name === 'Pagar a entrada por Pix'
    if (name === 'Nome completo') {
      const person = (await (await opened).locator('.copy-text').first().textContent()) ?? ''
      await page.getByRole('textbox', { name }).fill(person)
    } else if (name === 'Confirmar' || name === 'Assinar contrato') {
      const code = await readPanelCode(await opened, first)
      first ||= code
      await enterCode(page, code, name)
      if (name === 'Confirmar')
        await page
          .getByRole('radio', { name: /do preço/ })
          .first()
          .check()
    } else if (name === 'Sem seguro') {
      await seeHeading(page, /^(?:Quer um seguro|Leia e assine)/)
      isInsured = (await page.getByRole('radio', { name: /^Sem seguro/ }).count()) > 0
      if (isInsured) await press(name, page)
    } else if (name === 'Pedido aprovado') {
      await seeHeading(page, name)
    } else if (isInsured || clicks[index - 1] !== 'Sem seguro') {
      await press(name, isInPanel ? await opened : page)
    }
  }
  assert.deepEqual(complaints, [])
  await close()
})

test('nobody pays before the person who buys exists', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  const asked: string[] = []
  const isOrder = (request: string): boolean => /^POST .*\/orders$/.test(request)
  let letGo: () => void = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  page.on('request', request => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route('**/sandbox/people', async route => {
    await held
    await route.continue()
  })
  await page.goto(`${app.url}/store`)
  await page.getByRole('link', { name: 'Geladeira Frost Free 375 L' }).click()
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click()
  await page.getByRole('link', { name: 'Ir para o pagamento' }).click()
  const button = page.getByRole('button', { name: 'Pagar com Crediário' })
  await button.click({ force: true })
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  await button.press('Enter')
  assert.deepEqual(asked.filter(isOrder), [])
  letGo()
  await page.getByText(/^000\.001\.\d{3}-\d{2}$/).waitFor()
  await button.click()
  await page.waitForURL('**/pay/*')
  assert.equal(asked.filter(isOrder).length, 1)
  assert.deepEqual(complaints, [])
  await close()
})

async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkLegibility(page, name)
}

test('every page of the shop is fit for all: by day and night, at 320 px, with text of 200 %', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(`${app.url}/store`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'store-01-home')
  await page.getByRole('link', { name: 'Sofá 3 lugares Vila' }).click()
  await page.getByRole('button', { name: 'Simular' }).waitFor()
  await look(page, 'store-02-product')
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click()
  await seeHeading(page, 'Carrinho')
  await page.getByRole('button', { name: /^Aumentar a quantidade/ }).click()
  await page.getByText('R$ 4.980,00').first().waitFor()
  await look(page, 'store-03-cart')
  await page.getByRole('link', { name: 'Ir para o pagamento' }).click()
  await page.getByText(/^000\.001\./).waitFor()
  await look(page, 'store-04-checkout')
  await page.getByRole('button', { name: 'Pagar com Crediário' }).click()
  await page.waitForURL('**/pay/*')
  await page.goto(`${app.url}/store/pedidos`)
  await page.getByRole('link', { name: /^Pedido LD/ }).waitFor()
  await look(page, 'store-05-orders')
  await page.getByRole('link', { name: /^Pedido LD/ }).click()
  await seeHeading(page, /^(?:Aguardando o pagamento|Escolhendo as parcelas)$/)
  await look(page, 'store-06-order')
  await page.getByRole('button', { name: 'Painel de testes' }).click()
  await page.getByText(/^Agora (?:são|é) \d+h\d\d de /).waitFor()
  await inspectPage(page, 'store-07-panel-sheet')
  await page.goto(`${app.url}/store/sandbox`)
  await page.getByText(/^Agora (?:são|é) \d+h\d\d de /).waitFor()
  await look(page, 'store-08-panel')
  assert.deepEqual(complaints, [])
  await close()
})

/** Shifts that were reported since the page was opened. */
const SUM_SHIFTS = `new Promise(done => {
  let sum = 0
  new PerformanceObserver(list => {
    for (const { value } of list.getEntries()) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 500)
})`

test('the offer follows the variation’s price, and nothing on the page moves while it comes', async () => {
  for (const screen of [PHONE, DESKTOP]) {
    const { page, close } = await openVisit(browser, screen)
    await page.goto(`${app.url}/store/produto/geladeira-375-l`)
    const offer = page.locator('crediario-oferta')
    await page.getByRole('button', { name: 'Simular' }).waitFor()
    assert.equal(await offer.getAttribute('price'), '2199.90')
    await page.getByRole('radio', { name: /^Inox/ }).check()
    await page.getByText('R$ 2.499,90', { exact: true }).waitFor()
    // Without a down payment, which the standard conditions do not ask for.
    await offer.locator('.content', { hasText: /^Crediário: \d+× de/ }).waitFor()
    assert.equal(await offer.getAttribute('price'), '2499.90')
    const shift = await page.evaluate(SUM_SHIFTS)
    assert.equal(shift, 0, `${screen.width} px`)
    await close()
  }
})
