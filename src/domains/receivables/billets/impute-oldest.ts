import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type BilletDebt, type Imputation, imputePart } from './debt.ts'

export interface OldestFirst {
  readonly imputation: Imputation
  /** The debts after the payment, in the order in which they were given. */
  readonly left: readonly BilletDebt[]
  /** What remains when everything that is due is paid. */
  readonly restCentavos: Centavos
}

/**
 * A payment that names no installment pays the oldest due one first (Civil Code, art. 355), and each in the order of
 * imputePart. An installment that is not due yet takes nothing: its prepayment has a discount, which is not computed
 * here. `debts` are in order of their due dates.
 */
export function imputeOldestFirst(
  debts: readonly BilletDebt[],
  paidOn: CalendarDate,
  amountCentavos: Centavos,
): OldestFirst {
  let restCentavos = amountCentavos
  let total: Imputation = { faceCentavos: 0, fineCentavos: 0, interestCentavos: 0 }
  const left = debts.map(debt => {
    const isAhead = debt.claimedFrom === undefined && debt.dueDate > paidOn
    if (restCentavos === 0 || isAhead) return debt
    const { imputation, left } = imputePart(debt, paidOn, restCentavos)
    total = addUp(total, imputation)
    restCentavos -= imputation.faceCentavos + imputation.fineCentavos + imputation.interestCentavos
    return left
  })
  return { imputation: total, left, restCentavos }
}

function addUp(a: Imputation, b: Imputation): Imputation {
  return {
    faceCentavos: a.faceCentavos + b.faceCentavos,
    fineCentavos: a.fineCentavos + b.fineCentavos,
    interestCentavos: a.interestCentavos + b.interestCentavos,
  }
}
