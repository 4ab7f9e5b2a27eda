import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const LIST_RECEIVED: Statement = {
  name: 'billet-payments.list-received',
  text: `SELECT p.reference, p.billet_id AS "billetId", b.installment_number AS "installmentNumber", p.paid_on AS "paidOn",
      p.face_centavos AS "faceCentavos", p.fine_centavos AS "fineCentavos", p.interest_centavos AS "interestCentavos",
      p.discount_centavos AS "discountCentavos"
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id WHERE p.billet_id = ANY ($1::text[])
      AND p.face_centavos + p.fine_centavos + p.interest_centavos <> p.discount_centavos
    ORDER BY p.paid_on, p.reference, p.billet_id`,
}

/** What one payment paid on one billet. */
export interface ReceivedPart {
  /** The same for all parts of one payment. */
  readonly reference: string
  readonly billetId: string
  readonly installmentNumber: number
  readonly paidOn: CalendarDate
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** In the face value, and not paid: it was not due yet. */
  readonly discountCentavos: Centavos
}

/** Everything that was paid on these billets, oldest first. What was only taken off is no payment. */
export function listReceivedParts(db: Queryable, billetIds: readonly string[]): Promise<ReceivedPart[]> {
  return db.run<ReceivedPart>(LIST_RECEIVED, [billetIds])
}
