import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { arriveAt, seeHeading } from '../browser/shopper.ts'
import { readCode } from '../selling/hosted-visit.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import { buyOpen } from '../support/purchase-http.ts'
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

test('a customer finds the bills on a new device, and the session is gone after signing out', async () => {
  const { person, transactionId } = await buyOpen(app)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  const before = await countCodes(app)
  await page.goto(`${app.url}/minha-conta#compra-${transactionId}`)
  await page.getByRole('textbox', { name: 'Seu CPF' }).fill(person.cpf)
  await page.getByRole('button', { name: 'Receber código' }).click()
  await waitForCodes(app, before + 1)
  await page.getByRole('textbox', { name: 'Código recebido' }).fill(await readCode(app, person.phone))
  await page.getByRole('button', { name: 'Entrar' }).click()
  await seeHeading(page, /^Compra em/)
  await page.getByText('Parcela 3 de 3').waitFor()
  await page.getByRole('button', { name: 'Sair' }).click()
  await arriveAt(page, 'Minha conta')
  await page.reload()
  await page.getByRole('textbox', { name: 'Seu CPF' }).waitFor()
  assert.equal(await page.getByText('Parcela 3 de 3').count(), 0)
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
    if (tries < 5) await page.getByText('Código incorreto ou vencido').waitFor()
  }
  await arriveAt(page, 'Minha conta')
  await page.getByText('foi digitado errado vezes demais').waitFor()
  await close()
})
