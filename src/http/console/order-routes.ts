import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ConsoleAction, mayDoInConsole } from '../../contract/console.ts'
import {
  ConsoleInvoiceRequest,
  type ConsoleOrder,
  type ConsoleOrderCounts,
  type ConsoleOrderList,
  type ConsolePreview,
  ConsoleRemovalRequest,
  type ConsoleSalesLimit,
  SalesLimitRequest,
} from '../../contract/console-orders.ts'
import { RequestError } from '../../contract/errors.ts'
import { ORDER_GROUPS } from '../../contract/order-groups.ts'
import type { Presented } from '../../contract/presented.ts'
import { TransactionsQuery } from '../../contract/statement.ts'
import { appendAudit, recordAudit } from '../../domains/audit/index.ts'
import { receiveInvoice } from '../../domains/invoices/index.ts'
import {
  changeSalesLimit,
  countOrders,
  listAllOrders,
  listNamedOrders,
  type OrderView,
  readOrder,
  readSalesLimit,
} from '../../domains/orders/index.ts'
import {
  cancelPurchase,
  type Purchase,
  previewCancellation,
  previewRemovalCosts,
  removeProducts,
} from '../../domains/purchases/index.ts'
import { type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import { parseReais, presentReais } from '../../kernel/money.ts'
import { createUploadSemaphore } from '../../platform/http/upload-semaphore.ts'
import { BODY_LIMIT_BYTES, parseInvoiceFile, TOO_LARGE } from '../public/invoice/route.ts'
import { writeOrdersCsv } from '../public/transactions/present.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'
import {
  presentCancelPreview,
  presentOrder,
  presentRemovalPreview,
  presentRow,
  type Sight,
} from './present-order.ts'

const PAGE = 50

const config = (action: ConsoleAction) => ({ public: true, console: action }) as const
const read = (action: ConsoleAction) => ({ config: config(action), exposeHeadRoute: false }) as const

/** Amounts are for some roles only: the server leaves them out for the others. */
const sightOf = ({ role }: StaffSession): Sight => ({ showsMoney: mayDoInConsole(role, 'money.read') })

interface OfOrder {
  readonly Params: { readonly id: string }
}

export function addOrderRoutes(app: FastifyInstance, api: Site): void {
  addOrderLists(app, api)
  addOrderChanges(app, api)
  addLimitRoutes(app, api)
}

function addOrderLists(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: TransactionsQuery }>(
    '/console/api/orders',
    { ...read('orders.read'), schema: { querystring: TransactionsQuery } },
    async (request): Promise<Presented<ConsoleOrderList>> => {
      const session = getStaffSession(request)
      const { limit: _, format: __, ...query } = request.query
      const { found, names, next } = await listNamedOrders(api, session.retailerId, query, PAGE)
      const orders = found.map(each => presentRow(each, names.get(each.id), sightOf(session)))
      return { orders, next, today: calendarDateAt(api.clock.now()) }
    },
  )

  app.get<{ Querystring: TransactionsQuery }>(
    '/console/api/orders/counts',
    { ...read('orders.read'), schema: { querystring: TransactionsQuery } },
    async (request): Promise<Presented<ConsoleOrderCounts>> => {
      const { limit: _, format: __, after: ___, group: ____, ...query } = request.query
      const { counts, isComplete } = await countOrders(api, getStaffSession(request).retailerId, query)
      const all = ORDER_GROUPS.map(group => [group, counts.get(group) ?? 0] as const)
      return {
        counts: Object.fromEntries(all) as ConsoleOrderCounts['counts'],
        total: all.reduce((sum, [, count]) => sum + count, 0),
        isComplete,
      }
    },
  )

  app.get<{ Querystring: TransactionsQuery }>(
    '/console/api/orders/file',
    { ...read('orders.export'), schema: { querystring: TransactionsQuery } },
    async (request, reply) => {
      const session = getStaffSession(request)
      const { limit: _, format: __, after: ___, ...query } = request.query
      const pages = await listAllOrders(api, session.retailerId, query)
      const now = api.realClock.now()
      await recordAudit(api.database, { staff: staffOf(session), action: 'order.export' }, now)
      reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store')
      const day = calendarDateAt(api.clock.now())
      reply.header('content-disposition', `attachment; filename="pedidos-${day}.csv"`)
      return reply.send(Readable.from(writeOrdersCsv(pages, sightOf(session)), { objectMode: false }))
    },
  )

  app.get<OfOrder>(
    '/console/api/orders/:id',
    read('orders.read'),
    async (request): Promise<Presented<ConsoleOrder>> => {
      const session = getStaffSession(request)
      const view = await getOrder(api, session, request.params.id)
      const today = calendarDateAt(api.clock.now())
      return { ...presentOrder(view, today, sightOf(session)), may: await describeMay(api, session, view) }
    },
  )
}

