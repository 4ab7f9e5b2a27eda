import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { saveIdentityAnalysis } from '../../src/domains/onboarding/store.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { inspectPage, launchBrowser } from '../support/browser.ts'
import { buyForDesk, newDeskUser } from '../support/desk.ts'
import { buyOpen, read } from '../support/purchase-http.ts'
import { answerBank, awaitRegistration } from '../support/unregistered.ts'
import { openCase, openDesk, visitScreen } from './desk-visit.ts'
import { checkReflow, focusByKeyboard, pressByKeyboard } from './shopper.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

test('a case shows the names that differ, in full, and which checks passed', async () => {
  const bought = await buyForDesk(app)
  await saveIdentityAnalysis(app.database, app.services.secrets, bought.transactionId, {
    pictures: '',
    askedAt: app.clock.now(),
    answer: {
      status: 'DONE',
      result: 'unsure',
      name: 'Zuleica <b>Antunes</b>',
      checks: { faceMatch: 'fail', liveness: 'pass' },
    },
    bureauName: 'Waldir Peixoto',
  })
  const analyst = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, analyst)
  await openCase(page, app, bought)
  const card = page
    .locator('section', { has: page.getByRole('heading', { name: 'Por que está aqui' }) })
    .last()
  await card.getByText('Os nomes não coincidem').waitFor()
  const text = await card.innerText()
  for (const name of ['Zuleica <b>Antunes</b>', 'Waldir Peixoto']) assert.ok(text.includes(name), text)
  assert.equal(await card.getByRole('row', { name: 'Rosto igual ao do documento Sim Não passou' }).count(), 1)
  assert.equal(await card.locator('li.good', { hasText: ': passou' }).count(), 1)
  await inspectPage(page, 'desk-20-identity')
  await checkReflow(page, 'desk-20-identity')
  assert.deepEqual(complaints, [])
  await close()
})

test('a billet that the bank rejected is reissued by the keyboard alone', async () => {
  const { transactionId, orderId } = await buyOpen(app)
  const [billet] = (await read(app, transactionId)).installments ?? []
  assert.ok(billet)
  await awaitRegistration(app, billet)
  await answerBank(app, billet, { kind: 'rejected', reasons: ['the postal code lies in another state'] })
  const analyst = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, analyst)
  await visitScreen(page, app, '/desk', 'Identificações')
  await focusByKeyboard(page, 'link', /^Boletos/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Boletos no banco' }).waitFor()
  const row = page.getByRole('row', { name: orderId })
  await row.waitFor()
  await inspectPage(page, 'desk-21-registrations')
  await checkReflow(page, 'desk-21-registrations')
  await pressByKeyboard(page, 'Emitir outro boleto')
  await page.getByText('Outro boleto foi emitido').first().waitFor()
  await row.waitFor({ state: 'detached' })
  await inspectPage(page, 'desk-22-reissued')
  const [reissued] = (await read(app, transactionId)).installments ?? []
  assert.ok(reissued)
  assert.notEqual(reissued.id, billet.id)
  assert.deepEqual(complaints, [])
  await close()
})
