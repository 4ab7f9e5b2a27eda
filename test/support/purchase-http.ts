import assert from 'node:assert/strict'
import type { Static, TSchema } from 'typebox'
import { Clean, Errors } from 'typebox/value'
import { AuthorizeAnswer } from '../../src/contract/authorize.ts'
import { CancelAnswer } from '../../src/contract/cancel.ts'
import type { Status, Step } from '../../src/contract/enums.ts'
import { ClockAnswer, PlayAnswer } from '../../src/contract/sandbox.ts'
import {
  BilletShape,
  OnboardingLinkAnswer,
  StatusAnswer,
  TransactionAnswer,
} from '../../src/contract/transaction.ts'
import type { WireOption } from './answer-schemas.ts'
import { type Answer, DEMO_KEY, query, readAnswer, type TestApp } from './app.ts'
import { newPerson, type Person } from './people.ts'
import { newOrderId, pickOption, quote } from './purchases.ts'

export type AuthorizeBody = Static<typeof AuthorizeAnswer>
export type BilletBody = Static<typeof BilletShape>
export type CancelBody = Static<typeof CancelAnswer>
export type PlayBody = Static<typeof PlayAnswer>
export type TransactionBody = Static<typeof TransactionAnswer>

/** A well-formed id that exists nowhere. */
export const UNKNOWN_ID = '0123456789abcdef01234567'

/** Asserts a success in exactly the published shape, without additional members. */
export function checkAnswer<Schema extends TSchema>(schema: Schema, answer: Answer): Static<Schema> {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Errors(schema, answer.body), [])
  assert.deepEqual(Clean(schema, structuredClone(answer.body)), answer.body)
  return answer.body as Static<Schema>
}

export interface BuyTerms {
  readonly key?: string
  readonly person?: Person
  readonly persona?: string
  readonly value?: number
  readonly products?: readonly Record<string, unknown>[]
  readonly downPayment?: boolean
  readonly installments?: number
  readonly hasInsurance?: boolean
  readonly orderId?: string
}

export interface Bought {
  readonly person: Person
  readonly option: WireOption
  readonly orderId: string
  readonly transactionId: string
  readonly authorized: AuthorizeBody
}

/** Quotes and authorizes over HTTP; by default a down payment and three installments. */
export async function buy(app: TestApp, terms: BuyTerms = {}): Promise<Bought> {
  const { key = DEMO_KEY, person = newPerson(terms.persona), hasInsurance, installments = 3 } = terms
  const option = pickOption(await quote(app, { ...terms, key, person }), { ...terms, installments })
  const { orderId = newOrderId() } = terms
  const answer = await app.post('/authorize', {
    apiKey: key,
    optionId: option._id,
    orderId,
    ...(hasInsurance === undefined ? {} : { additionalOptions: { hasInsurance } }),
  })
  const authorized = checkAnswer(AuthorizeAnswer, answer)
  return { person, option, orderId, authorized, transactionId: authorized.transactionId }
}

/** An OPEN purchase: onboarding done, down payment paid by Pix. */
export async function buyOpen(app: TestApp, terms: BuyTerms = {}): Promise<Bought> {
  const { key = DEMO_KEY } = terms
  const bought = await buy(app, terms)
  const { downPaymentBillet } = await read(app, bought.transactionId, key)
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet.id, { method: 'PIX' }, key)
  await playUntil(app, bought.transactionId, 'COMPLETE', {}, key)
  assert.equal(await readStatus(app, bought.transactionId, key), 'OPEN')
  return bought
}

export async function playUntil(
  app: TestApp,
  transactionId: string,
  until: Step,
  more: { readonly acceptInsurance?: boolean } = {},
  apiKey = DEMO_KEY,
): Promise<PlayBody> {
  const path = `/sandbox/transaction/${transactionId}/onboarding`
  return checkAnswer(PlayAnswer, await app.post(path, { apiKey, until, ...more }))
}

export function giveUp(app: TestApp, transactionId: string, apiKey = DEMO_KEY): Promise<Answer> {
  return app.post(`/sandbox/transaction/${transactionId}/onboarding`, { apiKey, action: 'CANCEL' })
}

