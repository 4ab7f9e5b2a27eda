import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type AccruedLoan, composeAccruals, lockLoan, subtractPaid } from '../books/index.ts'
import type { Credit } from './billets/settlement.ts'

/**
 * What a credited payment earns of the contract's interest. Undefined where no loan is affected, as by a down payment.
 * The purchase is locked.
 */
export async function accruePayment(
  tx: Transaction,
  payment: {
    readonly billet: { readonly kind: string; readonly transactionId: string }
    readonly credit: Credit
    /** Of the payment's entry. */
    readonly reference: string
    readonly day: CalendarDate
  },
): Promise<AccruedLoan | undefined> {
  const { billet, credit, reference, day } = payment
  const loan = billet.kind === 'down-payment' ? undefined : await lockLoan(tx, billet.transactionId)
  if (loan === undefined || loan.endedOn !== null) return undefined
  const paid = credit.allocations.map(({ billet: { installmentNumber }, imputation: { faceCentavos } }) => ({
    installmentNumber,
    faceCentavos,
  }))
  const discountCentavos = credit.allocations.reduce((sum, each) => sum + (each.discountCentavos ?? 0), 0)
  return composeAccruals(loan, { reference, day, openCentavos: subtractPaid(loan, paid), discountCentavos })
}
