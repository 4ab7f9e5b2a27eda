import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { arriveAt, seeHeading } from '../browser/shopper.ts'
import { readCode } from '../links/hosted-visit.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newPerson, type Person } from '../support/people.ts'
import { buyOpen, moveClock, pay, removeProducts } from '../support/purchase-http.ts'
import { countCodes, waitForCodes } from './account-device.ts'

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

async function signIn(page: Page, person: Person, transactionId: string): Promise<void> {
  const before = await countCodes(app)
  await page.goto(`${app.url}/minha-conta#compra-${transactionId}`)
  await page.getByRole('textbox', { name: 'Seu CPF' }).fill(person.cpf)
  await page.getByRole('button', { name: 'Receber código' }).click()
  await waitForCodes(app, before + 1)
  await page.getByRole('textbox', { name: 'Código recebido' }).fill(await readCode(app, person.phone))
  await page.getByRole('button', { name: 'Entrar' }).click()
  await seeHeading(page, /^Compra na/)
}

test('a customer finds the bills on a new device, and the session is gone after signing out', async () => {
  const { person, transactionId } = await buyOpen(app)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, person, transactionId)
  await page.getByText('Parcela 3 de 3').waitFor()
  await page.getByRole('button', { name: 'Sair' }).click()
  await arriveAt(page, 'Minha conta')
  await page.reload()
  await page.getByRole('textbox', { name: 'Seu CPF' }).waitFor()
  assert.equal(await page.getByText('Parcela 3 de 3').count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('a customer pays the last two installments early, then all, and finds the statement of discharge', async () => {
  const { person, transactionId } = await buyOpen(app)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, person, transactionId)
  await page.getByRole('heading', { name: 'Pagar antes' }).waitFor()
  await page.getByRole('radio', { name: 'Várias das últimas' }).check()
  await page.getByRole('combobox', { name: 'Quantas das últimas?' }).selectOption('last:2')
  await page.getByRole('button', { name: 'Gerar Pix e boleto' }).click()
  await page.getByText('em 2 parcelas').waitFor()
  await page.getByRole('button', { name: 'Copiar linha digitável' }).first().waitFor()
  await page.getByRole('radio', { name: 'Outro valor' }).check()
  await page.getByRole('textbox', { name: 'Valor' }).fill('0,10')
  await page.getByRole('button', { name: 'Gerar Pix e boleto' }).click()
  await page.getByText('Digite um valor de').waitFor()
  await inspectPage(page, 'account-early')
  await payOpenSettlement(transactionId)
  await page.reload()
  await page.getByText('com desconto de').first().waitFor()
  await page.getByRole('button', { name: 'Gerar Pix e boleto' }).click()
  await page.getByText('em 1 parcela (1)').waitFor()
  await payOpenSettlement(transactionId)
  await page.reload()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar o termo de quitação (PDF)' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'quitacao.pdf')
  await inspectPage(page, 'account-discharged')
  assert.deepEqual(complaints, [])
  await close()
})

async function payOpenSettlement(transactionId: string): Promise<void> {
  const [open] = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement' AND payment_status = 'PENDING'
      AND canceled_at IS NULL`,
    [transactionId],
  )
  await pay(app, open?.id ?? '')
}

test('an expired bill becomes one that can be paid by one press of a key', async () => {
  const { person, transactionId } = await buyOpen(app, { downPayment: false })
  await moveClock(app, 'P110D')
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, person, transactionId)
  await page.getByText('Os bancos não aceitam mais este boleto').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Copiar linha digitável' }).count(), 0)
  await inspectPage(page, 'account-expired')
  await page.getByRole('button', { name: 'Gerar segunda via da parcela 1 de 3' }).press('Enter')
  await page.getByRole('button', { name: 'Copiar linha digitável' }).waitFor()
  await page.getByText('É a segunda via da parcela que venceu em').waitFor()
  await page.getByRole('status').getByText('Segunda via pronta').waitFor({ state: 'attached' })
  await inspectPage(page, 'account-second-copy')
  assert.deepEqual(complaints, [])
  await close()
})

test('a customer confirms the addendum of a return, and the page is free of barriers', async () => {
  const products = [
    { id: 'tv', name: 'Televisor', amount: 1, value: 940 },
    { id: 'radio', name: 'Rádio relógio', amount: 2, value: 150 },
  ]
  const { person, transactionId: old } = await buyOpen(app, { products })
  const { transactionId } = await removeProducts(app, old, ['radio'])
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await signIn(page, person, transactionId)
  await page.getByText('Aditivo para confirmar').waitFor()
  await page.getByText('2 × Rádio relógio').waitFor()
  await inspectPage(page, 'account-addendum')
  await page.getByRole('button', { name: 'Confirmar o aditivo' }).click()
  await page.getByText(/^Confirmado em /).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Confirmar o aditivo' }).count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('after five wrong codes the page says why it asks for the CPF again', async () => {
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(`${app.url}/minha-conta`)
  await page.getByRole('textbox', { name: 'Seu CPF' }).fill(newPerson().cpf)
  await page.getByRole('button', { name: 'Receber código' }).click()
  const field = page.getByRole('textbox', { name: 'Código recebido' })
  for (let tries = 1; tries <= 5; tries++) {
    await field.fill(`00000${tries}`)
    await page.getByRole('button', { name: 'Entrar' }).click()
    if (tries < 5) await page.getByRole('alert').filter({ hasText: 'Código incorreto ou vencido' }).waitFor()
  }
  await arriveAt(page, 'Minha conta')
  await page.getByText('foi digitado errado muitas vezes').waitFor()
  await close()
})
