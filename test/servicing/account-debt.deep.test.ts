import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { arriveAt, focusByKeyboard, pressByKeyboard, seeHeading } from '../browser/shopper.ts'
import { look } from '../links/hosted-shopper.ts'
import { readCode } from '../links/hosted-visit.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE, type Visit } from '../support/browser.ts'
import type { Person } from '../support/people.ts'
import { buyOpen, moveClock, pay, read } from '../support/purchase-http.ts'
import { AccountDevice } from './account-device.ts'

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

/** Signed in already: the way in has tests of its own. */
async function openArea(
  person: Person,
  transactionId: string,
  screen = PHONE,
): Promise<Visit & { readonly bytes: () => number }> {
  const device = new AccountDevice(app)
  await device.signIn(person)
  const visit = await openVisit(browser, screen)
  let transferred = 0
  visit.page.on('response', response => {
    const sizes = response.request().sizes()
    void sizes.then(({ responseBodySize }) => (transferred += responseBodySize)).catch(() => undefined)
  })
  const cookies = [...device.cookies].map(([name, value]) => ({ name, value, url: app.url }))
  await visit.page.context().addCookies(cookies)
  await visit.page.goto(`${app.url}/minha-conta#compra-${transactionId}`)
  await seeHeading(visit.page, /^Compra na/)
  return { ...visit, bytes: () => transferred }
}

async function enterCode(page: Page, person: Person, submit: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Código recebido/ })
  await field.waitFor()
  await focusByKeyboard(page, 'textbox', /^Código recebido/)
  await page.keyboard.type(await readCode(app, person.phone))
  await pressByKeyboard(page, submit)
}

test('whoever is late pays early, or chooses an agreement and signs it, by keyboard, on screens that are fit for all', async () => {
  const { person, transactionId, orderId } = await buyOpen(app, { downPayment: false, installments: 6 })
  await moveClock(app, 'P45D')
  const { page, complaints, bytes, close } = await openArea(person, transactionId)
  assert.ok(bytes() > 0 && bytes() <= 60_000, `${bytes()} bytes were transferred`)
  await page.getByRole('heading', { name: 'Pagar antes' }).waitFor()
  await page.getByText('O que está vencido é sempre pago junto').waitFor()
  await pressByKeyboard(page, 'Gerar Pix e boleto')
  await page.getByText('Você economiza').waitFor()
  await focusByKeyboard(page, 'textbox', 'Entrada (opcional)')
  await page.keyboard.type('9.999,00')
  await page.keyboard.press('Enter')
  await page.getByText('Digite um valor de R$ 0,00 a').waitFor()
  await page.getByRole('textbox', { name: 'Entrada (opcional)' }).fill('50,00')
  await pressByKeyboard(page, 'Ver opções de acordo')
  await page.getByText('Estas opções valem até o fim do dia.').waitFor()
  await look(page, 'debt-01-options')
  await pressByKeyboard(page, /^Escolher 6 ×/)
  await page.waitForURL('**/onboarding/*')
  await page.goBack()
  await page.getByText('Falta assinar o acordo').waitFor()
  await look(page, 'debt-02-chosen')
  await focusByKeyboard(page, 'link', 'Ir para o acordo')
  await page.keyboard.press('Enter')
  await arriveAt(page, /^Acordo na/)
  await page.getByText(`Sobre o ${orderId}`).waitFor()
  await look(page, 'debt-03-agreement')
  await focusByKeyboard(page, 'link', 'Assinar o acordo')
  await page.keyboard.press('Enter')

  // Nothing is bought here: every screen speaks of the agreement, and of the purchase that it is about.
  const onboarding = async (name: string): Promise<void> => {
    await page.getByText(`acordo sobre o ${orderId}`).waitFor()
    assert.doesNotMatch(
      await page.locator('body').innerText(),
      /(sua|desta) compra|compra concluída|da compra\?/i,
    )
    await look(page, name)
  }
  await seeHeading(page, 'Confirme seu celular')
  await page.getByText(`(${orderId})`).waitFor()
  await onboarding('debt-04-phone')
  await pressByKeyboard(page, 'Desistir do acordo')
  await page.getByText('O acordo não começa').waitFor()
  await inspectPage(page, 'debt-05-give-up')
  await pressByKeyboard(page, 'Continuar com o acordo')
  await pressByKeyboard(page, 'Enviar código por SMS')
  await enterCode(page, person, 'Confirmar')
  await arriveAt(page, 'Leia e assine o acordo')
  await page.getByText('Dívida parcelada').first().waitFor()
  await onboarding('debt-06-sign')
  await pressByKeyboard(page, 'Ler o acordo')
  await pressByKeyboard(page, 'Receber código para assinar')
  await inspectPage(page, 'debt-06-sign-opened')
  await enterCode(page, person, 'Assinar acordo')
  await arriveAt(page, /^Pague a entrada de/)
  await page.getByText('Ele começa a valer com a entrada paga').waitFor()
  await onboarding('debt-07-down-payment')
  const { renegotiatedBy = '' } = await read(app, transactionId)
  await pay(app, (await read(app, renegotiatedBy)).downPaymentBillet?.id ?? '', { method: 'PIX' })
  await arriveAt(page, 'Pronto, acordo feito!')
  await onboarding('debt-08-done')
  assert.deepEqual(complaints, [])
  await close()

  const desktop = await openArea(person, transactionId, DESKTOP)
  await desktop.page.getByText('Esta compra tem um acordo').waitFor()
  await desktop.page.goto(`${app.url}/minha-conta`)
  await desktop.page.getByText('O que falta está no acordo.').waitFor()
  await inspectPage(desktop.page, 'debt-09-desktop')
  await desktop.close()
})

test('a contract that is due as a whole tells it on the first screen and on its own, and one key gives the bill for all of it', async () => {
  const { person, transactionId } = await buyOpen(app, { downPayment: false, installments: 6 })
  // A notice leaves in lawful hours and is proved afterwards.
  for (const days of [46, 1, 1, 12, 1, 31, 1, 1, 28, 1]) await moveClock(app, `P${days}D`)
  const { page, complaints, close } = await openArea(person, transactionId)
  await page.getByText('Vencida por inteiro').waitFor()
  await page.getByText('Todo o contrato venceu em').waitFor()
  await page.getByText('de juros do tempo que faltava não são cobrados').waitFor()
  assert.equal(await page.getByText('Já pago').count(), 0)
  await pressByKeyboard(page, 'Gerar Pix e boleto')
  await page.getByText('Paga 6 parcelas.').waitFor()
  await look(page, 'debt-10-due-as-a-whole')
  await page.goto(`${app.url}/minha-conta`)
  await page.getByText('Todo o contrato', { exact: true }).waitFor()
  await look(page, 'debt-11-due-home')
  assert.deepEqual(complaints, [])
  await close()
  const desktop = await openArea(person, transactionId, DESKTOP)
  await inspectPage(desktop.page, 'debt-12-due-desktop')
  await desktop.close()
})
