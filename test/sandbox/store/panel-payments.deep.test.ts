import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { HostedVisit } from '../../links/hosted-visit.ts'
import { checkLegibility } from '../../links/legibility.ts'
import { listLinks } from '../../links/link-calls.ts'
import { AccountDevice } from '../../servicing/account-device.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { inspectPage, launchBrowser, openVisit, PHONE } from '../../support/browser.ts'
import { newPerson } from '../../support/people.ts'
import { moveClock, playUntil, read } from '../../support/purchase-http.ts'
import { StoreVisit } from './store-visit.ts'

let app: TestApp
let browser: Browser

before(async () => {
  ;[app, browser] = await Promise.all([startTestApp(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** Presses the button, which is gone once the bank has told of the payment. */
async function payInPanel(panel: Page, name: RegExp): Promise<void> {
  const button = panel.getByRole('button', { name })
  await button.waitFor()
  const billet = await button.innerText()
  await button.click()
  await panel.getByRole('button', { name: billet, exact: true }).waitFor({ state: 'detached' })
}

test('the panel pays every kind of billet: down payment, installment, second copy, early settlement, and those of an agreement', async () => {
  const person = newPerson()
  const visit = new StoreVisit(app)
  const orderId = await visit.order({ customer: { name: 'Maria da Silva', ...person } })
  const getLink = async () => (await listLinks(app, `orderId=${orderId}`)).data[0] ?? assert.fail('no link')
  const hosted = new HostedVisit(app, await getLink())
  const { groups = [] } = await hosted.identify(person)
  const option = groups
    .find(({ downPayment }) => downPayment > 0)
    ?.options.find(({ installments }) => installments >= 6)
  await hosted.do('choose', { optionId: option?.optionId, hasInsurance: false })
  const { transactionId = '' } = await getLink()
  await playUntil(app, transactionId, 'ENTRY')

  const { page: panel, complaints, close } = await openVisit(browser, PHONE)
  await panel.goto(`${app.url}/store/sandbox?order=${orderId}`)
  await payInPanel(panel, /^Pagar a entrada por Pix: R\$/)
  await payInPanel(panel, /^Pagar a parcela 1 de \d+: R\$/)

  await moveClock(app, 'P75D')
  const device = new AccountDevice(app)
  const account = await device.signIn(person)
  const late = account.purchases[0]?.bills.find(({ number }) => number === 2)
  await device.do('second-copy', { transactionId, billetId: late?.copyId })
  await payInPanel(panel, /^Pagar a segunda via da parcela 2 de \d+: R\$/)

  await device.do('settlement', { transactionId, installments: 'last:1' })
  await panel.getByRole('button', { name: /^Pagar a antecipação: R\$/ }).waitFor()
  await inspectPage(panel, 'store-09-panel-payments')
  await checkLegibility(panel, 'store-09-panel-payments')
  await payInPanel(panel, /^Pagar a antecipação: R\$/)

  await moveClock(app, 'P30D')
  await device.signIn(person)
  const offered = await device.do('agreement-offers', { transactionId, downPayment: 50 })
  const options = offered.account?.purchases[0]?.agreement?.options ?? []
  const chosen = await device.do('agreement', { transactionId, optionId: options[1]?.optionId })
  const agreementId = chosen.account?.purchases[0]?.id ?? ''
  await playUntil(app, agreementId, 'ENTRY')
  await payInPanel(panel, /^Pagar a entrada do acordo por Pix: R\$\s50,00/)
  // The old installments are canceled, and offered no more.
  await payInPanel(panel, /^Pagar a parcela 1 de 6 do acordo: R\$/)
  assert.equal(await panel.getByRole('button', { name: /^Pagar/ }).count(), 1)
  await panel.getByRole('button', { name: /^Pagar a parcela 2 de 6 do acordo: R\$/ }).waitFor()
  const { installments = [] } = await read(app, agreementId)
  assert.deepEqual(
    installments.map(({ paymentStatus }) => paymentStatus),
    ['PAID', 'PENDING', 'PENDING', 'PENDING', 'PENDING', 'PENDING'],
  )
  assert.deepEqual(complaints, [])
  await close()
})
