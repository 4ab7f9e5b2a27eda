import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import { arriveAt, focusByKeyboard, pressByKeyboard, seeHeading } from '../browser/shopper.ts'
import type { TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import {
  checkWayBack,
  enterCode,
  fillPerson,
  GO_ON,
  look,
  makeLink,
  money,
  PRODUCTS,
  readRows,
  recordPosts,
  SEND,
  startShop,
  writeRow,
} from './hosted-shopper.ts'
import { HostedVisit, readCode } from './hosted-visit.ts'
import { askDelete, readLink } from './link-calls.ts'

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

async function readText(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).innerText()).replaceAll('\u00a0', ' ')
}

test('the first screen comes with the page, and the script that takes over changes no word of it', async () => {
  const { url } = await makeLink(app, PRODUCTS)
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.route('**/assets/**', route => route.abort())
  await page.goto(url)
  await seeHeading(page, 'Parcele sua compra no crediário')
  await inspectPage(page, 'pay-00-before-script')
  const before = await page.locator('.card').first().innerText()
  await page.unroute('**/assets/**')
  await page.reload()
  await page.getByRole('button', { name: GO_ON }).waitFor()
  assert.equal(await page.locator('.card').first().innerText(), before)
  assert.match(before, /Geladeira <b>Frost Free<\/b>[\s\S]*Preço à vista/)
  assert.deepEqual(complaints, [])
  await close()
})

