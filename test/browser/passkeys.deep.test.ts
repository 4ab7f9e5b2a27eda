import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit } from '../support/browser.ts'
import { findFreePort } from '../support/child-service.ts'
import { listAudit, newDeskPerson } from '../support/desk.ts'
import { fillSignIn } from './desk-visit.ts'
import { seeHeading } from './shopper.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let app: TestApp
let browser: Browser
let base: string
before(async () => {
  const port = await findFreePort()
  base = `http://localhost:${port}`
  app = await startTestApp({ env: { ROLE: 'api', PUBLIC_URL: base }, port })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

test('in a browser an operator adds a passkey, signs in with it, and removes it', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  const session = await context.newCDPSession(page)
  const authenticatorId = await addAuthenticator(session)
  const passkeySignIn = page.getByRole('button', { name: 'Entrar com chave de acesso' })

  await page.goto(`${base}/desk`)
  await fillSignIn(page, app, person)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await seeHeading(page, 'Identificações')
  await page.getByRole('link', { name: 'Chaves de acesso' }).click()
  await seeHeading(page, 'Chaves de acesso')
  await page.getByText('Você ainda não tem chaves de acesso.').waitFor()
  await page.getByLabel('Nome da nova chave').fill('Notebook do balcão')
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await page.getByRole('cell', { name: 'Notebook do balcão', exact: true }).waitFor()
  await page.getByText('Nunca').waitFor()
  await inspectPage(page, 'desk-passkeys')
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  assert.deepEqual(
    credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId]),
    [[true, 'localhost']],
  )

  await page.getByLabel('Nome da nova chave').fill('Outra vez')
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await page.getByText('Este aparelho já tem uma chave sua.').waitFor()

  await page.getByRole('button', { name: 'Sair' }).click()
  await page.getByText('Você saiu da mesa.').waitFor()
  await inspectPage(page, 'desk-sign-in-passkey')
  await passkeySignIn.click()
  await seeHeading(page, 'Identificações')

  await page.getByRole('button', { name: 'Sair' }).click()
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await passkeySignIn.click()
  await page.getByText('Nenhuma chave de acesso foi usada.').waitFor()
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await passkeySignIn.click()
  await seeHeading(page, 'Identificações')

  await page.getByRole('link', { name: 'Chaves de acesso' }).click()
  await page.getByRole('button', { name: 'Remover Notebook do balcão' }).click()
  await page.getByText('Você ainda não tem chaves de acesso.').waitFor()
  await page.getByRole('button', { name: 'Sair' }).click()
  await passkeySignIn.click()
  await page.getByText('Esta chave de acesso não abre a mesa.').waitFor()
  assert.deepEqual(complaints, [])
  const actions = (await listAudit(app)).map(({ action }) => action)
  assert.deepEqual(
    actions.filter(action => /^(?:sign-in|passkey\.(?:add|remove))/.test(action)),
    ['sign-in', 'passkey.add', 'sign-in', 'sign-in', 'passkey.remove', 'sign-in.refused'],
  )
  await close()
})
