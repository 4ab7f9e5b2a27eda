import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { checkPart, PART_COLUMNS, type RecordedPart, type StoredPart } from './recorded-payments.ts'

const LIST_RECEIVED: Statement = {
  name: 'billet-payments.list-received',
  text: `SELECT b.installment_number AS "installmentNumber", ${PART_COLUMNS}
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id WHERE p.billet_id = ANY ($1::text[])
      AND p.face_centavos + p.fine_centavos + p.interest_centavos <> p.discount_centavos
    ORDER BY p.paid_on, p.reference, p.billet_id`,
}

/** What one payment paid on one billet; its reference is the same for all parts of the payment. */
export interface ReceivedPart extends RecordedPart {
  readonly installmentNumber: number
}

/** Everything that was paid on these billets, oldest first. What was only taken off is no payment. Throws ForgedRow. */
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
