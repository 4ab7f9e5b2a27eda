import type { App } from '../../app/app.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { advancePurchase, type Purchase } from '../purchases/index.ts'
import type { CreditedPayment, readDebt } from '../receivables/index.ts'

type OwedInstallment = Awaited<ReturnType<typeof readDebt>>['open'][number]

/**
 * One event for each installment that nothing is owed for any more, in the transaction of the payment. The purchase is
 * locked and OPEN; returns it as it is afterwards.
 */
export async function publishInstallmentsPaid(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { parts, paidOn }: Pick<CreditedPayment, 'parts' | 'paidOn'>,
): Promise<Purchase> {
  let current = purchase
  for (const part of parts.filter(({ kind, isPaid }) => kind === 'installment' && isPaid)) {
    const eventFields = { ...presentInstallment(part), paidOn }
    current = await advancePurchase(app, tx, current, 'installment-paid', { eventFields })
  }
  return current
}

/** The purchase is locked and OPEN, and its billet is open and late. */
export async function publishInstallmentOverdue(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  owed: OwedInstallment,
): Promise<void> {
  const eventFields = presentInstallment({ ...owed, faceCentavos: owed.openFaceCentavos })
  await advancePurchase(app, tx, purchase, 'installment-overdue', { eventFields })
}

function presentInstallment(
  part: Pick<
    CreditedPayment['parts'][number],
    | 'installmentNumber'
    | 'billetId'
    | 'dueDate'
    | 'daysLate'
    | 'faceCentavos'
    | 'fineCentavos'
    | 'interestCentavos'
  > & {
    /** In the face value, and not paid, because it was not due yet. */
    readonly discountCentavos?: Centavos | undefined
  },
) {
  const { faceCentavos, fineCentavos, interestCentavos, discountCentavos = 0 } = part
  return {
    installmentNumber: part.installmentNumber,
    billetId: part.billetId,
    dueDate: part.dueDate,
    daysLate: part.daysLate,
    amount: presentReais(faceCentavos + fineCentavos + interestCentavos - discountCentavos),
    faceValue: presentReais(faceCentavos),
    fine: presentReais(fineCentavos),
    interest: presentReais(interestCentavos),
  }
}
