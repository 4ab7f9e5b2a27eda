import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { Busy } from '../../kernel/faults.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import type { StoredFile } from '../../platform/files/files.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { ServiceUnavailable } from '../../platform/outbound/json-service.ts'
import {
  advancePurchase,
  findPurchase,
  getMove,
  isTransferUnderWay,
  lockPurchase,
  MoveRefused,
  type Purchase,
} from '../purchases/index.ts'
import { holdTransfer } from './decide-invoice.ts'
import { type Invoice, MAX_VERSIONS } from './invoice.ts'
import { MATCH_INVOICE } from './match-invoice.ts'
import { looksLikePdf } from './pdf/inspect.ts'
import { findCurrentInvoice, giveBackQuota, insertInvoice, spendQuota } from './store.ts'

interface ReceivedInvoice {
  readonly retailerId: string
  readonly transactionId: string
  readonly bytes: Buffer
}

/**
 * Stores the file as the newest version of the transaction's invoice. Sending the current file again adds no version.
 */
export async function receiveInvoice(
  app: App,
  received: ReceivedInvoice,
  remember?: Remember<Invoice>,
): Promise<Invoice> {
  const { database, secrets, files } = app
  const { retailerId, transactionId, bytes } = received
  requirePdf(bytes, 'invoiceFile')
  const seen = isId(transactionId)
    ? await findPurchase(database, secrets, { retailerId, id: transactionId })
    : undefined
  if (seen === undefined) throw new RequestError('transaction_not_found')
  // Checked before megabytes are inspected and written, and again under the lock.
  const current = await findCurrentInvoice(database, secrets, transactionId)
  const sha256 = createHash('sha256').update(bytes).digest()
  const known = findSame(seen, current, sha256)
  if (known !== undefined) return known
  await spendBytes(app, retailerId, bytes.length)
  await screenSpent(app, received)
  const file = await files.put(bytes)
  return database.transaction(async tx => {
    const purchase = await lockPurchase(tx, secrets, transactionId)
    if (purchase === undefined) throw new RequestError('transaction_not_found')
    const invoice = await addVersion(app, tx, { purchase, file, bytes: bytes.length })
    await remember?.(tx, invoice)
    return invoice
  })
}

async function addVersion(
  app: App,
  tx: Transaction,
  about: { readonly purchase: Purchase; readonly file: StoredFile; readonly bytes: number },
): Promise<Invoice> {
  const { purchase, file, bytes } = about
  const current = await findCurrentInvoice(tx, app.secrets, purchase.id)
  const known = findSame(purchase, current, file.sha256)
  if (known !== undefined) return known
  const now = app.clock.now()
  const id = newId(now.getTime())
  const { retailerId, id: transactionId } = purchase
  insertInvoice(tx, app.secrets, {
    id,
    transactionId,
    retailerId,
    version: (current?.version ?? 0) + 1,
    fileName: file.name,
    sha256: file.sha256,
    bytes,
    receivedAt: now,
  })
  await advancePurchase(app, tx, purchase, 'invoice-received', {
    changes: await holdTransfer(app, tx, purchase),
  })
  await enqueueJob(tx, { kind: MATCH_INVOICE, key: id, runAt: now, payload: { invoiceId: id } })
  const added = await findCurrentInvoice(tx, app.secrets, transactionId)
  if (added === undefined) throw new Error(`transaction ${transactionId} has lost its invoice`)
  return added
}

/** A refused file counts against the quota; one that could not be inspected does not. */
async function screenSpent(app: App, received: ReceivedInvoice): Promise<void> {
  const { database, clock } = app
  const { retailerId, bytes } = received
  const day = calendarDateAt(clock.now())
  try {
    await screenUpload(app, { owner: retailerId, field: 'invoiceFile' }, bytes)
  } catch (error) {
    const isUndecided = !(error instanceof RequestError) || error.code === 'service_unavailable'
    if (isUndecided) await giveBackQuota(database, { retailerId, day, bytes: bytes.length })
    throw error
  }
}

/** Spent before the file is inspected and stored, so that both are bounded whatever happens next. */
async function spendBytes(
  { database, clock, invoiceQuotaBytesPerDay: limitBytes }: App,
  retailerId: string,
  bytes: number,
): Promise<void> {
  const now = clock.now()
  const day = calendarDateAt(now)
  if (await spendQuota(database, { retailerId, day, bytes, limitBytes })) return
  throw new RequestError('invoice_quota_spent', {
    retryAfterSeconds: Math.ceil((endOfDay(day).getTime() - now.getTime()) / 1_000) + 1,
  })
}

/** The current invoice, if it is this file; throws when no further version is allowed. */
function findSame(purchase: Purchase, current: Invoice | undefined, sha256: Buffer): Invoice | undefined {
  requirePossible(purchase)
  if (current === undefined) return undefined
  if (current.sha256.equals(sha256)) return current
  const isPaidFor = current.state === 'VALIDATED' && isTransferUnderWay(purchase)
  if (isPaidFor || (current.state !== 'REFUSED' && purchase.status === 'CLOSED'))
    throw new RequestError('invoice_locked')
  if (current.version >= MAX_VERSIONS) throw new RequestError('invoice_history_full')
  return undefined
}

function requirePossible(purchase: Purchase): void {
  try {
    getMove(purchase, 'invoice-received')
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error
    throw new RequestError('transaction_state_conflict', {
      message: `The transaction is ${purchase.status}: it takes no invoice`,
      cause: error,
    })
  }
}

/** Where a file comes from. */
interface Upload {
  /** Those whose files share a turn in the queue. */
  readonly owner: string
  /** Of the request. */
  readonly field: string
}

/** Refuses everything that is not a plain PDF, or that the scanner reports as malicious: for other domains' documents. */
export async function screenPdf(app: App, upload: Upload, bytes: Buffer): Promise<void> {
  requirePdf(bytes, upload.field)
  await screenUpload(app, upload, bytes)
}

/** A cheap check, which most other files fail. */
function requirePdf(bytes: Buffer, field: string): void {
  if (!looksLikePdf(bytes)) throw describe('invoice_not_pdf', field, 'is not a PDF')
}

async function screenUpload(
  { pdfReader, invoiceScanner }: App,
  { owner, field }: Upload,
  bytes: Buffer,
): Promise<void> {
  const inspection = await pdfReader.inspect(bytes, owner).catch(error => {
    if (!(error instanceof Busy)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 2, cause: error })
  })
  switch (inspection.verdict) {
    case 'not-a-pdf':
      throw describe('invoice_not_pdf', field, 'is not a PDF')
    case 'expands-too-far':
      throw describe('invoice_expands_too_far', field, 'is too large once decompressed')
    case 'active-content':
      throw describe('invoice_with_active_content', field, `holds ${inspection.found}`)
    case 'accepted':
  }
  const result = await invoiceScanner.scan(bytes).catch(error => {
    if (!(error instanceof ServiceUnavailable)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 10, cause: error })
  })
  if (result === 'infected') throw describe('invoice_infected', field, 'is known to be malicious')
}

function describe(
  code: ConstructorParameters<typeof RequestError>[0],
  field: string,
  sentence: string,
): RequestError {
  return new RequestError(code, { details: [{ field, message: `${field} ${sentence}` }] })
}
