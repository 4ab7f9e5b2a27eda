import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import { PaymentLinkAnswer, PaymentLinksAnswer } from '../../src/contract/payment-links.ts'
import { type AuthorizedPurchase, authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { type Answer, DEMO_KEY, DEMO_RETAILER, query, readAnswer, type TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { checkAnswer } from '../support/purchase-http.ts'
import { contextOf, pickOption, quote } from '../support/purchases.ts'

export type LinkBody = Static<typeof PaymentLinkAnswer>

export function askNewLink(app: TestApp, body: object, key = DEMO_KEY): Promise<Answer> {
  return app.post('/payment-links', { apiKey: key, ...body })
}

export async function newLink(app: TestApp, body: object = {}): Promise<LinkBody> {
  const answer = await askNewLink(app, { amount: 2_000, description: 'Geladeira', ...body })
  return checkAnswer(PaymentLinkAnswer, answer)
}

export async function call(
  app: TestApp,
  method: string,
  path: string,
  key: string | undefined = DEMO_KEY,
): Promise<Answer> {
  const headers: Record<string, string> = key === '' ? {} : { 'x-service-apikey': key }
  return readAnswer(await fetch(app.url + path, { method, headers }))
}

export async function readLink(app: TestApp, id: string): Promise<LinkBody> {
  return checkAnswer(PaymentLinkAnswer, await call(app, 'GET', `/payment-links/${id}`))
}

export async function listLinks(app: TestApp, search = ''): Promise<Static<typeof PaymentLinksAnswer>> {
  return checkAnswer(PaymentLinksAnswer, await call(app, 'GET', `/payment-links?${search}`))
}

export function askDelete(app: TestApp, id: string): Promise<Answer> {
  return call(app, 'DELETE', `/payment-links/${id}`)
}

/** Buys by the link without its page: quoted and authorized as the page does it. */
export async function claim(
  app: TestApp,
  link: LinkBody,
  terms: {
    readonly person?: Person
    readonly downPayment?: boolean
    readonly products?: readonly Record<string, unknown>[]
  } = {},
): Promise<AuthorizedPurchase> {
  const option = pickOption(await quote(app, terms), terms)
  return authorizePurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    optionId: option._id,
    orderId: link.orderId,
    hasInsurance: undefined,
    linkId: link.id,
  })
}

/** What retailers are told about a link, in order; their numbers have no gaps. */
export async function listLinkEvents(app: TestApp, linkId: string): Promise<Record<string, unknown>[]> {
  const rows = await query<{ sequence: number; body: string }>(
    app,
    'SELECT sequence, body FROM events WHERE payment_link_id = $1 ORDER BY sequence',
    [linkId],
  )
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    rows.map((_, at) => at + 1),
  )
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
}

export async function listActions(app: TestApp, linkId: string): Promise<unknown[]> {
  return (await listLinkEvents(app, linkId)).map(({ action }) => action)
}
