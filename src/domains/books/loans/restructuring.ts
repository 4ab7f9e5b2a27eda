import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { visitPresentValues } from './scale.ts'

export interface Restructuring {
  /** The new installments at the rate of the original contract (CMN Resolution 4.966/2021, art. 22). */
  readonly presentCentavos: Centavos
  /** What the concession changes of the carrying amount; a loss is negative. */
  readonly adjustmentCentavos: Centavos
}

export function computeRestructuring(agreement: {
  readonly originalRatePM: number
  readonly agreedOn: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly installmentCentavos: Centavos
  readonly carryingCentavos: Centavos
}): Restructuring {
  const { originalRatePM, agreedOn, firstDueDate, numberOfInstallments, installmentCentavos } = agreement
  const terms = { interestRatePM: originalRatePM, firstDueDate }
  const open = new Array<Centavos>(numberOfInstallments).fill(installmentCentavos)
  let presentCentavos = 0
  visitPresentValues(terms, open, agreedOn, (_index, _face, present) => {
    presentCentavos += present
  })
  return { presentCentavos, adjustmentCentavos: presentCentavos - agreement.carryingCentavos }
}
