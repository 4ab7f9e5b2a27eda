import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { setTextSize } from '../links/legibility.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buy, pay, read, readStatus } from '../support/purchase-http.ts'
import {
  arriveAt,
  checkReflow,
  focusByKeyboard,
  linkOf,
  pressByKeyboard,
  readCode,
  seeHeading,
} from './shopper.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const PRODUCTS = [
  { id: 'sku-1', name: 'Geladeira <b>Frost Free</b> & Cia', amount: 1, value: 1_799.9 },
  { id: 'sku-2', name: 'Filtro de água', amount: 2, value: 80.05 },
]

async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkReflow(page, name)
}

test('the first screen is in the HTML, and the script that takes over does not change its text', async () => {
  const bought = await buy(app, { products: PRODUCTS, installments: 6 })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.route('**/assets/**', route => route.abort())
  await page.goto(linkOf(app, bought))
  await seeHeading(page, 'Confira sua compra')
  await inspectPage(page, 'onboarding-00-before-script')
  const before = await page.locator('.card').allInnerTexts()
  await page.unroute('**/assets/**')
  await page.reload()
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  assert.deepEqual(await page.locator('.card').allInnerTexts(), before)
  assert.equal(before.length, 3)
  assert.deepEqual(complaints, [])
  await close()
})

test('the summary’s figure and button are in sight without scrolling, and in large letters the bar leaves room', async () => {
  const bought = await buy(app, { products: PRODUCTS, installments: 6 })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  // Until the script has taken over: what it replaces has no place on the screen for a moment.
  await page.goto(linkOf(app, bought), { waitUntil: 'networkidle' })
  const bar = page.locator('.action-bar', {
    hasText: /^6× de R\$\s[\d.,]+\s*Total R\$\s[\d.,]+\s*Continuar$/,
  })
  for (const { width, height } of [PHONE, { width: 320, height: 568 }, DESKTOP]) {
    await page.setViewportSize({ width, height })
    const button = await bar.getByRole('button', { name: 'Continuar' }).boundingBox()
    assert.ok(button, 'the bar has its button')
    assert.ok(button.y >= 0 && button.y + button.height <= height, `${button.y} of ${height}`)
    const { height: thick = height } = (await bar.boundingBox()) ?? {}
    assert.ok(thick < height / 4, `the bar takes ${thick} of ${height}`)
  }
  await page.setViewportSize(PHONE)
  await setTextSize(page, 32)
  await page.getByRole('textbox', { name: 'Nome completo' }).focus()
  const field = await page.getByRole('textbox', { name: 'Nome completo' }).boundingBox()
  const large = await bar.boundingBox()
  assert.ok(field && large && field.y + field.height <= large.y, 'the bar covers no field')
  assert.equal(
    await page.evaluate(`getComputedStyle(document.querySelector('.action-bar')).position`),
    'static',
  )
  assert.deepEqual(complaints, [])
  await close()
})

