import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { checkLegibility } from '../links/legibility.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buy, buyOpen, giveUp, moveClock, pay, playUntil, read } from '../support/purchase-http.ts'
import { arriveAt, confirmDevice, fillName, linkOf, seeHeading, takePicture } from './shopper.ts'

/* Screens whose letters no other test enlarges: the onboarding, its endings, and the billet in every standing. */

let app: TestApp
let browser: Browser

before(async () => {
  ;[app, browser] = await Promise.all([startTestApp(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** No barrier by day and by night, nothing broken or cut at 320 px and at 200 %. */
async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, `screens-${name}`)
  await checkLegibility(page, `screens-${name}`)
}

test('every step of the onboarding is readable in letters twice as large, without a complaint of the browser', async () => {
  const bought = await buy(app)
  const { page, complaints, close } = await openVisit(browser, PHONE, { permissions: ['camera'] })
  await page.goto(linkOf(app, bought))
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  await look(page, 'summary')
  await fillName(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await arriveAt(page, 'Confirme seu celular')
  await look(page, 'phone')
  await playUntil(app, bought.transactionId, 'FRONTDOC')
  await confirmDevice(page, app, bought)
  await arriveAt(page, 'Foto da frente do documento')
  await look(page, 'front')
  await takePicture(page)
  await arriveAt(page, 'Foto do verso do documento')
  await look(page, 'back')
  await playUntil(app, bought.transactionId, 'SELFIE')
  await page.reload()
  await seeHeading(page, 'Agora, uma selfie')
  await look(page, 'selfie')
  for (const [step, title] of [
    ['INSURANCE', 'Quer um seguro para as parcelas?'],
    ['SIGNATURE', 'Leia e assine o contrato'],
    ['ENTRY', /^Pague a entrada de/],
  ] as const) {
    await playUntil(app, bought.transactionId, step)
    await page.reload()
    await seeHeading(page, title)
    await look(page, step.toLowerCase())
  }
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  await arriveAt(page, 'Pronto, compra concluída!')
  await look(page, 'complete')
  assert.deepEqual(complaints, [])
  await close()
})

test('waiting for a person and every ending say what happened, and what the desk did not do in time was our delay', async () => {
  const waiting = await buy(app, { persona: '011' })
  await playUntil(app, waiting.transactionId, 'SELFIE')
  const { page, complaints, close } = await openVisit(browser, PHONE, { permissions: ['camera'] })
  await confirmDevice(page, app, waiting)
  await arriveAt(page, 'Agora, uma selfie')
  await takePicture(page)
  await arriveAt(page, 'Uma pessoa está conferindo')
  await page.getByText(/^Respondemos até \d+ de \S+ às 23:59$/).waitFor()
  await page.getByText('Avisamos por SMS e e-mail').waitFor()
  await look(page, 'desk')
  await moveClock(app, 'P15D')
  await arriveAt(page, 'Não terminamos a conferência a tempo')
  await page.getByText('A demora foi nossa').waitFor()
  await page.getByText(/atende pelo SAC/).waitFor()
  await look(page, 'our-delay')

  const left = await buy(app)
  await playUntil(app, left.transactionId, 'ENTRY')
  await confirmDevice(page, app, left)
  await seeHeading(page, /^Pague a entrada de/)
  const { downPaymentBillet } = await read(app, left.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  await arriveAt(page, 'Pronto, compra concluída!')
  await giveUp(app, left.transactionId)
  await page.reload()
  await page.getByText(/Você recebe R\$\s[\d.,]+ de volta/).waitFor()
  await page.getByText('O que foi pago por Pix volta para a mesma conta.').waitFor()
  await look(page, 'refunded')
  assert.deepEqual(complaints, [])
  await close()
})

test('a billet is readable in every standing, on a phone and on a computer', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  const open = async (link: string | undefined, status: string): Promise<void> => {
    await page.setViewportSize(PHONE)
    await page.goto(app.url + new URL(link ?? '').pathname)
    await page.locator('.status', { hasText: status }).waitFor()
    await look(page, `billet-${status.toLowerCase()}`)
    await page.setViewportSize(DESKTOP)
    await inspectPage(page, `screens-billet-${status.toLowerCase()}-desktop`)
  }
  const bought = await buyOpen(app)
  const { downPaymentBillet, installments } = await read(app, bought.transactionId)
  await open(downPaymentBillet?.installmentLink, 'Pago')
  const [first] = installments ?? []
  await open(first?.installmentLink, 'Pendente')
  await moveClock(app, 'P40D')
  await open(first?.installmentLink, 'Vencido')
  assert.deepEqual(complaints, [])
  await close()
})