/** What is done to one order: each change is audited in its own transaction. */
function addOrderChanges(app: FastifyInstance, api: Site): void {
  app.post<OfOrder & { Body: ConsoleInvoiceRequest }>(
    '/console/api/orders/:id/invoice',
    {
      config: { ...config('orders.change'), tooLargeMessage: TOO_LARGE },
      bodyLimit: BODY_LIMIT_BYTES,
      preParsing: createUploadSemaphore({ maxBytes: BODY_LIMIT_BYTES }),
      schema: { body: ConsoleInvoiceRequest },
    },
    async request => {
      const session = getStaffSession(request)
      const { id: transactionId } = request.params
      const bytes = parseInvoiceFile(request.body.invoiceFile)
      const { retailerId } = session
      const invoice = await receiveInvoice(
        api,
        { retailerId, transactionId, bytes },
        async (tx, { version }) => {
          const note = { action: 'order.invoice', subject: transactionId, details: { version } } as const
          await appendAudit(tx, { staff: staffOf(session), ...note }, api.realClock.now())
        },
      )
      return { version: invoice.version }
    },
  )

  app.post<OfOrder>(
    '/console/api/orders/:id/cancel/preview',
    { config: config('orders.change') },
    async (request): Promise<Presented<ConsolePreview>> => {
      const session = getStaffSession(request)
      const { id: transactionId } = request.params
      const { retailerId } = session
      await requireLimit(api, session, transactionId)
      return presentCancelPreview(
        await previewCancellation(api, { retailerId, transactionId }),
        sightOf(session),
      )
    },
  )

  app.post<OfOrder>('/console/api/orders/:id/cancel', { config: config('orders.change') }, async request => {
    const session = getStaffSession(request)
    const { id: transactionId } = request.params
    const { retailerId } = session
    await requireLimit(api, session, transactionId)
    const staff = staffOf(session)
    await cancelPurchase(api, { retailerId, transactionId, by: 'retailer', staff })
    return {}
  })

  app.post<OfOrder & { Body: ConsoleRemovalRequest }>(
    '/console/api/orders/:id/removal/preview',
    { config: config('orders.change'), schema: { body: ConsoleRemovalRequest } },
    async (request): Promise<Presented<ConsolePreview>> => {
      const session = getStaffSession(request)
      const { id: transactionId } = request.params
      await requireLimit(api, session, transactionId)
      const productIds = [...new Set(request.body.products)]
      const { retailerId } = session
      return presentRemovalPreview(
        await previewRemovalCosts(api, { retailerId, transactionId, productIds }),
        calendarDateAt(api.clock.now()),
        sightOf(session),
      )
    },
  )

  app.post<OfOrder & { Body: ConsoleRemovalRequest }>(
    '/console/api/orders/:id/removal',
    { config: config('orders.change'), schema: { body: ConsoleRemovalRequest } },
    async request => {
      const session = getStaffSession(request)
      const { id: transactionId } = request.params
      await requireLimit(api, session, transactionId)
      const productIds = [...new Set(request.body.products)]
      const { retailerId } = session
      const command = { retailerId, transactionId, productIds, staff: staffOf(session) }
      const { purchase } = await removeProducts(api, command)
      return { transactionId: purchase.id }
    },
  )
}

/** Up to what amount the salespeople of the shop may cancel. */
function addLimitRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/console/api/sales-limit',
    read('orders.limit'),
    async (request): Promise<Presented<ConsoleSalesLimit>> =>
      presentLimit(await readSalesLimit(api, getStaffSession(request).retailerId)),
  )

  app.post<{ Body: SalesLimitRequest }>(
    '/console/api/sales-limit',
    { config: config('orders.limit'), schema: { body: SalesLimitRequest } },
    async (request): Promise<Presented<ConsoleSalesLimit>> => {
      const { person, retailerId } = getStaffSession(request)
      const { cancelUpTo } = request.body
      const limit = cancelUpTo === null ? null : parseReais(cancelUpTo)
      return presentLimit(await changeSalesLimit(api, { personId: person.id, retailerId }, limit))
    },
  )
}

function presentLimit(limit: Awaited<ReturnType<typeof readSalesLimit>>): Presented<ConsoleSalesLimit> {
  const centavos = limit?.cancelUpToCentavos ?? null
  return {
    cancelUpTo: centavos === null ? null : presentReais(centavos),
    changedAt: limit?.changedAt.toISOString(),
  }
}

async function getOrder(api: Site, { retailerId }: StaffSession, id: string): Promise<OrderView> {
  const view = isId(id) ? await readOrder(api, retailerId, id) : undefined
  if (view === undefined) throw new RequestError('console_not_found')
  return view
}

async function describeMay(
  api: Site,
  session: StaffSession,
  { purchase }: OrderView,
): Promise<Presented<ConsoleOrder>['may']> {
  const { status, renegotiates, products = [] } = purchase
  const isSelling = mayDoInConsole(session.role, 'orders.change')
  const isAboveLimit = isSelling && !(await isWithinLimit(api, session, purchase))
  const isLiving = status === 'PENDING' || status === 'OPEN'
  const isPurchase = renegotiates === undefined
  const maySend = isSelling && isPurchase && (isLiving || status === 'CLOSED')
  return {
    cancel: isSelling && !isAboveLimit && isLiving && (isPurchase || status === 'PENDING'),
    removeProducts: isSelling && !isAboveLimit && isLiving && isPurchase && products.length > 1,
    sendInvoice: maySend,
    isAboveLimit: isAboveLimit && isLiving,
  }
}

async function requireLimit(api: Site, session: StaffSession, id: string): Promise<void> {
  const { purchase } = await getOrder(api, session, id)
  if (!(await isWithinLimit(api, session, purchase))) throw new RequestError('console_above_limit')
}

/** Salespeople cancel up to the amount that an owner set. */
async function isWithinLimit(
  api: Site,
  { role, retailerId }: StaffSession,
  { purchaseCentavos }: Purchase,
): Promise<boolean> {
  if (mayDoInConsole(role, 'money.read')) return true
  const limit = await readSalesLimit(api, retailerId)
  return purchaseCentavos <= (limit?.cancelUpToCentavos ?? 0)
}
