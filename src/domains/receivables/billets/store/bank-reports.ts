import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../../../platform/db/row-statement.ts'
import { type BankReport, BankReportError } from '../billet.ts'

const INSERT_REPORT: Statement = {
  name: 'bank-notices.insert',
  text: `INSERT INTO bank_notices (reference, kind, method, bank, our_number, pix_txid, amount_centavos, paid_on, credited_on,
      occurrence, reasons, received_at, credited_centavos, tariff_centavos)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (reference) DO NOTHING RETURNING reference`,
}
const SELECT_SAME_REPORT: Statement = {
  name: 'bank-notices.find-same',
  text: `SELECT (kind, method, bank) = ($2, $3, $4) AND our_number IS NOT DISTINCT FROM $5::bigint
      AND pix_txid IS NOT DISTINCT FROM $6 AND amount_centavos IS NOT DISTINCT FROM $7::bigint
      AND paid_on IS NOT DISTINCT FROM $8::date AS is_same
    FROM bank_notices WHERE reference = $1`,
}
const FIND_AMOUNT: Statement = {
  name: 'bank-notices.find-amount',
  text: `SELECT amount_centavos, paid_on FROM bank_notices
    WHERE reference = $1 AND amount_centavos IS NOT NULL AND paid_on IS NOT NULL`,
}
const FIND_PAYMENT: Statement = {
  name: 'bank-notices.find-payment',
  text: `SELECT reference, method, bank, amount_centavos, paid_on, received_at FROM bank_notices
    WHERE reference = $1 AND kind = 'paid'`,
}
/* The fifth part of a reference to a line of a return file is the digest of its content, see cnab/return-file.ts. */
const LOCK_CONTENT: Statement = {
  name: 'bank-notices.lock-content',
  text: `SELECT pg_advisory_xact_lock(hashtext('bank-notices'), hashtext($2 || split_part($1, ':', 5)))`,
}
const FIND_EQUAL: Statement = {
  name: 'bank-notices.find-equal',
  text: `SELECT reference FROM bank_notices
    WHERE kind = 'paid' AND reference LIKE 'cnab:%' AND split_part(reference, ':', 5) = split_part($1, ':', 5)
      AND reference <> $1 AND bank = $2 AND amount_centavos = $3 AND paid_on = $4
    ORDER BY received_at, reference LIMIT 1`,
}

/* A title that is settled by Pix may be told by the PSP and by the bank's return file. */
const FIND_TWIN: Statement = {
  name: 'bank-notices.find-twin',
  text: `SELECT n.reference FROM billets b JOIN bank_notices n ON n.reference = b.paid_by
    WHERE b.id = $1 AND n.method <> $2 AND n.amount_centavos = $3 AND n.paid_on = $4`,
}
const LIST_SAME: RowStatement<Pick<ReportedPayment, 'reference' | 'amountCentavos'>> = {
  name: 'bank-notices.list-same',
  columns: { reference: 'text', amountCentavos: 'bigint' },
  text: `SELECT n.reference FROM rows t
    JOIN bank_notices n ON n.reference = t.reference AND n.amount_centavos = t.amount_centavos`,
}

/** Returns false when the report was stored before. Waits for a transaction that is storing the same one. */
export async function insertReport(tx: Transaction, report: BankReport, now: Date): Promise<boolean> {
  const { reference, kind, method, bank, amountCentavos = null, paidOn = null, creditedOn = null } = report
  const { ourNumber = null, pixTxid = null, occurrence, reasons } = report
  const figures = [reference, kind, method, bank, ourNumber, pixTxid, amountCentavos, paidOn]
  const inserted = await tx.run(INSERT_REPORT, [
    ...figures,
    creditedOn,
    occurrence,
    reasons,
    now,
    report.creditedCentavos ?? null,
    report.tariffCentavos ?? null,
  ])
  if (inserted.length > 0) return true
  const [known] = await tx.run<{ isSame: boolean }>(SELECT_SAME_REPORT, figures)
  if (known?.isSame) return false
  throw new BankReportError('REFERENCE_REUSED', `${reference} was reported before with other values`)
}

/** What was paid and when, according to the bank. */
export async function findReportedAmount(
  db: Queryable,
  reference: string,
): Promise<Pick<ReportedPayment, 'amountCentavos' | 'paidOn'> | undefined> {
  return (await db.run<Pick<ReportedPayment, 'amountCentavos' | 'paidOn'>>(FIND_AMOUNT, [reference]))[0]
}