test('a customer goes from the link to the billets on a phone by keyboard alone, and every screen is accessible', async () => {
  const bought = await buy(app, { products: PRODUCTS, installments: 6 })
  const { page, complaints, close } = await openVisit(browser, PHONE, {
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
  })
  await page.goto(linkOf(app, bought))

  await seeHeading(page, 'Confira sua compra')
  await page.getByText('Geladeira <b>Frost Free</b> & Cia').waitFor()
  await page.getByText('Datas das parcelas').waitFor()
  await look(page, 'onboarding-01-summary')
  await focusByKeyboard(page, 'textbox', 'Nome completo')
  await page.keyboard.type('Maria')
  await pressByKeyboard(page, 'Continuar')
  await page.getByText('Escreva nome e sobrenome').waitFor()
  const nameField = page.getByRole('textbox', { name: 'Nome completo' })
  await nameField.and(page.locator(':focus')).waitFor()
  await look(page, 'onboarding-01-summary-name')
  await page.keyboard.press('End')
  await page.keyboard.type(' José da Conceição')
  await page.getByText('Escreva nome e sobrenome').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')

  await arriveAt(page, 'Confirme seu celular')
  await look(page, 'onboarding-02-phone')
  await pressByKeyboard(page, 'Enviar código por SMS')
  await page.getByRole('textbox', { name: 'Código recebido por SMS' }).waitFor()
  await look(page, 'onboarding-03-code')
  await typeCode('Confirmar')

  for (const [kind, title] of [
    ['04-front', 'Foto da frente do documento'],
    ['05-back', 'Foto do verso do documento'],
    ['06-selfie', 'Agora, uma selfie'],
  ] as const) {
    await arriveAt(page, title)
    await look(page, `onboarding-${kind}`)
    await pressByKeyboard(page, 'Abrir a câmera')
    await page.locator('button[aria-disabled=false]', { hasText: 'Tirar foto' }).waitFor()
    if (kind !== '05-back') await look(page, `onboarding-${kind}-camera`)
    await pressByKeyboard(page, 'Tirar foto')
    await arriveAt(page, 'Ficou boa?')
    await page.locator('img.preview').waitFor()
    if (kind !== '05-back') await look(page, `onboarding-${kind}-preview`)
    await pressByKeyboard(page, 'Usar esta foto', 'Space')
  }

  await arriveAt(page, 'Quer um seguro para as parcelas?')
  await look(page, 'onboarding-08-insurance')
  await focusByKeyboard(page, 'radio', /^Sem seguro/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  assert.ok(await page.getByRole('radio', { name: /^Com seguro/ }).isChecked())
  await pressByKeyboard(page, 'Continuar')

  await arriveAt(page, 'Leia e assine o contrato')
  await look(page, 'onboarding-09-contract')
  const contract = page.getByRole('link', { name: 'Abrir o contrato (PDF)' })
  const pdf = await page.request.get(app.url + (await contract.getAttribute('href')))
  assert.equal(pdf.headers()['content-type'], 'application/pdf')
  assert.equal((await pdf.body()).subarray(0, 5).toString(), '%PDF-')
  assert.equal(await page.getByRole('button', { name: 'Receber código para assinar' }).count(), 0)
  await pressByKeyboard(page, 'Ler o contrato')
  await page.getByText('Sistema de Informações de Crédito').first().waitFor()
  const clauses = page.locator('.clauses > li')
  assert.equal(await clauses.getByText(/^Em resumo: \p{L}.+\.$/u).count(), await clauses.count())
  const [text] = await page.getByText('o EMITENTE promete pagar ao CREDOR').all()
  assert.equal(await text?.isVisible(), false, 'folded')
  await pressByKeyboard(page, 'Abrir todas as cláusulas')
  await text?.waitFor()
  await look(page, 'onboarding-09-contract-open')
  await pressByKeyboard(page, 'Receber código para assinar')
  await typeCode('Assinar contrato')

  await arriveAt(page, /^Pague a entrada de/)
  await look(page, 'onboarding-10-down-payment')
  await pressByKeyboard(page, 'Copiar código Pix')
  await page.locator('#live', { hasText: 'Código Pix copiado' }).waitFor({ state: 'attached' })
  const { downPaymentBillet } = await read(app, bought.transactionId)
  assert.ok(downPaymentBillet)
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), downPaymentBillet.pixCode)
  await pay(app, downPaymentBillet.id, { method: 'PIX' })

  await arriveAt(page, 'Pronto, compra concluída!')
  assert.equal(await page.getByRole('link', { name: /^Abrir boleto/ }).count(), 6)
  await look(page, 'onboarding-11-complete')
  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    pressByKeyboard(page, 'Pôr as datas no calendário'),
  ])
  assert.equal(calendar.suggestedFilename(), 'parcelas.ics')
  const entries = readFileSync(await calendar.path(), 'utf8')
  const { installments = [] } = await read(app, bought.transactionId)
  assert.deepEqual(
    [...entries.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, date]) => date),
    installments.map(({ dueDate }) => dueDate.replaceAll('-', '')),
  )
  const billets = page.getByRole('link', { name: 'Baixar todos os boletos' })
  const sheets = await page.request.get(app.url + (await billets.getAttribute('href')))
  assert.equal((await sheets.body()).subarray(0, 5).toString(), '%PDF-')
  assert.equal(await readStatus(app, bought.transactionId), 'OPEN')
  assert.deepEqual(complaints, [])
  await close()

  async function typeCode(submit: string): Promise<void> {
    await focusByKeyboard(page, 'textbox', 'Código recebido por SMS')
    await page.keyboard.type(await readCode(app, bought))
    await pressByKeyboard(page, submit)
  }
})
