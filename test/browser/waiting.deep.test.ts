import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { buy, pay, playUntil, read } from '../support/purchase-http.ts'
import { arriveAt, confirmDevice, seeHeading, takePicture } from './shopper.ts'

let app: TestApp
let browser: Browser

before(async () => {
  // Without a worker the analysis waits for the test.
  ;[app, browser] = await Promise.all([startTestApp({ env: { ROLE: 'api' } }), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** As a browser tells it of a tab behind another one, or of a window that others cover. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { get: () => true })
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.hasFocus = () => false
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('blur'))`)
}

test('a page that waits behind another window moves on when the analysis ends, and when the down payment comes', async () => {
  const bought = await buy(app)
  await playUntil(app, bought.transactionId, 'SELFIE')
  const { page, complaints, close } = await openVisit(browser, PHONE, { permissions: ['camera'] })
  await confirmDevice(page, app, bought)
  await arriveAt(page, 'Agora, uma selfie')
  await takePicture(page)
  await arriveAt(page, 'Estamos conferindo suas fotos')
  await page.getByText('Etapa 5 de 6: Análise').waitFor()
  await hide(page)
  const worker = await startTestApp({ sharing: app, env: { ROLE: 'worker' } })
  await seeHeading(page, 'Quer um seguro para as parcelas?')
  assert.equal(await page.title(), 'Quer um seguro para as parcelas?', 'the tab says it too')

  await playUntil(app, bought.transactionId, 'ENTRY')
  await page.reload()
  await seeHeading(page, /^Pague a entrada de/)
  await page.getByText('Etapa 6 de 6: Contrato e entrada').waitFor()
  await hide(page)
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  await seeHeading(page, 'Pronto, compra concluída!')
  assert.deepEqual(complaints, [])
  await close()
  await worker.stop()
})

test('a page on which nothing changes by itself asks nothing while it is out of sight', async () => {
  const bought = await buy(app)
  const { page, close } = await openVisit(browser, PHONE)
  await page.clock.install()
  await playUntil(app, bought.transactionId, 'FRONTDOC')
  await confirmDevice(page, app, bought)
  await arriveAt(page, 'Foto da frente do documento')
  await hide(page)
  let asked = 0
  page.on('request', () => (asked += 1))
  await page.clock.runFor('02:00:00')
  assert.equal(asked, 0)
  await close()
})