test('a buyer goes from the link into the onboarding by the keyboard alone, every screen is fit for all, and the way back leads past the page', async () => {
  const { url, link } = await makeLink(app, PRODUCTS)
  const person = newPerson()
  const { page, complaints, close } = await openVisit(browser, PHONE)
  const posts = recordPosts(page)
  await page.goto(`${app.url}/health`)
  await page.goto(url)
  await page.getByRole('button', { name: GO_ON }).waitFor()
  await look(page, 'pay-01-who')
  await fillPerson(page, person)
  await look(page, 'pay-02-place')
  assert.equal(await page.getByRole('combobox', { name: 'Estado' }).inputValue(), 'SP')
  await page.keyboard.press('Enter')

  await arriveAt(page, 'Confirme seu celular')
  await page.getByText('Enviamos um código de 6 dígitos').waitFor()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  await focusByKeyboard(page, 'textbox', 'Código recebido por SMS')
  await page.keyboard.type(await readCode(app, person.phone))
  await look(page, 'pay-03-code')
  await pressByKeyboard(page, 'Confirmar')

  await arriveAt(page, 'Maria, escolha como pagar')
  await look(page, 'pay-04-options')
  const { groups = [] } = (await (await page.request.get(`${url}/state`)).json()) as HostedPageState
  const group = groups.find(each => each.kind === 'grace' && each.downPaymentPercentage === 10)
  const chosen = group?.options[2]
  assert.ok(group && chosen?.insurance)
  assert.deepEqual(await readRows(page), groups[0]?.options.map(writeRow))
  await focusByKeyboard(page, 'radio', /^Sem entrada/)
  await page.keyboard.press('ArrowDown')
  await focusByKeyboard(page, 'radio', /prazo normal$/)
  await page.keyboard.press('ArrowDown')
  await focusByKeyboard(page, 'radio', /^3× de/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // What is really paid more, by the figures that the offer itself holds.
  const more = money(chosen.insurance.installmentValue - chosen.installmentValue)
  const sentence = `Mais ${more} por parcela: ${money(chosen.insurance.extraTotal)} a mais em ${chosen.installments} parcelas.`
  assert.ok((await readText(page, '.choice:has([type=checkbox])')).includes(sentence), sentence)
  await page.getByRole('checkbox', { name: /^Incluir seguro/ }).press('Space')
  const bar = await readText(page, '.action-bar')
  for (const text of [
    `${money(group.downPayment)} de entrada + ${chosen.installments}× de ${money(chosen.insurance.installmentValue)}`,
    `total ${money(chosen.insurance.total + group.downPayment)}`,
    `CET ${chosen.insurance.cetPA.toFixed(2).replace('.', ',')}% ao ano`,
  ])
    assert.ok(bar.includes(text), `${text} in ${bar}`)
  await look(page, 'pay-05-chosen')
  await pressByKeyboard(page, 'Continuar')
  await page.waitForURL('**/onboarding/*')
  await seeHeading(page, 'Foto da frente do documento')
  await page.getByText('Crediário Homologação Sociedade de Crédito').waitFor()

  assert.deepEqual(
    posts.map(({ path }) => path),
    ['open', 'person', 'confirm', 'choose'],
  )
  assert.deepEqual(posts[3]?.body, { optionId: chosen.optionId, hasInsurance: true })
  assert.equal((await readLink(app, link.id)).status, 'CLAIMED')
  await page.goBack()
  assert.equal(new URL(page.url()).pathname, '/health')
  // Whoever opens the link again is led on, not asked again.
  await page.goto(url)
  await seeHeading(page, 'Foto da frente do documento')
  // Who gives up there finds the way back to the shop as well.
  await page.getByRole('button', { name: 'Desistir da compra' }).click()
  await page.getByRole('button', { name: 'Sim, desistir' }).click()
  await arriveAt(page, 'Você desistiu da compra')
  await checkWayBack(page)
  await inspectPage(page, 'pay-06-given-up')
  assert.deepEqual(complaints, [])
  await close()
})

test('a link that is deleted, over or in other hands says so, and leads back to the shop', async () => {
  const [deleted, claimed, expired] = await Promise.all([makeLink(app), makeLink(app), makeLink(app)])
  await askDelete(app, deleted.link.id)
  const buyer = new HostedVisit(app, claimed.link)
  const optionId = (await buyer.identify(newPerson())).groups?.[0]?.options[0]?.optionId
  await buyer.do('choose', { optionId, hasInsurance: false })
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(deleted.url)
  await seeHeading(page, 'A loja cancelou este link')
  await checkWayBack(page)
  await page.goto(claimed.url)
  await seeHeading(page, 'Este link já está em uso')
  await checkWayBack(page)
  app.clock.advance({ days: 8 })
  await page.goto(expired.url)
  await seeHeading(page, 'O prazo deste link terminou')
  await checkWayBack(page)
  assert.deepEqual(complaints, [])
  await close()
})

test('on a computer the page stands as well', async () => {
  const { url } = await makeLink(app)
  const { page, close } = await openVisit(browser, DESKTOP)
  await page.goto(url)
  await page.getByRole('button', { name: GO_ON }).waitFor()
  await inspectPage(page, 'pay-10-desktop-who')
  await close()
})

test('a refused person is told kindly, asks the lender for a review, and goes back to the shop', async () => {
  const { url } = await makeLink(app, { cancelUrl: undefined, returnUrl: 'https://loja.example/pedido' })
  const person = newPerson('002')
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(url)
  await fillPerson(page, person)
  await page.getByRole('button', { name: SEND }).click()
  await arriveAt(page, 'Confirme seu celular')
  await enterCode(page, app, person)
  await arriveAt(page, 'Desta vez não foi possível')
  const review = page.locator('.card', { hasText: 'Você pode pedir uma revisão' })
  await review.getByText('fale com Crediário Homologação Sociedade de Crédito Direto S.A.').waitFor()
  assert.equal(
    await review.getByRole('link', { name: '0800 000 0101' }).getAttribute('href'),
    'tel:08000000101',
  )
  await checkWayBack(page, 'https://loja.example/pedido')
  await look(page, 'pay-30-denied')
  assert.deepEqual(complaints, [])
  await close()
})

const READABLE_MS = 3_000
const SCRIPT_BYTES = 35_000
/** What another test takes from the machine only ever makes a try slower: the fastest one tells. */
const TRIES = 5
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

test('on slow 3G and a processor four times slower, shop and price are readable within 3 seconds', async () => {
  const { url } = await makeLink(app, PRODUCTS)
  let fastestMs = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && fastestMs > READABLE_MS; tries++) {
    const { page, context, close } = await openVisit(browser, PHONE)
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', SLOW_3G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const response = await page.goto(url)
    const html = (await response?.text()) ?? ''
    assert.match(html, /<div id="app">[\s\S]*Loja Demonstração[\s\S]*Geladeira[\s\S]*Preço à vista/)
    const painted = await page.waitForFunction(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
    )
    fastestMs = Math.min(fastestMs, Number(await painted.jsonValue()))
    await close()
  }
  assert.ok(fastestMs <= READABLE_MS, `${fastestMs} ms`)
})

test('all scripts of the page together are at most 35 kB when they travel as gzip', async () => {
  const { url } = await makeLink(app)
  const html = await (await fetch(url)).text()
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 0)
  let bytes = 0
  for (const path of paths) {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    bytes += Number(response.headers.get('content-length'))
  }
  assert.ok(bytes > 1_000 && bytes <= SCRIPT_BYTES, `${bytes} bytes`)
})
