import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { HostedRefusal } from '../../src/contract/hosted-page.ts'
import { arriveAt, seeHeading } from '../browser/shopper.ts'
import type { TestApp } from '../support/app.ts'
import { inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { address, newPerson } from '../support/people.ts'
import { cancel } from '../support/purchase-http.ts'
import { pay, play } from '../support/purchases.ts'
import {
  carryOver,
  checkWayBack,
  enterCode,
  fillContact,
  fillPerson,
  GO_ON,
  look,
  makeLink,
  PLACE_TITLE,
  recordPosts,
  SEND,
  startShop,
} from './hosted-shopper.ts'
import { HostedVisit, readCode } from './hosted-visit.ts'
import { askDelete, claim, readLink } from './link-calls.ts'

let app: TestApp
let browser: Browser

before(async () => {
  app = await startShop()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** A device at the options of a new link. */
async function openOptions() {
  const { link, url } = await makeLink(app)
  const device = new HostedVisit(app, link)
  const person = newPerson()
  const { groups = [] } = await device.identify(person)
  const visit = await openVisit(browser, PHONE)
  await carryOver(visit.context, app, device)
  await visit.page.goto(url)
  await seeHeading(visit.page, 'Maria, escolha como pagar')
  return { ...visit, link, url, device, person, groups }
}

test('what the shop gave is shown masked and not sent when left alone; with another phone all of it is asked for', async () => {
  const given = newPerson()
  const customer = { ...given, ...address, name: 'Maria da Conceição' }
  const { url } = await makeLink(app, { customer })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  const posts = recordPosts(page)
  await page.goto(url)
  await page.getByText(`***.${given.cpf.slice(3, 6)}.${given.cpf.slice(6, 9)}-**`).waitFor()
  await look(page, 'pay-20-given')
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria da Conceição')
  await page.getByRole('button', { name: SEND }).click()
  await arriveAt(page, 'Confirme seu celular')
  assert.deepEqual(posts.at(-1), { path: 'person', body: { name: 'Maria da Conceição' } })

  await page.getByRole('button', { name: 'Trocar celular ou dados' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')
  assert.equal(await page.getByRole('textbox', { name: 'Nome completo' }).inputValue(), 'Maria da Conceição')
  await page.getByRole('button', { name: 'Alterar CEP' }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'zipCode')
  await page.getByRole('textbox', { name: 'Rua ou avenida' }).waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Alterar Celular' }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'phone')
  await page.getByRole('textbox', { name: 'Celular' }).pressSequentially(newPerson().phone)
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria da Conceição')
  await page.getByRole('button', { name: SEND }).click()
  await page.getByRole('textbox', { name: 'CPF' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a link counts as opened when its page is in sight, once, also when the first word of it was lost', async () => {
  const { url, link } = await makeLink(app)
  const { page, close } = await openVisit(browser, PHONE)
  const posts = recordPosts(page)
  await page.addInitScript(`
    window.isInSight = false
    Object.defineProperty(document, 'hidden', { get: () => !window.isInSight })
  `)
  await page.goto(url)
  await page.getByRole('button', { name: GO_ON }).waitFor()
  assert.equal((await readLink(app, link.id)).status, 'ACTIVE')
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
    posts.map(({ path }) => path),
    ['open', 'open'],
  )
  assert.equal((await readLink(app, link.id)).status, 'OPENED')
  await close()
})

test('what is wrong is said beside its field, the first one has the focus, and it goes when it is corrected', async () => {
  const { url } = await makeLink(app)
  const { page, close } = await openVisit(browser, PHONE)
  const posts = recordPosts(page)
  await page.goto(url)
  await page.getByRole('button', { name: GO_ON }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'cpf')
  assert.equal(await page.getByRole('alert').count(), 4)
  await look(page, 'pay-21-wrong')
  const cpf = page.getByRole('textbox', { name: 'CPF' })
  await cpf.pressSequentially('52998224724')
  assert.equal(await cpf.getAttribute('aria-invalid'), 'true')
  await cpf.press('Backspace')
  await cpf.pressSequentially('5')
  assert.equal(await cpf.getAttribute('aria-invalid'), 'false')
  assert.equal(await page.getByRole('alert').count(), 3)
  await page.reload()
  await fillContact(page, newPerson())
  await page.keyboard.press('Enter')
  await arriveAt(page, PLACE_TITLE)
  await page.getByRole('button', { name: SEND }).click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'zipCode')
  assert.equal(await page.getByRole('alert').count(), 5)
  await page.getByRole('button', { name: 'Voltar' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')
  assert.ok(posts.every(({ path }) => path === 'open'))
  await close()
})

test('wrong codes are said, a code tried too often says so, another can be asked for, and a reload loses nothing', async () => {
  const { url } = await makeLink(app)
  const person = newPerson()
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(url)
  await fillPerson(page, person)
  await page.getByRole('button', { name: SEND }).click()
  await arriveAt(page, 'Confirme seu celular')
  await page.reload()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  const confirm = page.getByRole('button', { name: 'Confirmar' })
  await confirm.click()
  await page.getByText('O código tem 6 dígitos').waitFor()
  const right = await readCode(app, person.phone)
  await field.fill(right === '000000' ? '000001' : '000000')
  for (let guess = 1; guess <= 5; guess++) {
    const refused = page.waitForResponse('**/confirm')
    await confirm.click()
    assert.equal((await refused).status(), 400)
    if (guess < 5) await page.locator('button[aria-busy=false]', { hasText: 'Confirmar' }).waitFor()
    if (guess === 1) await look(page, 'pay-23-wrong-code')
  }
  await page.getByText('Vamos enviar um código').waitFor()
  await page.getByRole('alert').getByText('Código incorreto ou vencido').waitFor()
  await look(page, 'pay-22-before-code')
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click()
  await page
    .getByRole('alert')
    .getByText(/^Espere \d+ (segundos|minutos) para pedir outro código/)
    .waitFor()
  app.clock.advance({ minutes: 5 })
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click()
  await field.and(page.locator(':focus')).waitFor()
  await enterCode(page, app, person)
  await arriveAt(page, 'Maria, escolha como pagar')
  await page.reload()
  await seeHeading(page, 'Maria, escolha como pagar')
  assert.deepEqual(complaints, [])
  await close()
})

test('a double tap chooses once, a lost answer is found again, and a server that is down for a moment is said and survived', async () => {
  const { page, context, complaints, close, link } = await openOptions()
  const posts = recordPosts(page)
  const go = page.getByRole('button', { name: 'Continuar' })
  await page.getByRole('radio', { name: /^6× de/ }).check()
  await page.route('**/pay/**', route => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await go.click()
  await page.getByRole('alert').getByText('A conexão falhou').waitFor()
  await page.getByText('Sem conexão').waitFor()
  await inspectPage(page, 'pay-24-offline')
  await page.unroute('**/pay/**')
  await page.getByText('Sem conexão').waitFor({ state: 'detached' })
  await context.setOffline(true)
  await go.click()
  await page.getByText('Sem conexão').waitFor()
  await context.setOffline(false)
  await page.getByText('Sem conexão').waitFor({ state: 'detached' })
  assert.ok(await page.getByRole('radio', { name: /^6× de/ }).isChecked())
  assert.equal((await readLink(app, link.id)).status, 'ACTIVE')

  posts.length = 0
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
  await page.waitForURL('**/onboarding/*')
  assert.deepEqual(
    posts.map(({ path }) => path),
    ['choose'],
  )
  assert.equal((await readLink(app, link.id)).status, 'CLAIMED')
  assert.deepEqual(complaints, [])
  await close()
})

test('a second device is told that the link is in use, may look again, and is let in when the first gives up', async () => {
  const { page, close, link, url, groups, device } = await openOptions()
  const second = await openVisit(browser, PHONE)
  const person = newPerson()
  const other = new HostedVisit(app, link)
  await other.identify(person)
  await carryOver(second.context, app, other)
  await second.page.goto(url)
  await seeHeading(second.page, 'Maria, escolha como pagar')

  await device.do('choose', { optionId: groups[0]?.options[0]?.optionId, hasInsurance: false })
  await second.page.getByRole('button', { name: 'Continuar' }).click()
  await arriveAt(second.page, 'Este link já está em uso')
  await checkWayBack(second.page)
  await look(second.page, 'pay-31-claimed')
  await page.reload()
  await page.waitForURL('**/onboarding/*')
  await cancel(app, (await readLink(app, link.id)).transactionId ?? '')
  await second.page.getByRole('button', { name: 'Verificar de novo' }).click()
  await arriveAt(second.page, 'Maria, escolha como pagar')
  await second.close()
  await close()
})

test('a page left behind says where the visit is, and options that were refused are shown again before the choice', async () => {
  const { page, close, device } = await openOptions()
  await page.route(
    '**/choose',
    route =>
      route.fulfill({
        status: 400,
        json: { error: true, code: 'option_invalid', message: '', details: [], trackId: '' },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('alert').getByText('As opções foram atualizadas').waitFor()
  await device.do('restart', {})
  await page.getByRole('button', { name: 'Continuar' }).click()
  await arriveAt(page, 'Parcele sua compra no crediário')
  await page.getByText('confirme seu celular com um código').waitFor()
  await close()
})

const REFUSALS = {
  denied: ['002', 'Desta vez não foi possível'],
  amount: ['004', 'Este valor não coube no crediário'],
  'has-purchase': ['005', 'Você já tem uma compra no crediário'],
  'too-many-tries': ['006', 'Vamos fazer uma pausa'],
  unavailable: ['007', 'Não conseguimos consultar agora'],
  phone: ['001', 'Não deu para seguir com este celular'],
} satisfies Record<HostedRefusal, readonly [persona: string, title: string]>

test('every refusal has its kind words, the right to a review where a program decided, and the way back to the shop', async () => {
  for (const [refusal, [persona, title]] of Object.entries(REFUSALS)) {
    const { link, url } = await makeLink(app)
    const device = new HostedVisit(app, link)
    const person = newPerson(persona)
    // An area code that does not exist.
    const phone = refusal === 'phone' ? `20${person.phone.slice(2)}` : person.phone
    assert.equal((await device.identify({ ...person, phone })).refusal, refusal)
    const { page, context, complaints, close } = await openVisit(browser, PHONE)
    await carryOver(context, app, device)
    await page.goto(url)
    await seeHeading(page, title)
    const review = await page.getByText('você tem o direito de pedir que ela seja revista').count()
    assert.equal(review, ['denied', 'amount', 'has-purchase'].includes(refusal) ? 1 : 0, refusal)
    await checkWayBack(page)
    await look(page, `pay-30-${refusal}`)
    if (refusal === 'phone') {
      await page.getByRole('button', { name: 'Usar outro celular' }).click()
      await arriveAt(page, 'Parcele sua compra no crediário')
    }
    assert.deepEqual(complaints, [])
    await close()
  }
})

test('a link that was used, deleted, locked, is over or never was has its words and the way back to the shop', async () => {
  const [used, deleted, locked, expired] = await Promise.all([
    makeLink(app),
    makeLink(app),
    makeLink(app),
    makeLink(app),
  ])
  const { purchase, downPaymentBillet } = await claim(app, used.link, { person: newPerson() })
  await play(app, purchase.id)
  assert.ok(await pay(app, downPaymentBillet))
  await askDelete(app, deleted.link.id)
  for (let refused = 0; refused < 5; refused++)
    await new HostedVisit(app, locked.link).identify(newPerson('002'))
  const { page, complaints, close } = await openVisit(browser, PHONE)
  for (const [url, title, name] of [
    [used.url, 'Este link já foi usado', 'used'],
    [deleted.url, 'A loja cancelou este link', 'deleted'],
    [locked.url, 'Este link foi bloqueado por segurança', 'locked'],
    [expired.url, 'O prazo deste link terminou', 'expired'],
  ] as const) {
    if (name === 'expired') app.clock.advance({ days: 8 })
    await page.goto(url)
    await seeHeading(page, title)
    await checkWayBack(page)
    await look(page, `pay-31-${name}`)
  }
  await page.goto(`${app.url}/pay/${'A'.repeat(32)}`)
  await seeHeading(page, 'Link não encontrado')
  await look(page, 'pay-32-missing')
  assert.deepEqual(complaints, [])
  await close()
})
