import type { App } from '../../app/app.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { TransactionCountsQuery, TransactionsQuery } from '../../contract/statement.ts'
import { isId } from '../../kernel/ids.ts'
import { findLinkBy } from '../links/index.ts'
import { findPurchase, searchTransactions } from '../purchases/index.ts'

type Query = Omit<TransactionsQuery, 'limit' | 'format'>
type Filter = Parameters<typeof searchTransactions>[2]
type Meaning = NonNullable<Filter['meanings']>[number]
type Search = ReturnType<typeof searchTransactions>
type Page = Awaited<ReturnType<Search['list']>>
export type FoundOrder = Page['found'][number]

/** The newest first. `next` is set as long as something may be left. */
export async function searchOrders(app: App, retailerId: string, query: Query, limit: number): Promise<Page> {
  const search = await openSearch(app, retailerId, query)
  return search.list(limit, query.after)
}

/** How many orders the filters find in each group. */
export async function countOrders(
  app: App,
  retailerId: string,
  query: TransactionCountsQuery,
): ReturnType<Search['count']> {
  const search = await openSearch(app, retailerId, query)
  return search.count()
}

const PAGE = 1_000

/** Everything that the filters find, page by page as it is asked for: it is never in memory as a whole. */
export async function listAllOrders(
  app: App,
  retailerId: string,
  query: Query,
): Promise<AsyncGenerator<readonly FoundOrder[], void>> {
  const search = await openSearch(app, retailerId, query)
  // The first page here, so that a wrong parameter is refused before anything is sent.
  return goOn(search, await search.list(PAGE, query.after))
}

async function* goOn(search: Search, first: Page): AsyncGenerator<readonly FoundOrder[], void> {
  let page = first
  for (;;) {
    if (page.found.length > 0) yield page.found
    if (page.next === null) return
    page = await search.list(PAGE, page.next)
  }
}

async function openSearch(
  app: App,
  retailerId: string,
  { orderId, status, group, from, to, q }: Query,
): Promise<Search> {
  if (q?.trim() === '') throw invalidParameter('q', 'must not be only spaces')
  const meanings = q === undefined ? undefined : await listMeanings(app, retailerId, q)
  return searchTransactions(app, retailerId, { orderId, status, group, from, to, meanings })
}

const TOKEN = /^[A-Za-z0-9_-]{32}$/

/** Everything that a search text may mean to a shop; a purchase that fits one of them is found. */
async function listMeanings(app: App, retailerId: string, text: string): Promise<readonly Meaning[]> {
  const { secrets } = app
  const typed = text.trim()
  const cpf = parseCpf(typed.replaceAll(' ', ''))
  // What has a digit is no name.
  const isName = !/\d/.test(typed)
  return [
    { orderId: typed },
    ...(isId(typed) ? [{ ids: [typed] }] : []),
    ...(cpf === undefined ? [] : [{ cpfIndex: secrets.computeBlindIndex('cpf', cpf) }]),
    ...(isName ? [{ name: typed }] : []),
    ...(await listLinked(app, retailerId, typed)),
  ]
}

/** The purchases of a payment link, by its id or address, or of the address at which a purchase goes on. */
async function listLinked(app: App, retailerId: string, typed: string): Promise<Meaning[]> {
  const last = typed.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  if (!isId(last) && !TOKEN.test(last)) return []
  const link = await findLinkBy(app, retailerId, last)
  if (link !== undefined) return [{ orderId: link.orderId }]
  if (!TOKEN.test(last)) return []
  const purchase = await findPurchase(app.database, app.secrets, { token: last })
  return purchase?.retailerId === retailerId ? [{ ids: [purchase.id] }] : []
}
