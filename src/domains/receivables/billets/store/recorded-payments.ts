import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import { defineMac } from '../../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../../platform/db/row-statement.ts'
import type { Imputation } from '../debt.ts'

/** What one payment took off one billet. */
export interface RecordedPart extends Imputation {
  /** Of its ledger entry. */
  readonly reference: string
  readonly billetId: string
  readonly paidOn: CalendarDate
  /** In the face value, and not paid. */
  readonly discountCentavos: number
}

interface StoredPart extends RecordedPart {
  readonly paymentMac: Buffer
}

const PART_COLUMNS = `p.reference, p.billet_id, p.paid_on,
  p.face_centavos, p.fine_centavos, p.interest_centavos,
  p.discount_centavos, p.mac AS payment_mac`

const INSERT: RowStatement<RecordedPart & { readonly mac: Buffer }> = {
  name: 'billet-payments.insert',
  columns: {
    reference: 'text',
    billetId: 'text',
    faceCentavos: 'bigint',
    fineCentavos: 'bigint',
    interestCentavos: 'bigint',
    paidOn: 'date',
    discountCentavos: 'bigint',
    mac: 'bytea',
  },
  text: `INSERT INTO billet_payments (reference, billet_id, face_centavos, fine_centavos, interest_centavos, paid_on,
      discount_centavos, mac)
    SELECT * FROM rows`,
}

const partMac = defineMac(
  'billet_payments',
  (part: RecordedPart) => [
    part.reference,
    part.billetId,
    part.faceCentavos,
    part.fineCentavos,
    part.interestCentavos,
    part.paidOn,
    part.discountCentavos,
  ],
  part => `${part.reference} ${part.billetId}`,
)

export function insertPayments(tx: Transaction, secrets: Secrets, parts: readonly RecordedPart[]): void {
  if (parts.length === 0) return
  const rows = parts.map(part => ({ ...part, mac: partMac.compute(secrets, part) }))
  sendRows(tx, INSERT, rows)
}

/** Throws ForgedRow. */
function checkPart(secrets: Secrets, part: StoredPart): void {
  partMac.check(secrets, { ...part, mac: part.paymentMac })
}

const LIST_RECEIVED: Statement = {
  name: 'billet-payments.list-received',
  text: `SELECT b.installment_number, ${PART_COLUMNS}
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id WHERE p.billet_id = ANY ($1::text[])
      AND p.face_centavos + p.fine_centavos + p.interest_centavos <> p.discount_centavos
    ORDER BY p.paid_on, p.reference, p.billet_id`,
}

/** What one payment paid on one billet; its reference is the same for all parts of the payment. */
export interface ReceivedPart extends RecordedPart {
  readonly installmentNumber: number
}

/** Everything that was paid on these billets, oldest first. A mere reduction is not a payment. Throws ForgedRow. */
export async function listReceivedParts(
  db: Queryable,
  secrets: Secrets,
  billetIds: readonly string[],
): Promise<ReceivedPart[]> {
  const rows = await db.run<ReceivedPart & StoredPart>(LIST_RECEIVED, [billetIds])
  return rows.map(({ paymentMac, ...part }) => {
    checkPart(secrets, { ...part, paymentMac })
    return part
  })
}

const LIST_PARTS: Statement = {
  name: 'billet-payments.list-parts',
  text: `SELECT ${PART_COLUMNS} FROM billet_payments p WHERE p.billet_id = ANY ($1::text[])
    ORDER BY p.paid_on, p.reference`,
}

const SUM_BY_REFERENCE: Statement = {
  name: 'billet-payments.sum-by-reference',
  text: `SELECT reference, min(b.transaction_id) AS transaction_id, min(b.id) AS billet_id,
      count(DISTINCT b.transaction_id)::integer AS contract_count, sum(face_centavos)::bigint AS face_centavos,
      sum(face_centavos + fine_centavos + interest_centavos)::bigint AS paid_centavos
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id
    WHERE reference > $1 GROUP BY reference ORDER BY reference LIMIT $2`,
}

const LIST_DIFFERING: Statement = {
  name: 'billet-payments.list-differing',
  text: `SELECT b.id AS billet_id, b.payment_status = 'PAID' AS is_paid
    FROM billets b LEFT JOIN LATERAL (SELECT sum(face_centavos) AS face FROM billet_payments p WHERE p.billet_id = b.id) paid ON true
    WHERE (paid.face IS NOT NULL OR b.part_paid_centavos <> 0)
      AND coalesce(paid.face, 0) <> CASE b.payment_status WHEN 'PAID'
        THEN coalesce(b.debt_face_centavos, b.amount_centavos) ELSE b.part_paid_centavos END
    ORDER BY b.id LIMIT 1`,
}

