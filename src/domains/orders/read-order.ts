import type { App } from '../../app/app.ts'
import { findCurrentInvoice, type Invoice } from '../invoices/index.ts'
import {
  listMoves,
  listPurchases,
  type Purchase,
  readPurchase,
  searchTransactions,
} from '../purchases/index.ts'
import type { Billet } from '../receivables/index.ts'
import { listDeliveriesOf } from '../webhooks/index.ts'
import { readTransfer, type TransferView } from './read-transfer.ts'
import { type FoundOrder, searchOrders } from './search-orders.ts'

const EVENTS = 100

/** One order, with everything that a shop's people ask about it. */
export interface OrderView {
  readonly found: FoundOrder
  readonly purchase: Purchase
  /** The down payment first. */
  readonly billets: readonly Billet[]
  readonly moves: Awaited<ReturnType<typeof listMoves>>
  readonly deliveries: Awaited<ReturnType<typeof listDeliveriesOf>>
  readonly invoice: Invoice | undefined
  readonly transfer: TransferView
}

/** Of other retailers nothing is found. */
export async function readOrder(app: App, retailerId: string, id: string): Promise<OrderView | undefined> {
  const { database, secrets } = app
  const view = await readPurchase(app, retailerId, id)
  if (view === undefined) return undefined
  const [list, moves, deliveries, invoice, transfer] = await Promise.all([
    searchTransactions(app, retailerId, { meanings: [{ ids: [id] }] }).list(1),
    listMoves(database, id),
    listDeliveriesOf(database, retailerId, id, EVENTS),
    findCurrentInvoice(database, secrets, id),
    readTransfer(app, retailerId, id),
  ])
  const [found] = list.found
  if (found === undefined || transfer === undefined) return undefined
  const { purchase, downPaymentBillet, installments } = view
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  return { found, purchase, billets, moves, deliveries, invoice, transfer }
}

/** A page of orders with the names of their customers. A forged row is reported, and is not shown. */
export async function listNamedOrders(
  app: App,
  retailerId: string,
  query: Parameters<typeof searchOrders>[2],
  limit: number,
): Promise<Awaited<ReturnType<typeof searchOrders>> & { readonly names: ReadonlyMap<string, string> }> {
  const page = await searchOrders(app, retailerId, query, limit)
  const ids = page.found.map(({ id }) => id)
  const forgedIds: string[] = []
  const purchases = await listPurchases(app.database, app.secrets, { ids }, id => forgedIds.push(id))
  for (const id of forgedIds) await app.reportForgery('transactions', id)
  const names = new Map(
    [...purchases].flatMap(([id, { customer }]) =>
      customer.name === undefined ? [] : [[id, customer.name] as const],
    ),
  )
  return { ...page, found: page.found.filter(({ id }) => purchases.has(id)), names }
}
