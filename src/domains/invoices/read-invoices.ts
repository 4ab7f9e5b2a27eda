import type { App } from '../../app/app.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { RequestError } from '../../contract/errors.ts'
import { Busy } from '../../kernel/faults.ts'
import { isId } from '../../kernel/ids.ts'
import { recordAudit } from '../audit/index.ts'
import {
  composeMark,
  type Decision,
  findView,
  issueView,
  listDecisions,
  markPicture,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../desk/index.ts'
import type { Operator, Session } from '../operators/index.ts'
import { listPurchases, type Purchase } from '../purchases/index.ts'
import type { Invoice } from './invoice.ts'
import { findInvoiceForDesk, listInvoicesToReview, openInvoiceFile } from './store.ts'

const PAGE = 200

export interface QueuedInvoiceRecord {
  readonly invoice: Invoice
  readonly purchase: Purchase
  readonly retailerName: string
  readonly attention: SubjectAttention
}

/** Longest wait first. */
export async function listInvoices(
  app: App,
  operator: Operator,
): Promise<{ readonly invoices: QueuedInvoiceRecord[]; readonly operators: OperatorNames }> {
  const { database, secrets, retailers } = app
  const waiting = await listInvoicesToReview(database, secrets, { limit: PAGE })
  const owners = [...new Set(waiting.map(({ transactionId }) => transactionId))]
  const purchases = await listPurchases(database, secrets, { ids: owners })
  const ids = waiting.map(({ id }) => id)
  await noteList(app, operator, 'invoice.list', { found: ids.length })
  const { attention, operators } = await readAttention(app, 'invoice', ids)
  const invoices: QueuedInvoiceRecord[] = []
  for (const invoice of waiting) {
    const purchase = purchases.get(invoice.transactionId)
    if (purchase === undefined) throw new Error(`invoice ${invoice.id} has no transaction`)
    const retailerName = (await retailers.getRetailer(invoice.retailerId)).name
    invoices.push({ invoice, purchase, retailerName, attention: attention(invoice.id) })
  }
  return { invoices, operators }
}

export interface InvoiceRecord extends QueuedInvoiceRecord {
  readonly decisions: readonly Decision[]
  readonly operators: OperatorNames
}

export async function readInvoice(app: App, operator: Operator, invoiceId: string): Promise<InvoiceRecord> {
  const { database, secrets, retailers } = app
  const { invoice, decisions } = await getDeskInvoice(app, invoiceId)
  const { transactionId } = invoice
  const purchase = (await listPurchases(database, secrets, { ids: [transactionId] })).get(transactionId)
  if (purchase === undefined) throw new Error(`invoice ${invoiceId} has no transaction`)
  await note(app, operator, 'invoice.view', invoiceId)
  const { attention, operators } = await readAttention(app, 'invoice', [invoiceId])
  return {
    invoice,
    purchase,
    retailerName: (await retailers.getRetailer(invoice.retailerId)).name,
    attention: attention(invoiceId),
    decisions,
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** Only invoices that are or were at the desk. */
async function getDeskInvoice(
  { database, secrets }: App,
  invoiceId: string,
): Promise<{ readonly invoice: Invoice; readonly decisions: readonly Decision[] }> {
  const found = isId(invoiceId) ? await findInvoiceForDesk(database, secrets, invoiceId) : undefined
  if (found === undefined) throw new RequestError('desk_not_found')
  const decisions = await listDecisions(database, secrets, { kind: 'invoice', id: invoiceId })
  if (found.invoice.state !== 'DESK' && decisions.length === 0) throw new RequestError('desk_not_found')
  return { invoice: found.invoice, decisions }
}

/** Allows one download, for this session and one minute; each is recorded. */
export async function allowInvoiceFile(
  app: App,
  session: Session,
  invoiceId: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { invoice } = await getDeskInvoice(app, invoiceId)
  await note(app, session.operator, 'invoice.open', invoiceId)
  const view = { subjectId: invoice.id, fileId: invoice.id }
  return issueView(app.secrets, view, session.idHash, app.realClock.now())
}

export async function openInvoice(
  { database, secrets, files, realClock }: App,
  session: Session,
  token: string,
): Promise<Buffer> {
  const view = findView(secrets, token, session.idHash, realClock.now())
  const isInvoice = view !== undefined && view.subjectId === view.fileId
  const file = isInvoice ? await openInvoiceFile(database, secrets, files, view.fileId) : undefined
  if (file === undefined) throw new RequestError('desk_not_found')
  return file.bytes
}

/** Enough for an invoice; the rest of a longer file is downloaded. */
export const MAX_DRAWN_PAGES = 20

/** Allows one page to be looked at, for this session and one minute; each is recorded. */
export async function allowInvoicePage(
  app: App,
  session: Session,
  invoiceId: string,
  page: number,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { invoice } = await getDeskInvoice(app, invoiceId)
  await note(app, session.operator, 'invoice.page', invoiceId, { page })
  const view = { subjectId: invoice.id, fileId: `${PAGE_VIEW}${page}` }
  return issueView(app.secrets, view, session.idHash, app.realClock.now())
}

const PAGE_VIEW = 'page-'

/** A picture of the page that the program itself has drawn, with the operator's name and the time written over it. */
export async function openInvoicePage(
  { database, secrets, files, realClock, pdfReader }: App,
  session: Session,
  token: string,
): Promise<{ readonly picture: Buffer; readonly pageCount: number }> {
  const now = realClock.now()
  const view = findView(secrets, token, session.idHash, now)
  const page = view?.fileId.startsWith(PAGE_VIEW) ? Number(view.fileId.slice(PAGE_VIEW.length)) : undefined
  const file = view && page !== undefined && (await openInvoiceFile(database, secrets, files, view.subjectId))
  if (!file || page === undefined) throw new RequestError('desk_not_found')
  try {
    const drawn = await pdfReader.drawPage(file.bytes, page, session.operator.id)
    if (drawn === undefined) throw new RequestError('desk_page_not_drawn')
    return { picture: await markPicture(drawn, composeMark(session, now)), pageCount: drawn.pageCount }
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 1, cause: error })
  }
}

function note(
  { database, realClock }: App,
  operator: Operator,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, number>> = {},
): Promise<void> {
  return recordAudit(database, { operatorId: operator.id, action, subject, details }, realClock.now())
}