const LIST_RECORDED: Statement = {
  name: 'billet-payments.list-recorded',
  text: `SELECT reference FROM billet_payments WHERE reference = ANY ($1::text[]) GROUP BY reference`,
}

/** What one ledger entry paid, over all billets. */
export interface RecordedPayment {
  readonly reference: string
  readonly billetId: string
  readonly transactionId: string
  readonly contractCount: number
  readonly faceCentavos: Centavos
  readonly paidCentavos: Centavos
}

/** In the order of their references. */
export function listRecordedPayments(
  db: Queryable,
  after: string,
  limit: number,
): Promise<RecordedPayment[]> {
  return db.run<RecordedPayment>(SUM_BY_REFERENCE, [after, limit])
}

/** A billet that contradicts its payments. */
export async function findDifferingBillet(
  db: Queryable,
): Promise<{ readonly billetId: string; readonly isPaid: boolean } | undefined> {
  return (await db.run<{ billetId: string; isPaid: boolean }>(LIST_DIFFERING, []))[0]
}

/** Those of these ledger references whose payments are recorded by billet. */
export async function listRecorded(db: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await db.run<{ reference: string }>(LIST_RECORDED, [references])
  return new Set(rows.map(({ reference }) => reference))
}

/** What was paid on these billets, the oldest first. Throws ForgedRow. */
export async function listParts(
  db: Queryable,
  secrets: Secrets,
  billetIds: readonly string[],
): Promise<StoredPart[]> {
  const parts = await db.run<StoredPart>(LIST_PARTS, [billetIds])
  for (const part of parts) checkPart(secrets, part)
  return parts
}

/** What a customer was let off of one installment. */
export interface Waiver extends Imputation {
  /** Of the ledger entry, where face value was waived. */
  readonly reference: string
  readonly billetId: string
  readonly transactionId: string
  readonly installmentNumber: number
  readonly waivedOn: CalendarDate
  /** Null: by the policy. */
  readonly decisionId: string | null
}

interface StoredWaiver extends Waiver {
  readonly mac: Buffer
}

const INSERT_WAIVERS: RowStatement<StoredWaiver> = {
  name: 'waivers.insert',
  columns: {
    reference: 'text',
    billetId: 'text',
    transactionId: 'text',
    installmentNumber: 'smallint',
    faceCentavos: 'bigint',
    fineCentavos: 'bigint',
    interestCentavos: 'bigint',
    waivedOn: 'date',
    decisionId: 'text',
    mac: 'bytea',
  },
  text: `INSERT INTO waivers (reference, billet_id, transaction_id, installment_number, face_centavos, fine_centavos,
      interest_centavos, waived_on, decision_id, mac)
    SELECT * FROM rows`,
}
const LIST_WAIVERS: Statement = {
  name: 'waivers.list',
  text: `SELECT reference, billet_id, transaction_id, installment_number, face_centavos, fine_centavos,
      interest_centavos, waived_on, decision_id, mac
    FROM waivers WHERE transaction_id = $1 ORDER BY waived_on, reference, billet_id`,
}

const waiverMac = defineMac(
  'waivers',
  (waiver: Waiver) => [
    waiver.reference,
    waiver.billetId,
    waiver.transactionId,
    waiver.installmentNumber,
    waiver.faceCentavos,
    waiver.fineCentavos,
    waiver.interestCentavos,
    waiver.waivedOn,
    waiver.decisionId,
  ],
  waiver => `${waiver.reference} ${waiver.billetId}`,
)

export function insertWaivers(tx: Transaction, secrets: Secrets, waivers: readonly Waiver[]): void {
  if (waivers.length === 0) return
  const rows = waivers.map(waiver => ({ ...waiver, mac: waiverMac.compute(secrets, waiver) }))
  sendRows(tx, INSERT_WAIVERS, rows)
}

/** Of one contract, the oldest first. Throws ForgedRow. */
export async function listWaivers(db: Queryable, secrets: Secrets, transactionId: string): Promise<Waiver[]> {
  const rows = await db.run<StoredWaiver>(LIST_WAIVERS, [transactionId])
  return rows.map(row => {
    const { mac: _, ...waiver } = waiverMac.check(secrets, row)
    return waiver
  })
}
