import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { arriveAt, focusByKeyboard, pressByKeyboard } from '../browser/shopper.ts'
import { look } from '../links/hosted-shopper.ts'
import { readCode } from '../links/hosted-visit.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import { type Bought, buy, buyOpen, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'
import { countCodes, waitForCodes } from './account-device.ts'
import { signIn } from './account-shopper.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

async function waitForPix({ transactionId }: Bought): Promise<void> {
  await moveClock(app, 'PT1M')
  const rows = await query(
    app,
    `SELECT c.txid FROM pix_charges c JOIN billets b ON b.id = c.billet_id
      WHERE b.transaction_id = $1 AND b.kind = 'installment' AND c.code IS NULL`,
    [transactionId],
  )
  assert.deepEqual(rows, [], 'charges without a code')
}

test('a customer signs in, pays, asks and withdraws by the keyboard alone; every screen is fit for all', async () => {
  const bought = await buyOpen(app)
  await waitForPix(bought)
  const { person } = bought
  const { page, complaints, close } = await openVisit(browser, PHONE, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  let transferred = 0
  page.on('response', response => {
    const size = response.request().sizes()
    void size.then(({ responseBodySize }) => (transferred += responseBodySize)).catch(() => undefined)
  })
  const before = await countCodes(app)
  await page.goto(`${app.url}/minha-conta`)
  await focusByKeyboard(page, 'textbox', 'Seu CPF')
  await page.keyboard.type('123')
  await pressByKeyboard(page, 'Receber código')
  await page.getByText('Este CPF não é válido').waitFor()
  await look(page, 'account-01-cpf')
  for (let digits = 0; digits < 3; digits++) await page.keyboard.press('Backspace')
  await focusByKeyboard(page, 'textbox', 'Seu CPF')
  await page.getByRole('textbox', { name: 'Seu CPF' }).fill('')
  await page.keyboard.type(person.cpf)
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Digite o código')
  await look(page, 'account-02-code')
  await waitForCodes(app, before + 1)
  await focusByKeyboard(page, 'textbox', 'Código recebido')
  await page.keyboard.type(await readCode(app, person.phone))
  await pressByKeyboard(page, 'Entrar')

  await arriveAt(page, /^Olá/)
  assert.ok(transferred > 0 && transferred <= 80_000, `${transferred} bytes were transferred`)
  await look(page, 'account-03-home')
  await focusByKeyboard(page, 'link', 'Pagar agora')
  await page.keyboard.press('Enter')
  await arriveAt(page, /^Compra na/)
  await look(page, 'account-04-purchase')
  await pressByKeyboard(page, 'Copiar código Pix')
  await page.getByText('Código Pix copiado').first().waitFor()
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^000201/)

  await focusByKeyboard(page, 'link', 'Todas as compras')
  await page.keyboard.press('Enter')
  await arriveAt(page, /^Olá/)
  await focusByKeyboard(page, 'link', 'Abrir meus dados')
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Meus dados')
  await focusByKeyboard(page, 'textbox', 'Conte o que aconteceu')
  await page.keyboard.type('Meu endereço mudou para a Rua das Flores, 10.')
  await pressByKeyboard(page, 'Enviar pedido')
  await page.getByText('Em análise').waitFor()
  await focusByKeyboard(page, 'textbox', 'Novo e-mail')
  await page.keyboard.type('maria@exemplo.com.br')
  await page.keyboard.press('Enter')
  await page.locator('dd', { hasText: 'maria@exemplo.com.br' }).waitFor()
  await look(page, 'account-05-data')

  await page.goBack()
  await page.goBack()
  await arriveAt(page, /^Compra na/)
  await pressByKeyboard(page, 'Desistir da compra')
  await inspectPage(page, 'account-06-withdraw')
  await pressByKeyboard(page, 'Sim, desistir')
  await page.getByText('Você desistiu desta compra.').waitFor()
  await look(page, 'account-07-canceled')
  await pressByKeyboard(page, 'Sair')
  await arriveAt(page, 'Minha conta')
  assert.deepEqual(complaints, [])
  await close()
})

test('a late and part-paid installment shows where its value comes from, and a purchase in progress goes on', async () => {
  const person = newPerson()
  const bought = await buyOpen(app, { person, downPayment: false, installments: 6 })
  const [first] = (await read(app, bought.transactionId)).installments ?? []
  await moveClock(app, 'P40D')
  await pay(app, first?.id ?? '', { amount: 40 })
  const phone = await openVisit(browser, PHONE)
  await signIn(phone.page, app, person)
  await look(phone.page, 'account-10-late-home')
  await phone.page.getByRole('link', { name: 'Pagar agora' }).click()
  await phone.page.getByText('Total hoje').waitFor()
  await phone.page.getByText(/Venceu em 09\/04\/2026, há 10 dias/).waitFor()
  await phone.page.getByText('Multa de 2%').waitFor()
  await phone.page.getByText('Já pago').waitFor()
  await look(phone.page, 'account-11-late')
  assert.deepEqual(phone.complaints, [])
  await phone.close()

  const other = await buy(app)
  await playUntil(app, other.transactionId, 'FRONTDOC', {}, DEMO_KEY)
  const desktop = await openVisit(browser, DESKTOP)
  await signIn(desktop.page, app, other.person)
  await inspectPage(desktop.page, 'account-12-desktop-home')
  await desktop.page.getByRole('link', { name: 'Ver tudo desta compra' }).click()
  await arriveAt(desktop.page, /^Compra na/)
  await inspectPage(desktop.page, 'account-13-desktop-onboarding')
  await desktop.close()
})

test('what is left of an installment that is not due has codes of its own: nobody is told to change an amount', async () => {
  const person = newPerson()
  const bought = await buyOpen(app, { person, downPayment: false, installments: 6 })
  await waitForPix(bought)
  const [first] = (await read(app, bought.transactionId)).installments ?? []
  await pay(app, first?.id ?? '', { amount: 40 })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, app, person)
  await page.getByRole('link', { name: 'Pagar agora' }).click()
  await page.getByText('Já pago').waitFor()
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Parcela 1 de 6' }) })
  await page.getByText('troque pelo que falta').waitFor({ state: 'hidden' })
  assert.equal(await card.getByRole('button', { name: 'Copiar código Pix' }).count(), 0)
  await look(page, 'account-20-part-paid')
  await pressByKeyboard(page, 'Gerar Pix do que falta')
  await card.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  await card.getByText(/Você economiza R\$.* em 1 parcela \(1\)/).waitFor()
  await look(page, 'account-21-rest')
  // Paid, the installment is done and the next one takes its place.
  const [settlement] = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement'`,
    [bought.transactionId],
  )
  await pay(app, settlement?.id ?? '', { method: 'PIX' })
  await page.reload()
  await page.getByRole('heading', { name: 'Parcela 2 de 6' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
