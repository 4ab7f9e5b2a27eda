import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Findings, Invoice, InvoiceState } from './invoice.ts'

const COLUMNS = `i.id, i.transaction_id, i.retailer_id, i.version, i.file_name,
  i.sha256, i.bytes, i.state, i.findings, i.code, i.message, i.decided_by, i.received_at,
  i.checked_at, i.decided_at, i.replaced_at, i.mac`

const INSERT: Statement = {
  name: 'invoices.insert',
  text: `INSERT INTO invoices (id, transaction_id, retailer_id, version, file_name, sha256, bytes, state, received_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'RECEIVED', $8, $9)`,
}
const REPLACE: Statement = {
  name: 'invoices.replace',
  text: 'UPDATE invoices SET replaced_at = $2, mac = NULL WHERE transaction_id = $1 AND replaced_at IS NULL',
}
const SELECT: Statement = {
  name: 'invoices.find',
  text: `SELECT ${COLUMNS} FROM invoices i WHERE i.id = $1`,
}
const SELECT_CURRENT: Statement = {
  name: 'invoices.find-current',
  text: `SELECT ${COLUMNS} FROM invoices i WHERE i.transaction_id = $1 AND i.replaced_at IS NULL`,
}
const LIST_VERSIONS: Statement = {
  name: 'invoices.list-versions',
  text: `SELECT ${COLUMNS} FROM invoices i WHERE i.transaction_id = $1 ORDER BY i.version`,
}
const LIST_AT_DESK: Statement = {
  name: 'invoices.list-at-desk',
  text: `SELECT ${COLUMNS} FROM invoices i WHERE i.state = 'DESK' AND i.replaced_at IS NULL AND i.id > $1 ORDER BY i.id LIMIT $2`,
}
const LIST_LAST: Statement = {
  name: 'invoices.list-last',
  text: `SELECT ${COLUMNS} FROM invoices i ORDER BY i.id DESC LIMIT $1`,
}
const LIST_STATES: Statement = {
  name: 'invoices.list-states',
  text: `SELECT i.transaction_id, i.state FROM invoices i WHERE i.transaction_id = ANY ($1::text[]) AND i.replaced_at IS NULL`,
}
const SEND_TO_DESK: Statement = {
  name: 'invoices.send-to-desk',
  text: `UPDATE invoices SET state = 'DESK', findings = $2, checked_at = $3, mac = $5 WHERE id = $1 AND mac = $4 RETURNING id`,
}
const DECIDE: Statement = {
  name: 'invoices.decide',
  text: `UPDATE invoices SET state = $2, code = $3, message = $4, decided_by = $5, decided_at = $6,
      findings = coalesce($7::json, findings), checked_at = CASE WHEN $7::json IS NULL THEN checked_at ELSE $6 END, mac = $9
    WHERE id = $1 AND replaced_at IS NULL AND mac = $8 RETURNING id`,
}
const WITHDRAW: Statement = {
  name: 'invoices.withdraw',
  text: `UPDATE invoices SET state = 'WITHDRAWN', mac = NULL WHERE transaction_id = $1 AND replaced_at IS NULL AND state IN ('RECEIVED', 'DESK')`,
}
const SPEND_QUOTA: Statement = {
  name: 'invoice-quotas.spend',
  text: `INSERT INTO invoice_quotas AS q (retailer_id, day, bytes) VALUES ($1, $2, $3)
    ON CONFLICT (retailer_id, day) DO UPDATE SET bytes = q.bytes + excluded.bytes WHERE q.bytes + excluded.bytes <= $4
    RETURNING bytes`,
}
const GIVE_BACK_QUOTA: Statement = {
  name: 'invoice-quotas.give-back',
  text: 'UPDATE invoice_quotas SET bytes = greatest(bytes - $3, 0) WHERE retailer_id = $1 AND day = $2',
}
/* A file that also belongs to another person's invoice stays readable: it says nothing more about this person. */
const LIST_FILES_OF_THESE_ONLY: Statement = {
  name: 'invoices.list-files-of-these-only',
  text: `WITH theirs AS MATERIALIZED (
      SELECT DISTINCT i.file_name FROM unnest($1::text[]) AS t (id)
        JOIN LATERAL (SELECT file_name FROM invoices WHERE transaction_id = t.id) i ON true
    )
    SELECT file_name FROM theirs
    WHERE NOT EXISTS (SELECT FROM invoices o WHERE o.file_name = theirs.file_name AND o.transaction_id <> ALL ($1))`,
}
const REMOVE_QUOTAS: Statement = {
  name: 'invoice-quotas.remove-old',
  text: 'DELETE FROM invoice_quotas WHERE day < $1',
}

