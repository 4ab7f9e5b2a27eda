import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import type { DecisionCode } from './decision-texts.ts'
import type { Findings, Invoice, InvoiceState } from './invoice.ts'

const COLUMNS = `i.id, i.transaction_id AS "transactionId", i.retailer_id AS "retailerId", i.version, i.file_name AS "fileName",
  i.sha256, i.bytes, i.state, i.findings, i.code, i.message, i.decided_by AS "decidedBy", i.received_at AS "receivedAt",
  i.checked_at AS "checkedAt", i.decided_at AS "decidedAt", i.replaced_at AS "replacedAt"`

const INSERT: Statement = {
  name: 'invoices.insert',
  text: `INSERT INTO invoices (id, transaction_id, retailer_id, version, file_name, sha256, bytes, state, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'RECEIVED', $8)`,
}
const REPLACE: Statement = {
  name: 'invoices.replace',
  text: 'UPDATE invoices SET replaced_at = $2 WHERE transaction_id = $1 AND replaced_at IS NULL',
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
const SEND_TO_DESK: Statement = {
  name: 'invoices.send-to-desk',
  text: `UPDATE invoices SET state = 'DESK', findings = $2, checked_at = $3 WHERE id = $1 AND state = 'RECEIVED'`,
}
const DECIDE: Statement = {
  name: 'invoices.decide',
  text: `UPDATE invoices SET state = $2, code = $3, message = $4, decided_by = $5, decided_at = $6,
      findings = coalesce($7::json, findings), checked_at = CASE WHEN $7::json IS NULL THEN checked_at ELSE $6 END
    WHERE id = $1 AND replaced_at IS NULL RETURNING id`,
}
const WITHDRAW: Statement = {
  name: 'invoices.withdraw',
  text: `UPDATE invoices SET state = 'WITHDRAWN' WHERE transaction_id = $1 AND replaced_at IS NULL AND state IN ('RECEIVED', 'DESK')`,
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
    SELECT file_name AS "fileName" FROM theirs
    WHERE NOT EXISTS (SELECT FROM invoices o WHERE o.file_name = theirs.file_name AND o.transaction_id <> ALL ($1))`,
}
const REMOVE_QUOTAS: Statement = {
  name: 'invoice-quotas.remove-old',
  text: 'DELETE FROM invoice_quotas WHERE day < $1',
}

export function insertInvoice(
  tx: Transaction,
  invoice: Pick<
    Invoice,
    'id' | 'transactionId' | 'retailerId' | 'version' | 'fileName' | 'sha256' | 'bytes' | 'receivedAt'
  >,
): void {
  const { id, transactionId, retailerId, version, fileName, sha256, bytes, receivedAt } = invoice
  tx.send(REPLACE, [transactionId, receivedAt])
  tx.send(INSERT, [id, transactionId, retailerId, version, fileName, sha256, bytes, receivedAt])
}

/** Whatever the retailer: the caller must compare it, or follow an internal reference. */
export async function findInvoice(db: Queryable, id: string): Promise<Invoice | undefined> {
  return (await db.run<Invoice>(SELECT, [id]))[0]
}

/** Changes only under the lock of its purchase. */
export async function findCurrentInvoice(db: Queryable, transactionId: string): Promise<Invoice | undefined> {
  return (await db.run<Invoice>(SELECT_CURRENT, [transactionId]))[0]
}

/** Oldest first. */
export function listVersions(db: Queryable, transactionId: string): Promise<Invoice[]> {
  return db.run<Invoice>(LIST_VERSIONS, [transactionId])
}

/** Invoices that wait for a person, longest wait first; `after` is the id of the last one seen. */
export function listInvoicesToReview(
  db: Queryable,
  page: { readonly after?: string; readonly limit: number },
): Promise<Invoice[]> {
  return db.run<Invoice>(LIST_AT_DESK, [page.after ?? '', page.limit])
}

export async function sendToDesk(tx: Transaction, id: string, findings: Findings, now: Date): Promise<void> {
  await tx.run(SEND_TO_DESK, [id, JSON.stringify(findings), now])
}

export interface InvoiceDecision {
  readonly state: Extract<InvoiceState, 'VALIDATED' | 'REFUSED'>
  readonly code: DecisionCode
  readonly message: string | undefined
  readonly decidedBy: string
  /** Set by the automatic check. */
  readonly findings?: Findings
}

export async function storeDecision(
  tx: Transaction,
  id: string,
  { state, code, message, decidedBy, findings }: InvoiceDecision,
  now: Date,
): Promise<void> {
  const found = findings === undefined ? null : JSON.stringify(findings)
  const rows = await tx.run(DECIDE, [id, state, code, message ?? null, decidedBy, now, found])
  if (rows.length !== 1) throw new Error(`invoice ${id} was replaced under the lock of its purchase`)
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
