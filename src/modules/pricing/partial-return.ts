import type { Centavos } from '../../kernel/money.ts'
import type { PricedOption } from './option.ts'

export interface PartialReturn {
  /** The larger down payment, and what every paid installment was too much. */
  readonly refundCentavos: Centavos
  /** Tax that was financed and is not owed on the smaller purchase. */
  readonly iofExcessCentavos: Centavos
  readonly netLoanReductionCentavos: Centavos
}

/**
 * Products that were given back count as never bought: `reduced` is priced from the same release day, on the same dates
 * and conditions. Paid installments stay paid, and the surplus is refunded. It does not pay later installments: at face
 * value that would be a prepayment without the discount that the law promises (CDC, art. 52 §2).
 */
export function computePartialReturn(
  contract: PricedOption,
  reduced: PricedOption,
  paidInstallments: number,
): PartialReturn {
  const downPayment = contract.downPaymentCentavos - reduced.downPaymentCentavos
  const perInstallment = contract.installmentCentavos - reduced.installmentCentavos
  return {
    refundCentavos: downPayment + paidInstallments * perInstallment,
    iofExcessCentavos: contract.totalIofCentavos - reduced.totalIofCentavos,
    netLoanReductionCentavos: computeNetLoan(contract) - computeNetLoan(reduced),
  }
}

const computeNetLoan = ({ financedCentavos, tcCentavos }: PricedOption): Centavos =>
  financedCentavos - tcCentavos
