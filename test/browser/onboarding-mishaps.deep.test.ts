import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { storePictureRequest } from '../../src/domains/onboarding/store.ts'
import { composePicture } from '../../src/sandbox/sandbox-picture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buy, moveClock, pay, playUntil, read, readStatus } from '../support/purchase-http.ts'
import {
  arriveAt,
  chooseFile,
  confirmDevice,
  enterCode,
  fillName,
  linkOf,
  PHONE_WORDS,
  pressByKeyboard,
  readCode,
  seeHeading,
  takePicture,
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

const CAMERA = { permissions: ['camera'] }
const FRONT = 'Foto da frente do documento'
const BACK = 'Foto do verso do documento'

test('another device confirms the phone and goes on where the purchase is; the tab left behind follows', async () => {
  const bought = await buy(app)
  const first = await openVisit(browser, PHONE, CAMERA)
  await first.page.goto(linkOf(app, bought))
  await fillName(first.page)
  await first.page.getByRole('button', { name: 'Continuar' }).click()
  await arriveAt(first.page, 'Confirme seu celular')
  await enterCode(first.page, app, bought, PHONE_WORDS)
  await arriveAt(first.page, FRONT)

  const second = await openVisit(browser, PHONE)
  await second.page.goto(linkOf(app, bought))
  await seeHeading(second.page, 'Confirme que é você')
  await inspectPage(second.page, 'onboarding-20-other-device')
  await enterCode(second.page, app, bought, PHONE_WORDS)
  await arriveAt(second.page, FRONT)
  const file = { name: 'rg.jpg', mimeType: 'image/jpeg', buffer: composePicture('front') }
  await chooseFile(second.page, 'Escolher um arquivo', file)
  await second.page.getByRole('button', { name: 'Usar esta foto' }).click()
  await arriveAt(second.page, BACK)

  await takePicture(first.page)
  await arriveAt(first.page, BACK)
  await first.page.getByText('Essa etapa já tinha sido feita').waitFor()
  await first.page.reload()
  await seeHeading(first.page, BACK)
  assert.deepEqual([...first.complaints, ...second.complaints], [])
  await first.close()
  await second.close()
})

test('a computer shows its link as a QR code; the phone goes on with a code of its own, and the computer follows', async () => {
  const bought = await buy(app)
  await playUntil(app, bought.transactionId, 'FRONTDOC')
  const computer = await openVisit(browser, DESKTOP)
  await confirmDevice(computer.page, app, bought)
  await arriveAt(computer.page, FRONT)
  await computer.page.getByRole('img', { name: 'QR Code para continuar no celular' }).waitFor()
  for (const document of ['RG', 'CIN', 'CNH digital'])
    await computer.page.getByText(document, { exact: false }).first().waitFor()
  await inspectPage(computer.page, 'onboarding-29-computer')
  await moveClock(app, 'PT2M')

  const phone = await openVisit(browser, PHONE)
  await confirmDevice(phone.page, app, bought)
  await arriveAt(phone.page, FRONT)
  assert.equal(await phone.page.getByRole('img', { name: /QR Code/ }).count(), 0)
  const file = { name: 'rg.jpg', mimeType: 'image/jpeg', buffer: composePicture('front') }
  await chooseFile(phone.page, 'Escolher um arquivo', file)
  await phone.page.getByRole('button', { name: 'Usar esta foto' }).click()
  await arriveAt(phone.page, BACK)
  await seeHeading(computer.page, BACK)
  assert.deepEqual([...computer.complaints, ...phone.complaints], [])
  await computer.close()
  await phone.close()
})

test('a double press is sent once, a lost answer is recovered, and a lost connection is shown and survived', async () => {
  const bought = await buy(app)
  const { page, context, complaints, close } = await openVisit(browser, PHONE, CAMERA)
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.split('/').slice(3).join('/'))
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/open', async route => {
    await answer.promise
    await route.continue()
  })
  await page.goto(linkOf(app, bought))
  await fillName(page)
  const go = page.getByRole('button', { name: 'Continuar' })
  await go.click()
  await page.locator('button[aria-busy=true]', { hasText: 'Continuar' }).waitFor()
  await go.click({ force: true })
  answer.resolve()
  await arriveAt(page, 'Confirme seu celular')
  assert.deepEqual(sent, ['open'])

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click()
  await page.getByRole('alert').getByText('A conexão falhou').waitFor()
  await page.getByText('Sem conexão').waitFor()
  await inspectPage(page, 'onboarding-21-offline')
  await context.setOffline(false)
  await page.getByText('Sem conexão').waitFor({ state: 'detached' })
  await enterCode(page, app, bought, PHONE_WORDS)
  await arriveAt(page, FRONT)

  await page.route('**/documents/front', async route => {
    await route.fetch()
    await route.abort()
  })
  await takePicture(page)
  await arriveAt(page, BACK)
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('an unusable picture is explained in words, and can be replaced', async () => {
  const bought = await buy(app)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('none'))`)
  await page.goto(linkOf(app, bought))
  await fillName(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: PHONE_WORDS.ask }).click()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  const confirm = page.getByRole('button', { name: PHONE_WORDS.submit })
  await field.and(page.locator(':focus')).waitFor()
  await field.fill('12-34a')
  await confirm.click()
  await page.getByRole('alert').getByText('O código tem 6 dígitos').waitFor()
  assert.equal(await field.inputValue(), '1234')
  const code = await readCode(app, bought)
  await field.fill(code === '000000' ? '000001' : '000000')
  await confirm.click()
  await page.getByRole('alert').getByText('Código incorreto ou vencido').waitFor()
  await inspectPage(page, 'onboarding-22-wrong-code')
  await field.fill(code)
  await confirm.click()

  await arriveAt(page, FRONT)
  await page.getByRole('button', { name: 'Abrir a câmera' }).click()
  await page.getByText('Não conseguimos usar a câmera').waitFor()
  await page.locator('input[type=file][capture=environment]').waitFor({ state: 'attached' })
  const text = { name: 'rg.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  await chooseFile(page, 'Usar a câmera do aparelho', text)
  await page.getByRole('alert').getByText('Não conseguimos abrir esse arquivo').waitFor()
  await inspectPage(page, 'onboarding-23-no-camera')
  const good = { name: 'rg.jpg', mimeType: 'image/jpeg', buffer: composePicture('front') }
  await chooseFile(page, 'Escolher um arquivo', good)
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await arriveAt(page, BACK)
  assert.deepEqual(complaints, [])
  await close()
})

test('giving up opens one dialog: rapid key presses reach the dialog or the page, and none is lost', async () => {
  const bought = await buy(app)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(linkOf(app, bought))
  await seeHeading(page, 'Confira sua compra')
  const dialog = page.getByRole('dialog', { name: 'Desistir da compra?' })
  await pressByKeyboard(page, 'Desistir da compra')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await inspectPage(page, 'onboarding-24-giving-up')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The second press of the double click hits the spot where the dialog has just opened.
  await page.getByRole('button', { name: 'Desistir da compra' }).dblclick()
  await dialog.waitFor()
  assert.equal(await readStatus(app, bought.transactionId), 'PENDING')
  await dialog.getByRole('button', { name: 'Sim, desistir' }).dblclick()
  await arriveAt(page, 'Você desistiu da compra')
  await inspectPage(page, 'onboarding-25-given-up')
  assert.equal(await readStatus(app, bought.transactionId), 'CANCELED')
  assert.deepEqual(complaints, [])
  await close()
})

test('a customer who withdraws after completion sees the refund and its date; the bare link then opens nothing', async () => {
  const bought = await buy(app)
  await playUntil(app, bought.transactionId, 'ENTRY')
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await confirmDevice(page, app, bought)
  await arriveAt(page, /^Pague a entrada/)
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'BILLET' })
  await arriveAt(page, 'Pronto, compra concluída!')
  assert.equal(await page.getByRole('button', { name: 'Desistir da compra' }).count(), 0, 'folded')
  await page.getByText('Mudou de ideia?').click()
  await pressByKeyboard(page, 'Desistir da compra')
  await page.getByText('o que você pagou é devolvido').waitFor()
  await pressByKeyboard(page, 'Sim, desistir')
  await arriveAt(page, 'Você desistiu da compra')
  await page.getByText(/Você recebe R\$\s[\d.,]+ de volta/).waitFor()
  await inspectPage(page, 'onboarding-29-withdrawn')
  assert.equal(await readStatus(app, bought.transactionId), 'CANCELED')
  const other = await openVisit(browser, PHONE)
  await other.page.goto(linkOf(app, bought))
  await seeHeading(other.page, 'Link não encontrado')
  assert.deepEqual([...complaints, ...other.complaints], [])
  await other.close()
  await close()
})

test('a doubtful identification waits for a person, who may ask for a picture again with a reason', async () => {
  const bought = await buy(app, { persona: '011' })
  await playUntil(app, bought.transactionId, 'SELFIE')
  const { page, complaints, close } = await openVisit(browser, PHONE, CAMERA)
  await confirmDevice(page, app, bought)
  await arriveAt(page, 'Agora, uma selfie')
  await takePicture(page)
  await arriveAt(page, 'Uma pessoa está conferindo')
  await inspectPage(page, 'onboarding-07-desk')
  const { secrets } = app.services
  const reason = 'O rosto saiu escuro. Tire outra de frente para a luz.'
  const wish = { transactionId: bought.transactionId, kind: 'selfie', reason } as const
  await applyCustomerEvent(app.services, bought.transactionId, 'selfie-asked-again', {
    record: (tx, now) => storePictureRequest(tx, secrets, wish, now),
  })
  await arriveAt(page, 'Agora, uma selfie')
  await page.getByText(reason).waitFor()
  await inspectPage(page, 'onboarding-26-asked-again')
  assert.deepEqual(complaints, [])
  await close()
})

test('a page that breaks says so, names the lender and offers to load it again', async () => {
  const bought = await buy(app)
  const { page, close } = await openVisit(browser, PHONE)
  const breaking = `Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get() { throw new Error('broken') } })`
  await page.addInitScript(breaking)
  await page.goto(linkOf(app, bought))
  await seeHeading(page, 'Algo deu errado do nosso lado')
  await page.getByText(/atende pelo SAC/).waitFor()
  const again = page.getByRole('link', { name: 'Recarregar a página' })
  assert.equal(await again.getAttribute('href'), new URL(linkOf(app, bought)).pathname)
  await inspectPage(page, 'onboarding-30-broken')
  await close()
})

test('a refused identification and a dead link each show a plain message', async () => {
  const bought = await buy(app, { persona: '012' })
  await playUntil(app, bought.transactionId, 'SELFIE')
  const { page, close } = await openVisit(browser, PHONE, CAMERA)
  await confirmDevice(page, app, bought)
  await arriveAt(page, 'Agora, uma selfie')
  await takePicture(page)
  await arriveAt(page, 'Não foi possível confirmar sua identidade')
  await inspectPage(page, 'onboarding-27-refused')
  const answer = await page.goto(`${app.url}/onboarding/${'x'.repeat(43)}`)
  assert.equal(answer?.status(), 404)
  await seeHeading(page, 'Link não encontrado')
  await inspectPage(page, 'onboarding-28-no-such-link')
  await close()
})
