import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Statement, Transaction } from '../../../platform/db/database.ts'

/** A payment of a billet that the bank has told and credits on a later day. */
export interface ClearingItem {
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
    RETURNING i.reference, i.account_id AS "accountId", i.paid_centavos AS "paidCentavos",
      i.credited_centavos AS "creditedCentavos", i.credited_on AS "creditedOn"`,
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
