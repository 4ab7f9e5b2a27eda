import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { parseAddress } from '../../src/domains/messaging/index.ts'
import { publishFirstTerms } from '../../src/domains/retailers/index.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { newId } from '../../src/kernel/ids.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { listSandboxMessages } from '../../src/sandbox/sandbox-message-store.ts'
import { HostedVisit } from '../links/hosted-visit.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { writeInvoice, writeKey } from '../support/invoices.ts'
import { newPerson, type Person } from '../support/people.ts'
import { moveClock, pay, playUntil, read } from '../support/purchase-http.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { acceptInvitation } from './console-visit.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
let receiver: WebhookReceiver
before(async () => {
  ;[app, browser, receiver] = await Promise.all([startTestApp(), launchBrowser(), startReceiver()])
})
after(async () => {
  await browser?.close()
  await receiver?.stop()
  await app?.stop()
})

const CNPJ = '45723174000110'
const EMAIL = 'dona@lojanova.example'

/** What the lender does before a shop can begin: the shop, its terms with an account, its policy, and the first owner's invitation. */
async function registerShop(): Promise<string> {
  const { database, secrets, clock, retailers, credit } = app.services
  const id = newId(clock.now().getTime())
  const traits = { gracePeriodEnabled: false, retentionEnabled: false, insuranceEnabled: false }
  const shop = { id, name: 'Loja Nova', ...traits, scriptEnabled: true, isPublished: false, cnpj: CNPJ }
  await retailers.createRetailer(shop)
  const terms = { legalName: 'Loja Nova Ltda.', cnpj: CNPJ, account: { pixKey: CNPJ } }
  await publishFirstTerms(database, secrets, id, terms, { by: 'lender', at: clock.now() })
  await credit.policies.publishFirst(id, richDemonstrationPolicy)
  await invitePerson(app.services, { email: EMAIL, role: 'OWNER', retailerId: id })
  return id
}

/** What the owner finds in the e-mail, at the address of this test's server. */
async function readInvitation(retailerId: string): Promise<string> {
  const address = parseAddress(EMAIL) ?? assert.fail()
  const { database, secrets } = app.services
  const [message] = await listSandboxMessages(database, secrets, retailerId, address)
  const [, token] = /\/console\/convite#([\w-]+)/.exec(message?.text ?? '') ?? []
  return `${app.url}/console/convite#${token ?? assert.fail(`no invitation in ${message?.text}`)}`
}

/** A customer buys by the link that the shop has given, on a device of their own. */
async function buyByLink(url: string, person: Person, key: string): Promise<void> {
  const device = new HostedVisit(app, { url })
  await device.do('open', {})
  const { groups = [] } = await device.identify(person, { key })
  const option = groups.find(({ downPaymentPercentage }) => downPaymentPercentage > 0)?.options[0]
  await device.do('choose', { optionId: option?.optionId ?? assert.fail('no option'), hasInsurance: false })
}

async function openFromRail(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
  await seeHeading(page, name)
}

const stepOf = (page: Page, name: string): Locator =>
  page.locator('.todo > li').filter({ hasText: name }).first()

test('a shop’s first day: from the e-mail with the invitation to the first transfer and its order, all by the page', async () => {
  const shopId = await registerShop()
  const visit = await openVisit(browser, DESKTOP)
  const { page } = visit
  await page.goto(await readInvitation(shopId))
  await seeHeading(page, 'Convite da loja Loja Nova')
  await acceptInvitation(page, app, { name: 'Dona da Loja Nova', password: 'uma frase comprida' })
  await seeHeading(page, 'Início')
  await page.getByText('1 de 6 feitos').waitFor()

  // The checklist leads to each thing.
  await page.getByRole('link', { name: 'Chave de acesso do seu sistema' }).click()
  await seeHeading(page, 'Integração')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const making = page.getByRole('dialog', { name: 'Criar chave' })
  await making.getByRole('button', { name: 'Criar', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Sua nova chave' })
  const key = (await shown.locator('code').innerText()).trim()
  assert.match(key, /^sk_/)
  await shown.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('tab', { name: 'Origens' }).click()
  await page.getByLabel('Nova origem').fill('https://lojanova.example')
  await page.getByRole('button', { name: 'Permitir' }).click()
  await page.getByRole('table', { name: 'Origens permitidas' }).waitFor()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Cadastrar receptor' }).click()
  const registering = page.getByRole('dialog', { name: 'Novo receptor' })
  await registering.getByLabel('Endereço').fill(receiver.url)
  await registering.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await openFromRail(page, 'Início')
  await page.getByText('4 de 6 feitos').waitFor()

  await stepOf(page, 'Primeiro link de pagamento').getByRole('link').click()
  await seeHeading(page, 'Links')
  await page.getByRole('button', { name: 'Novo link' }).click()
  await page.getByLabel('Valor (R$)').fill('1.200,00')
  await page.getByRole('textbox', { name: 'O que é' }).fill('Fogão de quatro bocas')
  await page.getByRole('textbox', { name: 'Número do pedido' }).fill('PED-1')
  await page.getByRole('button', { name: 'Criar link' }).click()
  await seeHeading(page, 'Fogão de quatro bocas')
  const url = await page.locator('code.code-box').innerText()

  const person = newPerson()
  await buyByLink(url, person, key)
  await openFromRail(page, 'Pedidos')
  const order = page.getByRole('link', { name: 'PED-1', exact: true })
  await order.click()
  await page.getByText('Linha do tempo').waitFor()
  const [, transactionId = ''] = /\/pedidos\/([0-9a-f]{24})/.exec(page.url()) ?? []
  const { downPaymentBillet } = await read(app, transactionId, key)
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet.id, { method: 'PIX' }, key)
  await playUntil(app, transactionId, 'COMPLETE', {}, key)

  await page.reload()
  const bought = { person, orderId: 'PED-1', transactionId }
  const invoice = await writeInvoice(app, bought, {
    apiKey: key,
    key: writeKey(app.services.clock.now(), CNPJ),
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher o PDF' }).click()
  await (await chooser).setFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: invoice })
  await page.getByText('versão 1').waitFor()
  await page.goto(`${app.url}/console/dinheiro`)
  await page.getByText('Nenhum repasse').first().waitFor()

  // Paid on the next business day.
  await moveClock(app, 'P1D')
  await page.reload()
  await page.getByRole('table', { name: 'Repasses' }).getByRole('link').first().click()
  await seeHeading(page, /^Repasse de /)
  await page.getByText('Pago').first().waitFor()
  await page
    .getByRole('table', { name: 'Pedidos deste repasse' })
    .getByRole('link', { name: 'PED-1', exact: true })
    .click()
  await seeHeading(page, 'PED-1')
  await page.getByText('Linha do tempo').waitFor()
  await openFromRail(page, 'Início')
  await page.getByText('Vendas por dia').waitFor()
  assert.equal(await page.getByText('Primeiros passos').count(), 0)
  await receiver.wait(1)
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})
