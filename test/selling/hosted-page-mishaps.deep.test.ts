import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { HostedRefusal, LinkEnding } from '../../src/contract/hosted-page.ts'
import { arriveAt, seeHeading } from '../browser/shopper.ts'
import { inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { checkLegibility } from './legibility.ts'
import { composeError, composeState, GOOD_CODE, GROUPS, type StandIn, startStandIn } from './stand-in.ts'

let server: StandIn
let browser: Browser

before(async () => {
  server = await startStandIn()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(() => {
  server.state = composeState()
  server.afterCode = { screen: 'options', groups: GROUPS, firstName: 'Maria' }
  server.refuseNext = undefined
  server.received.length = 0
})

const GIVEN = {
  name: 'M**** S****',
  cpf: '***.982.247-**',
  phone: '(11) *****-4321',
  email: 'm****@example.com',
  zipCode: '013**-***',
  address: 'Av. P*******, 15**, São Paulo, SP',
}

const SEND = 'Receber código por SMS'

async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkLegibility(page, name)
}

test('what the shop gave is shown masked: left alone it is not sent, changed it is, and a new CEP asks for its street', async () => {
  server.state = composeState({ given: GIVEN })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByText(GIVEN.cpf).waitFor()
  await look(page, 'pay-20-given')
  await page.getByRole('button', { name: 'Alterar Celular' }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'phone')
  await page.getByRole('textbox', { name: 'Celular' }).pressSequentially('+5521912345678')
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria da Silva')
  await page.getByRole('button', { name: SEND }).click()
  await arriveAt(page, 'Confirme seu celular')
  assert.deepEqual(server.received.at(-1), {
    path: 'person',
    body: { name: 'Maria da Silva', phone: '(21) 91234-5678' },
  })

  await page.getByRole('button', { name: 'Trocar celular ou dados' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')
  assert.equal(await page.getByRole('textbox', { name: 'Nome completo' }).inputValue(), 'Maria da Silva')
  await page.getByRole('button', { name: 'Alterar CEP' }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'zipCode')
  await page.getByRole('textbox', { name: 'Rua ou avenida' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a link counts as opened when its page is in sight, once, also when the first word of it was lost', async () => {
  const { page, close } = await openVisit(browser, PHONE)
  await page.addInitScript(`
    window.isInSight = false
    Object.defineProperty(document, 'hidden', { get: () => !window.isInSight })
  `)
  await page.goto(server.link)
  await page.getByRole('button', { name: SEND }).waitFor()
  const lost = Promise.withResolvers<void>()
  await page.route(
    '**/open',
    async route => {
      await route.abort()
      lost.resolve()
    },
    { times: 1 },
  )
  const opened = page.waitForResponse('**/open')
  const look = `window.isInSight = true; document.dispatchEvent(new Event('visibilitychange'))`
  await page.evaluate(look)
  await lost.promise
  await opened
  const asked = page.waitForResponse('**/state')
  await page.evaluate(look)
  await asked
  assert.deepEqual(
    server.received.map(({ path }) => path),
    ['open'],
  )
  await close()
})

test('what is wrong is said beside its field, the first one has the focus, and it goes when it is mended', async () => {
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  const send = page.getByRole('button', { name: SEND })
  await send.click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'cpf')
  assert.equal(await page.getByRole('alert').count(), 9)
  await look(page, 'pay-21-wrong')
  const cpf = page.getByRole('textbox', { name: 'CPF' })
  await cpf.pressSequentially('52998224724')
  assert.equal(await cpf.getAttribute('aria-invalid'), 'true')
  await cpf.press('Backspace')
  await cpf.pressSequentially('5')
  assert.equal(await cpf.getAttribute('aria-invalid'), 'false')
  assert.equal(await page.getByRole('alert').count(), 8)
  assert.deepEqual(
    server.received.map(({ path }) => path),
    ['open'],
  )
  await close()
})

test('a field that only the server finds wrong is asked for, even where the shop had given it', async () => {
  server.state = composeState({ given: GIVEN })
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria da Silva')
  await page.waitForFunction(
    `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/open'))`,
  )
  server.refuseNext = { status: 400, body: composeError('invalid_parameters', ['email']) }
  await page.getByRole('button', { name: SEND }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).and(page.locator(':focus')).waitFor()
  await page.getByText('Confira o e-mail').waitFor()
  await close()
})

test('wrong codes are said, a code tried too often says so, and another can be asked for', async () => {
  server.state = composeState({ screen: 'code', maskedPhone: '(11) *****-4321' })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByText('Vamos enviar um código').waitFor()
  await look(page, 'pay-22-before-code')
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  await field.and(page.locator(':focus')).waitFor()
  const confirm = page.getByRole('button', { name: 'Confirmar' })
  await confirm.click()
  await page.getByText('O código tem 6 números').waitFor()
  await field.fill('000000')
  await confirm.click()
  await page.getByText('Código incorreto ou vencido').waitFor()
  await look(page, 'pay-23-wrong-code')
  await page.getByRole('button', { name: 'Enviar outro código' }).waitFor()
  await confirm.click()
  await page.locator('button[aria-busy=false]', { hasText: 'Confirmar' }).waitFor()
  await confirm.click()
  await page.getByText('Vamos enviar um código').waitFor()
  await page.getByRole('alert').getByText('Código incorreto ou vencido').waitFor()
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click()
  await field.fill(GOOD_CODE)
  await confirm.click()
  await arriveAt(page, 'Maria, escolha como pagar')
  assert.deepEqual(complaints, [])
  await close()
})

test('a double press chooses once, a lost answer is found again, and a lost connection is said and survived', async () => {
  server.state = composeState({ screen: 'options', groups: GROUPS })
  const { page, context, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  const go = page.getByRole('button', { name: 'Continuar' })
  await go.waitFor()
  await context.setOffline(true)
  await go.click()
  await page.getByRole('alert').getByText('A conexão falhou').waitFor()
  await page.getByText('Sem conexão').waitFor()
  await inspectPage(page, 'pay-24-offline')
  await context.setOffline(false)
  await page.getByText('Sem conexão').waitFor({ state: 'detached' })

  const pressed = Promise.withResolvers<void>()
  await page.route('**/choose', async route => {
    await pressed.promise
    await route.fetch()
    await route.abort()
  })
  await go.click()
  await page.locator('button[aria-busy=true]', { hasText: 'Continuar' }).waitFor()
  await go.click({ force: true })
  pressed.resolve()
  await page.waitForURL('**/onboarding/next')
  assert.deepEqual(
    server.received.map(({ path }) => path),
    ['choose'],
  )
  assert.deepEqual(complaints, [])
  await close()
})

test('a page left behind says where the purchase is, and options that have changed are shown before the choice', async () => {
  server.state = composeState({ screen: 'options', groups: GROUPS })
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByRole('radio', { name: /^18× de/ }).check()
  const [first] = GROUPS
  assert.ok(first)
  server.state = composeState({
    screen: 'options',
    groups: [{ ...first, options: first.options.slice(0, 2) }],
  })
  server.refuseNext = { status: 400, body: composeError('option_invalid') }
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('As opções foram atualizadas').waitFor()
  assert.equal(await page.getByRole('radio').count(), 2)
  assert.ok(await page.getByRole('radio', { name: /^3× de/ }).isChecked())

  server.state = composeState()
  server.refuseNext = { status: 409, body: composeError('wrong_screen') }
  await page.getByRole('button', { name: 'Continuar' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')
  await page.getByText('Mostramos onde você parou').waitFor()
  await close()
})

const REFUSALS = {
  denied: 'Desta vez não foi possível',
  amount: 'Este valor não coube no crediário',
  'has-purchase': 'Você já tem uma compra no crediário',
  'too-many-tries': 'Vamos fazer uma pausa',
  phone: 'Não deu para seguir com este celular',
  unavailable: 'Não conseguimos consultar agora',
} satisfies Record<HostedRefusal, string>
const ENDINGS = {
  used: 'Este link já foi usado',
  claimed: 'Este link já está em uso',
  deleted: 'A loja cancelou este link',
  expired: 'O prazo deste link terminou',
  locked: 'Este link foi bloqueado por segurança',
} satisfies Record<LinkEnding, string>

test('every refusal and every ending has its kind words and the way back to the shop', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  for (const [refusal, title] of Object.entries(REFUSALS)) {
    server.state = composeState({ screen: 'refused', refusal: refusal as HostedRefusal })
    await page.goto(server.link)
    await seeHeading(page, title)
    const review = await page.getByText('você tem o direito de pedir que ela seja revista').count()
    assert.equal(review, ['denied', 'amount', 'has-purchase'].includes(refusal) ? 1 : 0, refusal)
    await checkWayBack(page)
    await look(page, `pay-30-${refusal}`)
  }
  for (const [ending, title] of Object.entries(ENDINGS)) {
    server.state = composeState({ screen: 'ended', ending: ending as LinkEnding })
    await page.goto(server.link)
    await seeHeading(page, title)
    await checkWayBack(page)
    await look(page, `pay-31-${ending}`)
  }
  assert.deepEqual(complaints, [])
  await close()
})

async function checkWayBack(page: Page): Promise<void> {
  const back = page.getByRole('link', { name: 'Voltar para Casa & Lar' })
  assert.equal(await back.getAttribute('href'), 'https://loja.example/carrinho')
}

test('a refused person can begin again, a link in use can be looked at again, and an unknown one says so', async () => {
  server.state = composeState({ screen: 'refused', refusal: 'phone' })
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(server.link)
  await page.getByRole('button', { name: 'Usar outro celular' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')

  server.state = composeState({ screen: 'ended', ending: 'claimed' })
  await page.reload()
  await seeHeading(page, 'Este link já está em uso')
  server.state = composeState()
  await page.getByRole('button', { name: 'Verificar de novo' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')

  server.state = composeState({ orderId: '' })
  await page.reload()
  await seeHeading(page, 'Este link não está mais disponível')
  await look(page, 'pay-32-missing')
  await close()
})