const UNDECIDED = {
  state: 'RECEIVED',
  findings: null,
  code: null,
  message: null,
  decidedBy: null,
  checkedAt: null,
  decidedAt: null,
  replacedAt: null,
} as const

export function insertInvoice(
  tx: Transaction,
  secrets: Secrets,
  invoice: Pick<
    Invoice,
    'id' | 'transactionId' | 'retailerId' | 'version' | 'fileName' | 'sha256' | 'bytes' | 'receivedAt'
  >,
): void {
  const { id, transactionId, retailerId, version, fileName, sha256, bytes, receivedAt } = invoice
  tx.send(REPLACE, [transactionId, receivedAt])
  const mac = computeInvoiceMac(secrets, { ...invoice, ...UNDECIDED })
  tx.send(INSERT, [id, transactionId, retailerId, version, fileName, sha256, bytes, receivedAt, mac])
}

/** Whatever the retailer: the caller must compare it, or follow an internal reference. Throws ForgedRow. */
export async function findInvoice(db: Queryable, secrets: Secrets, id: string): Promise<Invoice | undefined> {
  const [row] = await db.run<StoredInvoice>(SELECT, [id])
  return row && checkInvoice(secrets, row)
}

/** Changes only under the lock of its purchase. Throws ForgedRow. */
export async function findCurrentInvoice(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<Invoice | undefined> {
  const [row] = await db.run<StoredInvoice>(SELECT_CURRENT, [transactionId])
  return row && checkInvoice(secrets, row)
}

/** Oldest first. Throws ForgedRow. */
async function listVersions(db: Queryable, secrets: Secrets, transactionId: string): Promise<Invoice[]> {
  const rows = await db.run<StoredInvoice>(LIST_VERSIONS, [transactionId])
  return rows.map(row => checkInvoice(secrets, row))
}

/**
 * Invoices that wait for a person, longest wait first, without those that were changed outside the program; `after` is the
 * id of the last one seen.
 */
export async function listInvoicesToReview(
  db: Queryable,
  secrets: Secrets,
  page: { readonly after?: string; readonly limit: number },
): Promise<Invoice[]> {
  const rows = await db.run<StoredInvoice>(LIST_AT_DESK, [page.after ?? '', page.limit])
  return rows.filter(row => isGenuineInvoice(secrets, row)).map(row => checkInvoice(secrets, row))
}

/** Of the invoices that came last, those that were changed outside the program. */
export async function listForgedInvoiceIds(
  db: Queryable,
  secrets: Secrets,
  limit: number,
): Promise<string[]> {
  const rows = await db.run<StoredInvoice>(LIST_LAST, [limit])
  return rows.filter(row => !isGenuineInvoice(secrets, row)).map(({ id }) => id)
}

/** By transaction, where it has a current invoice. */
export async function listInvoiceStates(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceState>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.run<Pick<Invoice, 'transactionId' | 'state'>>(LIST_STATES, [transactionIds])
  return new Map(rows.map(({ transactionId, state }) => [transactionId, state]))
}

/** The purchase is locked, and the invoice waits for its check. */
export async function sendToDesk(
  tx: Transaction,
  secrets: Secrets,
  invoice: Invoice,
  findings: Findings,
  now: Date,
): Promise<void> {
  const changed: Invoice = { ...invoice, state: 'DESK', findings, checkedAt: now }
  const macs = [computeInvoiceMac(secrets, invoice), computeInvoiceMac(secrets, changed)]
  const rows = await tx.run(SEND_TO_DESK, [invoice.id, JSON.stringify(findings), now, ...macs])
  checkChanged(rows, invoice)
}

function checkChanged(rows: readonly unknown[], { id }: Invoice): void {
  if (rows.length !== 1) throw new Error(`invoice ${id} was changed under the lock of its purchase`)
}

export interface InvoiceDecision {
  readonly state: Extract<InvoiceState, 'VALIDATED' | 'REFUSED'>
  readonly code: DecisionCode
  readonly message: string | undefined
  readonly decidedBy: string
  /** Set by the automatic check. */
  readonly findings?: Findings
}

/** The purchase is locked. */
export async function storeDecision(
  tx: Transaction,
  secrets: Secrets,
  invoice: Invoice,
  { state, code, message: words, decidedBy, findings }: InvoiceDecision,
  now: Date,
): Promise<void> {
  const message = words ?? null
  const found = findings && { findings, checkedAt: now }
  const changed: Invoice = { ...invoice, state, code, message, decidedBy, decidedAt: now, ...found }
  const figures = [
    state,
    code,
    message,
    decidedBy,
    now,
    findings === undefined ? null : JSON.stringify(findings),
  ]
  const macs = [computeInvoiceMac(secrets, invoice), computeInvoiceMac(secrets, changed)]
  checkChanged(await tx.run(DECIDE, [invoice.id, ...figures, ...macs]), invoice)
}

/** The purchase has ended, so its invoice needs no decision any more. */
export function withdrawInvoices(tx: Transaction, transactionId: string): void {
  tx.send(WITHDRAW, [transactionId])
}

/** Returns false when the retailer has used up its quota of the day. */
export async function spendQuota(
  db: Queryable,
  spent: {
    readonly retailerId: string
    readonly day: CalendarDate
    readonly bytes: number
    readonly limitBytes: number
  },
): Promise<boolean> {
  const { retailerId, day, bytes, limitBytes } = spent
  if (bytes > limitBytes) return false
  return (await db.run(SPEND_QUOTA, [retailerId, day, bytes, limitBytes])).length > 0
}

export async function giveBackQuota(
  db: Queryable,
  {
    retailerId,
    day,
    bytes,
  }: { readonly retailerId: string; readonly day: CalendarDate; readonly bytes: number },
): Promise<void> {
  await db.run(GIVE_BACK_QUOTA, [retailerId, day, bytes])
}

/** Makes the invoices of a person's purchases unreadable; hashes, times and decisions stay. */
export async function forgetInvoices(tx: Transaction, transactionIds: readonly string[]): Promise<void> {
  const rows = await tx.run<{ fileName: string }>(LIST_FILES_OF_THESE_ONLY, [transactionIds])
  await forgetFiles(
    tx,
    rows.map(({ fileName }) => fileName),
  )
}

export async function removeOldQuotas(db: Queryable, before: CalendarDate): Promise<void> {
  await db.run(REMOVE_QUOTAS, [before])
}

/** As the database has it: its MAC is not verified. */
interface StoredInvoice extends Invoice {
  /** NULL once it was replaced or withdrawn: it decides nothing any more. */
  readonly mac: Buffer | null
}

const mac = defineMac('invoices', (invoice: Invoice) => [
  invoice.id,
  invoice.transactionId,
  invoice.retailerId,
  invoice.version,
  invoice.fileName,
  invoice.sha256,
  invoice.bytes,
  invoice.state,
  JSON.stringify(invoice.findings),
  invoice.code,
  invoice.message,
  invoice.decidedBy,
  invoice.receivedAt,
  invoice.checkedAt,
  invoice.decidedAt,
  invoice.replacedAt,
])

const computeInvoiceMac = mac.compute

function isGenuineInvoice(secrets: Secrets, stored: StoredInvoice): boolean {
  const isOver = stored.replacedAt !== null || stored.state === 'WITHDRAWN'
  return isOver ? stored.mac === null : mac.isGenuine(secrets, stored)
}

/** Throws ForgedRow. */
function checkInvoice(secrets: Secrets, stored: StoredInvoice): Invoice {
  if (!isGenuineInvoice(secrets, stored)) throw new ForgedRow('invoices', stored.id)
  const { mac: _, ...invoice } = stored
  return invoice
}

/** Why an invoice was validated or refused: the code for programs, the sentence for the retailer's staff. */
export const DECISION_TEXTS = {
  MATCHES_PURCHASE: 'A nota fiscal confere com a compra.',
  VALIDATED_BY_OPERATOR: 'A nota fiscal foi conferida e aceita.',
  TEXT_NOT_VISIBLE:
    'O texto do arquivo pode ser diferente do que se vê na página. Envie o PDF original do emissor da nota.',
  UNREADABLE: 'A nota fiscal não pôde ser lida. Envie o PDF original, com texto.',
  ORDER_NOT_FOUND: 'O número do pedido não aparece na nota fiscal.',
  RETAILER_NOT_FOUND: 'O nome da loja não aparece na nota fiscal.',
  CUSTOMER_NOT_FOUND: 'O CPF do cliente não aparece na nota fiscal.',
  AMOUNT_NOT_FOUND: 'O valor da compra não aparece na nota fiscal.',
  ACCESS_KEY_NOT_FOUND: 'A chave de acesso da NF-e da loja não aparece na nota fiscal.',
  REFUSED_BY_OPERATOR: 'A nota fiscal não foi aceita. Confira o documento e envie outro.',
} as const
type DecisionCode = keyof typeof DECISION_TEXTS

/** The first finding that the automatic check missed, or the code for none. */
export function computeRefusalCode(findings: Findings | null): DecisionCode {
  if (findings === null) return 'REFUSED_BY_OPERATOR'
  if (!findings.visible) return 'TEXT_NOT_VISIBLE'
  if (!findings.readable) return 'UNREADABLE'
  if (!findings.customer) return 'CUSTOMER_NOT_FOUND'
  if (!findings.amount) return 'AMOUNT_NOT_FOUND'
  if (!findings.order) return 'ORDER_NOT_FOUND'
  if (!findings.retailer) return 'RETAILER_NOT_FOUND'
  return findings.accessKey ? 'REFUSED_BY_OPERATOR' : 'ACCESS_KEY_NOT_FOUND'
}

/** An invoice with all versions of its transaction, itself included, oldest first. */
interface InvoiceForDesk {
  readonly invoice: Invoice
  readonly versions: readonly Invoice[]
}

/** Throws ForgedRow. */
export async function findInvoiceForDesk(
  db: Queryable,
  secrets: Secrets,
  invoiceId: string,
): Promise<InvoiceForDesk | undefined> {
  const invoice = await findInvoice(db, secrets, invoiceId)
  return invoice && { invoice, versions: await listVersions(db, secrets, invoice.transactionId) }
}

/** The PDF as received. Offer it as a download only: the file is untrusted. Throws ForgedRow. */
export async function openInvoiceFile(
  db: Queryable,
  secrets: Secrets,
  files: Files,
  invoiceId: string,
): Promise<{ readonly mediaType: 'application/pdf'; readonly bytes: Buffer } | undefined> {
  const invoice = await findInvoice(db, secrets, invoiceId)
  const bytes = invoice && (await files.get(invoice.fileName))
  return bytes && { mediaType: 'application/pdf', bytes }
}
