import type { App } from '../../app/app.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { TransactionCountsQuery, TransactionsQuery } from '../../contract/statement.ts'
import { isId } from '../../kernel/ids.ts'
import { findLinkBy } from '../links/index.ts'
import { countTransactions, findPurchase, searchTransactions } from '../purchases/index.ts'

type Query = Omit<TransactionsQuery, 'limit' | 'format'>
type Filter = Parameters<typeof countTransactions>[2]
type Meaning = NonNullable<Filter['meanings']>[number]
type Page = Awaited<ReturnType<typeof searchTransactions>>
export type FoundOrder = Page['found'][number]

/** The newest first. `next` is set as long as something may be left. */
export async function searchOrders(app: App, retailerId: string, query: Query, limit: number): Promise<Page> {
  const filter = await readFilter(app, retailerId, query)
  return searchTransactions(app, retailerId, { ...filter, after: query.after }, limit)
}

/** How many orders the filters find in each group. */
export async function countOrders(
  app: App,
  retailerId: string,
  query: TransactionCountsQuery,
): ReturnType<typeof countTransactions> {
  return countTransactions(app, retailerId, await readFilter(app, retailerId, query))
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
  const first = await searchTransactions(app, retailerId, { ...filter, after: query.after }, PAGE)
  return goOn(app, retailerId, filter, first)
}

async function* goOn(
  app: App,
  retailerId: string,
  filter: Filter,
  first: Page,
): AsyncGenerator<readonly FoundOrder[], void> {
  let page = first
  for (;;) {
    if (page.found.length > 0) yield page.found
    if (page.next === null) return
    page = await searchTransactions(app, retailerId, { ...filter, after: page.next }, PAGE)
  }
}

async function readFilter(
  app: App,
  retailerId: string,
  { orderId, status, group, from, to, q }: Query,
): Promise<Filter> {
  if (q?.trim() === '') throw invalidParameter('q', 'must not be only spaces')
  const meanings = q === undefined ? undefined : await listMeanings(app, retailerId, q)
  return { orderId, status, group, from, to, meanings }
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
