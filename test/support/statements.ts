import type { Static } from 'typebox'
import {
  BalanceAnswer,
  FiguresAnswer,
  SummaryAnswer,
  TransferAnswer,
  TransfersAnswer,
} from '../../src/contract/shop-reports.ts'
import { StatementAnswer, TransactionsAnswer } from '../../src/contract/statement.ts'
import { type Answer, DEMO_KEY, readAnswer, type TestApp } from './app.ts'
import { checkAnswer } from './purchase-http.ts'

export type StatementBody = Static<typeof StatementAnswer>
export type ListBody = Static<typeof TransactionsAnswer>
type Query = Readonly<Record<string, string>>

export function ask(app: TestApp, path: string, query: Query = {}, apiKey = DEMO_KEY): Promise<Response> {
  const headers = apiKey === '' ? {} : { 'x-service-apikey': apiKey }
  return fetch(`${app.url}${path}?${new URLSearchParams(query)}`, { headers })
}

export async function askJson(
  app: TestApp,
  path: string,
  query: Query = {},
  apiKey?: string,
): Promise<Answer> {
  return readAnswer(await ask(app, path, query, apiKey))
}

export async function readStatementOf(app: TestApp, query: Query, apiKey?: string): Promise<StatementBody> {
  return checkAnswer(StatementAnswer, await askJson(app, '/statement', query, apiKey))
}

export async function listTransactions(app: TestApp, query: Query = {}, apiKey?: string): Promise<ListBody> {
  return checkAnswer(TransactionsAnswer, await askJson(app, '/transactions', query, apiKey))
}

export const readFiguresOf = async (app: TestApp, query: Query, apiKey?: string) =>
  checkAnswer(FiguresAnswer, await askJson(app, '/figures', query, apiKey))

export const readBalanceOf = async (app: TestApp, apiKey?: string) =>
  checkAnswer(BalanceAnswer, await askJson(app, '/balance', {}, apiKey))

export const readSummaryOf = async (app: TestApp, query: Query, apiKey?: string) =>
  checkAnswer(SummaryAnswer, await askJson(app, '/statement/summary', query, apiKey))

export const listTransfersOf = async (app: TestApp, query: Query = {}, apiKey?: string) =>
  checkAnswer(TransfersAnswer, await askJson(app, '/transfers', query, apiKey))

export const readTransferOf = async (app: TestApp, transferId: string, apiKey?: string) =>
  checkAnswer(TransferAnswer, await askJson(app, `/transfers/${transferId}`, {}, apiKey))
