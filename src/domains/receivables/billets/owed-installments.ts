import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { computeDue, countDelay, describeDebt } from './debt.ts'
import { isOpen, listContractBillets } from './store/billets.ts'

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
