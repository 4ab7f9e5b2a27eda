import type { FastifyInstance } from 'fastify'
import {
  type InvoiceList,
  type InvoiceView,
  PAGE_COUNT_HEADER,
  type PictureView,
  type QueuedInvoice,
} from '../../contract/desk.ts'
import { DecideInvoiceRequest } from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import type { OperatorNames } from '../../domains/desk/index.ts'
import {
  allowInvoiceFile,
  allowInvoicePage,
  decideInvoice,
  type InvoiceRecord,
  listInvoices,
  MAX_DRAWN_PAGES,
  openInvoice,
  openInvoicePage,
  type QueuedInvoiceRecord,
  readInvoice,
} from '../../domains/invoices/index.ts'
import { isId } from '../../kernel/ids.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentAttention, presentDecision } from './present.ts'

export function addInvoiceRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/invoices',
    { config: { public: true, desk: 'invoice.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<InvoiceList>> => {
      const { invoices, operators } = await listInvoices(api, getSession(request).operator)
      const presented = invoices.map(invoice => presentQueuedInvoice(invoice, operators))
      return { now: api.clock.now().toISOString(), invoices: presented }
    },
  )

  app.get<{ Params: { invoice: string } }>(
    '/desk/api/invoices/:invoice',
    { config: { public: true, desk: 'invoice.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<InvoiceView>> =>
      presentInvoice(await readInvoice(api, getSession(request).operator, request.params.invoice)),
  )

  app.post<{ Params: { invoice: string } }>(
    '/desk/api/invoices/:invoice/file',
    { config: { public: true, desk: 'invoice.open' } },
    async (request): Promise<Presented<PictureView>> => {
      const { token, expiresAt } = await allowInvoiceFile(api, getSession(request), request.params.invoice)
      return { url: `/desk/api/files/${token}`, expiresAt: expiresAt.toISOString() }
    },
  )

  app.get<{ Params: { token: string } }>(
    '/desk/api/files/:token',
    { config: { public: true, desk: 'invoice.open' }, exposeHeadRoute: false },
    async (request, reply) => {
      const pdf = await openInvoice(api, getSession(request), request.params.token)
      // An untrusted file: the operator downloads it and opens it outside our pages.
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="nota-fiscal.pdf"')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .send(pdf)
    },
  )

  addPageRoutes(app, api)

  app.post<{ Params: { invoice: string }; Body: DecideInvoiceRequest }>(
    '/desk/api/invoices/:invoice/decision',
    { config: { public: true, desk: 'invoice.decide' }, schema: { body: DecideInvoiceRequest } },
    async request => {
      const invoiceId = request.params.invoice
      if (!isId(invoiceId)) throw new RequestError('desk_not_found')
      const { result, reason, version } = request.body
      const wanted = { invoiceId, result, reason: reason.trim(), version }
      return presentOutcome(api, await decideInvoice(api, getSession(request).operator, wanted))
    },
  )
}

/** The file itself never reaches a page of ours: what is shown is a picture that we have drawn of it. */
function addPageRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Params: { invoice: string; page: string } }>(
    '/desk/api/invoices/:invoice/pages/:page',
    { config: { public: true, desk: 'invoice.open' } },
    async (request): Promise<Presented<PictureView>> => {
      const { invoice, page } = request.params
      const number = parsePage(page)
      const { token, expiresAt } = await allowInvoicePage(api, getSession(request), invoice, number)
      return { url: `/desk/api/pages/${token}`, expiresAt: expiresAt.toISOString() }
    },
  )

  app.get<{ Params: { token: string } }>(
    '/desk/api/pages/:token',
    { config: { public: true, desk: 'invoice.open' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { picture, pageCount } = await openInvoicePage(api, getSession(request), request.params.token)
      return reply.type('image/jpeg').header(PAGE_COUNT_HEADER, pageCount).send(picture)
    },
  )
}

function parsePage(text: string): number {
  const page = /^[1-9][0-9]?$/.test(text) ? Number(text) : 0
  if (page < 1 || page > MAX_DRAWN_PAGES)
    throw invalidParameter('page', `must be a page from 1 to ${MAX_DRAWN_PAGES}`)
  return page
}

function presentQueuedInvoice(
  record: QueuedInvoiceRecord,
  operators: OperatorNames,
): Presented<QueuedInvoice> {
  const { invoice, purchase, retailerName, attention } = record
  const { findings } = invoice
  return {
    invoiceId: invoice.id,
    transactionId: purchase.id,
    orderId: purchase.orderId,
    retailerName,
    purchase: presentReais(purchase.purchaseCentavos),
    receivedAt: invoice.receivedAt.toISOString(),
    findings: findings ?? undefined,
    ...presentAttention(attention, operators),
  }
}

function presentInvoice(record: InvoiceRecord): Presented<InvoiceView> {
  const { invoice, operators, decisions } = record
  return {
    ...presentQueuedInvoice(record, operators),
    version: invoice.version,
    isWaiting: invoice.state === 'DESK' && invoice.replacedAt === null,
    bytes: invoice.bytes,
    sha256: invoice.sha256.toString('hex'),
    state: invoice.state,
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}
