import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { computeDue, countDelay, describeDebt } from './debt.ts'
import { isOpen, listContractBillets } from './store.ts'

/** A living billet of an installment, in the order of its due date. */
export interface DueInstallment {
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

/** An open installment, and what is owed on it on a day. */
export interface OwedInstallment {
  readonly billetId: string
  readonly installmentNumber: number
  readonly installmentCount: number
  /** Of the installment, also for its second copy. */
  readonly dueDate: CalendarDate
  readonly daysLate: number
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly totalCentavos: Centavos
}

/** By installment. Throws ForgedRow. */
export async function listOwedInstallments(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  today: CalendarDate,
): Promise<OwedInstallment[]> {
  const billets = await listContractBillets(db, secrets, transactionId)
  return billets
    .filter(billet => billet.kind === 'installment' && isOpen(billet))
    .map(billet => {
      const debt = describeDebt(billet)
      return {
        ...computeDue(debt, today),
        billetId: billet.id,
        installmentNumber: billet.installmentNumber,
        installmentCount: billet.installmentCount,
        dueDate: debt.dueDate,
        daysLate: countDelay(debt, today),
        faceCentavos: debt.openFaceCentavos,
      }
    })
}
