import { addMonths, type CalendarDate, daysBetween } from '../kernel/calendar-date.ts'
import type { Centavos } from '../kernel/money.ts'
import { roundDiscounted } from './discount.ts'

/** A row of the payment table that a contract shows. */
interface PaymentRow {
  readonly number: number
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
  /** Of the time since the row before, at the contract's rate. */
  readonly interestCentavos: Centavos
  /** Below zero where the interest of a grace period is more than the first installment. */
  readonly amortizationCentavos: Centavos
  /** What settles the contract on the due date, after this payment. */
  readonly balanceCentavos: Centavos
}

const DAYS_PER_PERIOD = 30

/**
 * The interest of a grace period falls into the first row, because it accrues before it. From the second row on, each
 * amortization is its installment discounted by the periods up to the end: their sums are the balances, and equal the
 * present values of a settlement. Without grace the amortizations are those of the offer, which grow alike.
 */
export function computePaymentRows(contract: {
  readonly contractDate: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly interestRatePM: number
  readonly installmentCentavos: Centavos
  readonly principalCentavos: Centavos
  /** The amortizations of the offer, one for each installment. */
  readonly amortizationCentavos: readonly Centavos[]
}): PaymentRow[] {
  const { firstDueDate, installmentCentavos, principalCentavos } = contract
  let balanceCentavos = principalCentavos
  return listAmortizations(contract).map((amortizationCentavos, index) => {
    balanceCentavos -= amortizationCentavos
    return {
      number: index + 1,
      dueDate: addMonths(firstDueDate, index),
      amountCentavos: installmentCentavos,
      interestCentavos: installmentCentavos - amortizationCentavos,
      amortizationCentavos,
      balanceCentavos,
    }
  })
}

function listAmortizations(contract: Parameters<typeof computePaymentRows>[0]): readonly Centavos[] {
  const { contractDate, firstDueDate, interestRatePM, installmentCentavos } = contract
  const hasGrace = daysBetween(contractDate, firstDueDate) !== DAYS_PER_PERIOD
  if (!hasGrace || interestRatePM === 0) return contract.amortizationCentavos
  const count = contract.amortizationCentavos.length
  const later = Array.from({ length: count - 1 }, (_, index) => {
    const distance = { periods: count - 1 - index, days: 0, daysInPeriod: DAYS_PER_PERIOD }
    const discounted = installmentCentavos * (1 + interestRatePM / 100) ** -distance.periods
    return roundDiscounted(discounted, installmentCentavos, interestRatePM, distance)
  })
  const first = contract.principalCentavos - later.reduce((sum, amount) => sum + amount, 0)
  return [first, ...later]
}
