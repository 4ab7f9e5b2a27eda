import type { InvoiceList, InvoiceView, PictureView, QueuedInvoice } from '../../contract/desk.ts'
import { DecideInvoiceRequest } from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { decideInvoice } from '../../flows/desk/decide-invoice.ts'
import type { OperatorNames } from '../../flows/desk/read-desk.ts'
import {
  allowInvoiceFile,
  type InvoiceRecord,
  listInvoices,
  openInvoice,
  type QueuedInvoiceRecord,
  readInvoice,
} from '../../flows/desk/read-invoices.ts'
import { isId } from '../../kernel/ids.ts'
import { presentReais } from '../../kernel/money.ts'
import { presentOutcome } from './case-routes.ts'
import type { AddDeskRoute, DeskApi } from './desk-route.ts'
import { presentAttention, presentDecision } from './present.ts'

export function addInvoiceRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'GET',
    path: '/invoices',
    action: 'invoice.read',
    async handle({ session }): Promise<Presented<InvoiceList>> {
      const { invoices, operators } = await listInvoices(api, session.operator)
      const presented = invoices.map(invoice => presentQueuedInvoice(invoice, operators))
      return { now: api.clock.now().toISOString(), invoices: presented }
    },
  })

  add({
    method: 'GET',
    path: '/invoices/:invoice',
    action: 'invoice.read',
    handle: async ({ session, params }): Promise<Presented<InvoiceView>> =>
      presentInvoice(await readInvoice(api, session.operator, params.invoice ?? '')),
  })

  add({
    method: 'POST',
    path: '/invoices/:invoice/file',
    action: 'invoice.open',
    async handle({ session, params }): Promise<Presented<PictureView>> {
      const { token, expiresAt } = await allowInvoiceFile(api, session, params.invoice ?? '')
      return { url: `/desk/api/files/${token}`, expiresAt: expiresAt.toISOString() }
    },
  })

  add({
    method: 'GET',
    path: '/files/:token',
    action: 'invoice.open',
    async handle({ session, params }, reply) {
      const pdf = await openInvoice(api, session, params.token ?? '')
      // A stranger's file: saved and opened by the operator's own reader, never within our pages.
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="nota-fiscal.pdf"')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .send(pdf)
    },
  })

  add({
    method: 'POST',
    path: '/invoices/:invoice/decision',
    action: 'invoice.decide',
    body: DecideInvoiceRequest,
    async handle({ session, params, body }) {
      const invoiceId = params.invoice ?? ''
      if (!isId(invoiceId)) throw new RequestError('desk_not_found')
      const { result, reason, version } = body
      const wanted = { invoiceId, result, reason: reason.trim(), version }
      return presentOutcome(api, await decideInvoice(api, session.operator, wanted))
    },
  })
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