interface ReportedPayment {
  readonly reference: string
  readonly bank: string
  readonly amountCentavos: Centavos
  readonly paidOn: CalendarDate
}

/** A payment as the bank has reported it. */
export interface ReportOfPayment extends ReportedPayment {
  readonly method: BankReport['method']
  readonly receivedAt: Date
}

export async function findReport(db: Queryable, reference: string): Promise<ReportOfPayment | undefined> {
  return (await db.run<ReportOfPayment>(FIND_PAYMENT, [reference]))[0]
}

const isFromFile = (reference: string): boolean => reference.startsWith('cnab:')

/** Files that report the same payment at the same moment wait for one another. Sent without waiting for it. */
export function lockContent(tx: Transaction, { reference, bank }: BankReport): void {
  if (isFromFile(reference)) tx.send(LOCK_CONTENT, [reference, bank])
}

/**
 * The reference of another payment for which the bank wrote the same: in another file or in another line. The number of
 * a file and of a line do not make it another payment, because a renumbered file could then invent money.
 */
export async function findEqualPayment(
  db: Queryable,
  { reference, bank, amountCentavos, paidOn }: ReportedPayment,
): Promise<string | undefined> {
  if (!isFromFile(reference)) return undefined
  const rows = await db.run<{ reference: string }>(FIND_EQUAL, [reference, bank, amountCentavos, paidOn])
  return rows[0]?.reference
}

/**
 * The reference of the payment that settled the billet, when it came over the other rail with the same amount on the
 * same day: most likely one payment reported twice, which only the bank's statement can show.
 */
export async function findTwinPayment(
  db: Queryable,
  billetId: string,
  { method, amountCentavos, paidOn }: Pick<BankReport, 'method' | 'amountCentavos' | 'paidOn'>,
): Promise<string | undefined> {
  const rows = await db.run<{ reference: string }>(FIND_TWIN, [billetId, method, amountCentavos, paidOn])
  return rows[0]?.reference
}

/** Which of the references were stored before, with the same amount. */
export async function listSameReports(
  db: Queryable,
  named: readonly Pick<ReportedPayment, 'reference' | 'amountCentavos'>[],
): Promise<ReadonlySet<string>> {
  if (named.length === 0) return new Set()
  const rows = await runRows<{ reference: string }, Pick<ReportedPayment, 'reference' | 'amountCentavos'>>(
    db,
    LIST_SAME,
    named,
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** A payment of a billet that the bank has reported and credits on a later day. */
interface ClearingItem {
  /** Of the report. */
  readonly reference: string
  readonly accountId: string
  readonly paidCentavos: Centavos
  /** Less than was paid where the bank keeps its tariff. */
  readonly creditedCentavos: Centavos
  readonly creditedOn: CalendarDate
}

/*
 * A bank that names no day credits on the next one. One that names no amount, or more than was paid, is taken to credit
 * what was paid: the statement shows whether it did.
 */
const INSERT_ITEM: Statement = {
  name: 'clearing-items.insert',
  text: `INSERT INTO clearing_items (reference, account_id, paid_centavos, credited_centavos, credited_on)
    SELECT reference, $2, amount_centavos,
      CASE WHEN credited_centavos BETWEEN 1 AND amount_centavos THEN credited_centavos ELSE amount_centavos END,
      coalesce(credited_on, paid_on + 1)
    FROM bank_notices WHERE reference = $1`,
}
const TAKE_DUE: Statement = {
  name: 'clearing-items.take-due',
  text: `WITH due AS (
      SELECT reference FROM clearing_items WHERE booked_at IS NULL AND credited_on <= $1
      ORDER BY credited_on LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    UPDATE clearing_items i SET booked_at = $3 FROM due WHERE i.reference = due.reference
    RETURNING i.reference, i.account_id, i.paid_centavos,
      i.credited_centavos, i.credited_on`,
}

/** The report is stored in this transaction. */
export function tellClearing(tx: Transaction, reference: string, accountId: string): void {
  tx.send(INSERT_ITEM, [reference, accountId])
}

/** What banks have credited until today; from now on it counts as booked. */
export function takeCredited(
  tx: Transaction,
  { today, limit, now }: { readonly today: CalendarDate; readonly limit: number; readonly now: Date },
): Promise<ClearingItem[]> {
  return tx.run<ClearingItem>(TAKE_DUE, [today, limit, now])
}
