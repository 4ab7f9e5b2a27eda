import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Queryable, Statement } from '../../../../platform/db/database.ts'

/** A living billet of an installment, in the order of its due date. */
interface DueInstallment {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string
  readonly installmentNumber: number
  /** Of the installment, also for its second copy. */
  readonly dueDate: CalendarDate
  readonly isPaid: boolean
}

const LIST_BY_DUE: Statement = {
  name: 'billets.list-by-due',
  text: `SELECT b.id, b.retailer_id, b.transaction_id,
      b.installment_number, coalesce(b.original_due_date, b.due_date) AS due_date,
      b.payment_status = 'PAID' AS is_paid
    FROM billets b WHERE b.kind = 'installment' AND b.canceled_at IS NULL
      AND (coalesce(b.original_due_date, b.due_date), b.id) > ($1::date, $2)
      AND coalesce(b.original_due_date, b.due_date) <= $3::date
    ORDER BY coalesce(b.original_due_date, b.due_date), b.id LIMIT $4`,
}

/** Those after a billet of a due date, up to another due date. Paid ones are listed too, so that a page stays bounded. */
export function listDueInstallments(
  db: Queryable,
  range: {
    readonly after: { readonly dueDate: CalendarDate; readonly billetId: string }
    readonly until: CalendarDate
  },
  limit: number,
): Promise<DueInstallment[]> {
  const { after, until } = range
  return db.run<DueInstallment>(LIST_BY_DUE, [after.dueDate, after.billetId, until, limit])
}
