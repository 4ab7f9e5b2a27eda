import type { App } from '../../app/app.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { TransactionCountsQuery, TransactionsQuery } from '../../contract/statement.ts'
import { countTransactions, searchTransactions, type TransactionFilter } from '../purchases/index.ts'
import { listMeanings } from './meanings.ts'

type Query = Omit<TransactionsQuery, 'limit' | 'format'>
type Page = Awaited<ReturnType<typeof searchTransactions>>
export type FoundOrder = Page['found'][number]

/** The newest first. `next` is set as long as something may be left. */
export async function searchOrders(app: App, retailerId: string, query: Query, limit: number): Promise<Page> {
  const filter = await readFilter(app, retailerId, query)
  return searchTransactions(app.database, retailerId, { ...filter, after: query.after }, limit)
}

/** How many orders the filters find in each group. */
export async function countOrders(
  app: App,
  retailerId: string,
  query: TransactionCountsQuery,
): ReturnType<typeof countTransactions> {
  return countTransactions(app.database, retailerId, await readFilter(app, retailerId, query))
}

const PAGE = 1_000

/** Everything that the filters find, page by page as it is asked for: it is never in memory as a whole. */
export async function listAllOrders(
  app: App,
  retailerId: string,
  query: Query,
): Promise<AsyncGenerator<readonly FoundOrder[], void>> {
  const filter = await readFilter(app, retailerId, query)
  // The first page here, so that a wrong parameter is refused before anything is sent.
  const first = await searchTransactions(app.database, retailerId, { ...filter, after: query.after }, PAGE)
  return goOn(app, retailerId, filter, first)
}

async function* goOn(
  { database }: App,
  retailerId: string,
  filter: TransactionFilter,
  first: Page,
): AsyncGenerator<readonly FoundOrder[], void> {
  let page = first
  for (;;) {
    if (page.found.length > 0) yield page.found
    if (page.next === null) return
    page = await searchTransactions(database, retailerId, { ...filter, after: page.next }, PAGE)
  }
}

async function readFilter(
  app: App,
  retailerId: string,
  { orderId, status, group, from, to, q }: Query,
): Promise<TransactionFilter> {
  if (q?.trim() === '') throw invalidParameter('q', 'must not be only spaces')
  const meanings = q === undefined ? undefined : await listMeanings(app, retailerId, q)
  return { orderId, status, group, from, to, meanings }
}
