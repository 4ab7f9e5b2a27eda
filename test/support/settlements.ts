import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import { IssuedSettlementAnswer, SettlementAnswer } from '../../src/contract/settlement.ts'
import { type Answer, DEMO_KEY, readAnswer, type TestApp } from './app.ts'
import { checkAnswer } from './purchase-http.ts'

export type SettlementBody = Static<typeof SettlementAnswer>
export type IssuedBody = Static<typeof IssuedSettlementAnswer>

export interface AskedPayoff {
  readonly date?: unknown
  readonly installments?: unknown
  readonly amount?: unknown
}

export async function askQuote(
  app: TestApp,
  transactionId: string,
  asked: AskedPayoff = {},
  key = DEMO_KEY,
): Promise<Answer> {
  const given = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])
  const url = `${app.url}/public/transaction/${transactionId}/settlement?${new URLSearchParams(given)}`
  return readAnswer(await fetch(url, { headers: { 'x-service-apikey': key } }))
}

export async function quoteEarly(
  app: TestApp,
  transactionId: string,
  asked: AskedPayoff = {},
): Promise<SettlementBody> {
  return checkAnswer(SettlementAnswer, await askQuote(app, transactionId, asked))
}

export function askPayoff(
  app: TestApp,
  transactionId: string,
  asked: AskedPayoff = {},
  apiKey = DEMO_KEY,
): Promise<Answer> {
  return app.post(`/public/transaction/${transactionId}/settlement`, { apiKey, ...asked })
}

/** The figures are those of the quote. */
export async function settle(
  app: TestApp,
  transactionId: string,
  asked: AskedPayoff = {},
): Promise<IssuedBody> {
  const quoted = await quoteEarly(app, transactionId, asked)
  const issued = checkAnswer(IssuedSettlementAnswer, await askPayoff(app, transactionId, asked))
  const { billet, ...figures } = issued
  assert.deepEqual(figures, quoted)
  assert.equal(billet.value, figures.value)
  return issued
}
