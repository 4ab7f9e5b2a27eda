import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import type { HostedOption } from '../../src/contract/hosted-page.ts'
import { arriveAt, focusByKeyboard } from '../browser/shopper.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { inspectPage } from '../support/browser.ts'
import type { Person } from '../support/people.ts'
import { type HostedVisit, readCode } from './hosted-visit.ts'
import { checkLegibility } from './legibility.ts'
import { type LinkBody, newLink } from './link-calls.ts'

export const SHOP_URL = 'https://loja.example/carrinho?sessao=1'
/** The first of two screens about who buys leads to the second. */
export const GO_ON = 'Continuar'
export const SEND = 'Receber código por SMS'
export const PLACE_TITLE = 'Onde você mora?'

/** The whole service, with a shop to which pages may lead back. */
export async function startShop(): Promise<TestApp> {
  const app = await startTestApp()
  await app.services.retailers.allowOrigin(DEMO_RETAILER, new URL(SHOP_URL).origin)
  return app
}

export const PRODUCTS = {
  amount: undefined,
  description: undefined,
  shipping: 79.9,
  products: [
    { id: 'sku-1', name: 'Geladeira <b>Frost Free</b> 375 litros, inox', amount: 1, value: 1_799.9 },
    { id: 'sku-2', name: 'Filtro de água', amount: 2, value: 80.05 },
  ],
}

export interface HostedLink {
  readonly link: LinkBody
  /** Of the page on this test's server. */
  readonly url: string
}

let orders = 1_000

export async function makeLink(app: TestApp, body: object = {}): Promise<HostedLink> {
  orders += 1
  const link = await newLink(app, { cancelUrl: SHOP_URL, orderId: `PED-${orders}`, ...body })
  return { link, url: `${app.url}/pay/${link.url.slice(-32)}` }
}

/** The browser goes on as the device that made these calls. */
export async function carryOver(context: BrowserContext, app: TestApp, device: HostedVisit): Promise<void> {
  await context.addCookies([...device.cookies].map(([name, value]) => ({ name, value, url: app.url })))
}

type Written = readonly (readonly [label: string, text: string])[]

/** Both screens of who buys, by the keyboard, up to the button that sends the code. */
export async function fillPerson(page: Page, person: Person): Promise<void> {
  await fillContact(page, person)
  await page.keyboard.press('Enter')
  await arriveAt(page, PLACE_TITLE)
  await fillFields(page, [
    ['CEP', person.zipCode],
    ['Rua ou avenida', 'Avenida Paulista'],
    ['Número', '1578'],
    ['Cidade', 'São Paulo'],
  ])
}

export async function fillContact(page: Page, person: Person): Promise<void> {
  await fillFields(page, [
    ['CPF', person.cpf],
    ['Celular', person.phone],
    ['Nome completo', 'Maria da Silva'],
    ['E-mail', person.email],
  ])
}

async function fillFields(page: Page, fields: Written): Promise<void> {
  for (const [label, text] of fields) {
    await focusByKeyboard(page, 'textbox', label)
    await page.keyboard.type(text)
  }
}

export async function enterCode(page: Page, app: TestApp, person: Person): Promise<void> {
  const code = await readCode(app, person.phone)
  await page.getByRole('textbox', { name: 'Código recebido por SMS' }).fill(code)
  await page.getByRole('button', { name: 'Confirmar' }).click()
}

/** Everything that the page sends from now on, in order. */
export function recordPosts(page: Page): { readonly path: string; readonly body: unknown }[] {
  const posts: { path: string; body: unknown }[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname.split('/')[3]
    if (request.method() === 'POST' && path !== undefined) posts.push({ path, body: request.postDataJSON() })
  })
  return posts
}

export async function look(page: Page, name: string): Promise<void> {
  await inspectPage(page, name)
  await checkLegibility(page, name)
}

/** A button, with nothing appended and nothing told of where the person comes from. */
export async function checkWayBack(page: Page, url = SHOP_URL): Promise<void> {
  const back = page.getByRole('link', { name: 'Voltar para a loja' })
  assert.equal(await back.getAttribute('href'), url)
  assert.equal(await back.getAttribute('rel'), 'noreferrer')
}

export function money(reais: number): string {
  return reais.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replaceAll('\u00a0', ' ')
}

/** The rows of installments as the page shows them, all of them. */
export async function readRows(page: Page): Promise<string[]> {
  const more = page.getByRole('button', { name: /^Ver todas/ })
  if ((await more.count()) > 0) await more.click()
  const rows = await page.locator('.choice .offer').allInnerTexts()
  return rows.map(text => text.replaceAll(/\s+/g, ' ').trim())
}

/** The row of an option without insurance, as it must be shown. */
export function writeRow(option: HostedOption): string {
  const cet = option.cetPA.toLocaleString('pt-BR', { minimumFractionDigits: 2 })
  const installment = `${option.installments}× de ${money(option.installmentValue)}`
  return `${installment} Total ${money(option.totalToPay)} CET ${cet}% a.a.`
}