export async function pay(
  app: TestApp,
  billetId: string,
  more: {
    readonly amount?: number
    readonly method?: 'BILLET' | 'PIX'
    readonly rail?: 'BILLET' | 'PIX'
    readonly paidOn?: string
    readonly repeat?: number
    readonly delaySeconds?: number
  } = {},
  apiKey = DEMO_KEY,
): Promise<BilletBody> {
  return checkAnswer(BilletShape, await app.post(`/sandbox/billet/${billetId}/pay`, { apiKey, ...more }))
}

/** Resolves when all due work is done. */
export async function moveClock(app: TestApp, advance: string): Promise<Date> {
  const { now } = checkAnswer(ClockAnswer, await app.post('/sandbox/clock', { apiKey: DEMO_KEY, advance }))
  return new Date(now)
}

export function askTransaction(
  app: TestApp,
  transactionId: string,
  more: { readonly products?: unknown; readonly preview?: unknown } = {},
  apiKey = DEMO_KEY,
): Promise<Answer> {
  return app.post(`/public/transaction/${transactionId}`, { apiKey, ...more })
}

export async function read(app: TestApp, transactionId: string, apiKey = DEMO_KEY): Promise<TransactionBody> {
  return checkAnswer(TransactionAnswer, await askTransaction(app, transactionId, {}, apiKey))
}

/** Removes products and returns the transaction that replaces this one. */
export async function removeProducts(
  app: TestApp,
  transactionId: string,
  products: readonly string[],
  apiKey = DEMO_KEY,
): Promise<TransactionBody & { readonly transactionId: string }> {
  const answer = await askTransaction(app, transactionId, { products }, apiKey)
  const body = checkAnswer(TransactionAnswer, answer)
  assert.ok(body.transactionId)
  return { ...body, transactionId: body.transactionId }
}

export async function readStatus(app: TestApp, transactionId: string, apiKey = DEMO_KEY): Promise<Status> {
  const answer = await app.post(`/public/transaction/${transactionId}/status`, { apiKey })
  return checkAnswer(StatusAnswer, answer).status
}

export function askCancel(
  app: TestApp,
  transactionId: unknown,
  more: Readonly<Record<string, unknown>> = {},
  apiKey = DEMO_KEY,
): Promise<Answer> {
  return app.post('/cancel', { apiKey, transactionId, ...more })
}

export async function cancel(app: TestApp, transactionId: string): Promise<CancelBody> {
  return checkAnswer(CancelAnswer, await askCancel(app, transactionId))
}

export async function askLink(app: TestApp, transactionId: string, key = DEMO_KEY): Promise<Answer> {
  const headers: Record<string, string> = key === '' ? {} : { 'x-service-apikey': key }
  const url = `${app.url}/public/transaction/${transactionId}/onboarding-link`
  return readAnswer(await fetch(url, { headers }))
}

export async function readLink(app: TestApp, transactionId: string): Promise<string> {
  return checkAnswer(OnboardingLinkAnswer, await askLink(app, transactionId)).onboardingLink
}

const KIND_OF_ACTION: Readonly<Record<string, string>> = {
  VALIDATED: 'invoice',
  REFUSED: 'invoice',
  PAID: 'installment',
  OVERDUE: 'installment',
  ACCEPTED: 'renegotiation',
  FAILED: 'renegotiation',
}

/** The events of a transaction in order: steps by their name, others by their action. */
export async function listPublished(app: TestApp, transactionId: string): Promise<string[]> {
  const rows = await query<{ sequence: number; type: string; body: string }>(
    app,
    'SELECT sequence, type, body FROM events WHERE transaction_id = $1 ORDER BY sequence',
    [transactionId],
  )
  return rows.map(({ sequence, type, body }, index) => {
    const told = JSON.parse(body) as Record<string, unknown>
    assert.equal(sequence, index + 1, 'numbers of events have no gaps')
    assert.deepEqual([told.sequence, told.type, told.transactionId], [sequence, type, transactionId])
    const { action, step } = told
    const kind = KIND_OF_ACTION[String(action)] ?? 'transaction'
    assert.equal(type, action === 'STEP' ? 'onboarding.step' : `${kind}.${String(action).toLowerCase()}`)
    return String(step ?? action)
  })
}

/** Converts an answer's reais to centavos. */
export const centavos = (reais: number): number => Math.round(reais * 100)
