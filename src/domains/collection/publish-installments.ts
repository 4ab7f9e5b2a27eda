import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { advancePurchase, type Purchase } from '../purchases/index.ts'
import { type BilletRow, type Credit, computeDue, countDelay, describeDebt } from '../receivables/index.ts'

/** An installment that nothing is owed for any more, and what the payment that closed it paid for it. */
export interface PaidInstallment {
  readonly installmentNumber: number
  readonly billetId: string
  readonly dueDate: CalendarDate
  readonly paidOn: CalendarDate
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** In the face value, and not paid, because it was not due yet. */
  readonly discountCentavos?: Centavos | undefined
}

/**
 * One event for each installment, in the transaction of the payment. The purchase is locked and OPEN; returns it as it
 * is afterwards.
 */
export async function publishInstallmentsPaid(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  paid: readonly PaidInstallment[],
): Promise<Purchase> {
  let current = purchase
  for (const { installmentNumber, billetId, dueDate, paidOn, ...parts } of paid) {
    const eventFields = {
      installmentNumber,
      billetId,
      dueDate,
      daysLate: countDelay({ dueDate }, paidOn),
      ...presentParts(parts),
      paidOn,
    }
    current = await advancePurchase(app, tx, current, 'installment-paid', { eventFields })
  }
  return current
}

/** Those that a credit has paid in full. */
export const listPaidInstallments = ({ allocations }: Credit, paidOn: CalendarDate): PaidInstallment[] =>
  allocations
    .filter(({ billet, left }) => billet.kind === 'installment' && left === undefined)
    .map(({ billet, imputation, discountCentavos }) => ({
      installmentNumber: billet.installmentNumber,
      billetId: billet.id,
      dueDate: describeDebt(billet).dueDate,
      paidOn,
      ...imputation,
      discountCentavos,
    }))

/** The purchase is locked and OPEN, and its billet is open and late. */
export async function publishInstallmentOverdue(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { billet, today }: { readonly billet: BilletRow; readonly today: CalendarDate },
): Promise<void> {
  const debt = describeDebt(billet)
  const { fineCentavos, interestCentavos } = computeDue(debt, today)
  const eventFields = {
    installmentNumber: billet.installmentNumber,
    billetId: billet.id,
    dueDate: debt.dueDate,
    daysLate: countDelay(debt, today),
    ...presentParts({ faceCentavos: debt.openFaceCentavos, fineCentavos, interestCentavos }),
  }
  await advancePurchase(app, tx, purchase, 'installment-overdue', { eventFields })
}

const presentParts = ({
  faceCentavos,
  fineCentavos,
  interestCentavos,
  discountCentavos = 0,
}: Pick<PaidInstallment, 'faceCentavos' | 'fineCentavos' | 'interestCentavos' | 'discountCentavos'>) => ({
  amount: presentReais(faceCentavos + fineCentavos + interestCentavos - discountCentavos),
  faceValue: presentReais(faceCentavos),
  fine: presentReais(fineCentavos),
  interest: presentReais(interestCentavos),
})
