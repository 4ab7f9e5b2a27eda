import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'
import type { Imputation } from './debt.ts'

/** What one payment took off one billet. */
export interface RecordedPart extends Imputation {
  /** Of its ledger entry. */
  readonly reference: string
  readonly billetId: string
  readonly paidOn: CalendarDate
  /** In the face value, and not paid. */
  readonly discountCentavos: number
}

export interface StoredPart extends RecordedPart {
  readonly paymentMac: Buffer
}

export const PART_COLUMNS = `p.reference, p.billet_id, p.paid_on,
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
export function checkPart(secrets: Secrets, part: StoredPart): void {
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
