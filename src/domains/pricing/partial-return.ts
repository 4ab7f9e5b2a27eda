import type { Centavos } from '../../kernel/money.ts'
import type { PricedOption } from './option.ts'

export interface PartialReturn {
  /** By installment: what of its payments counts on the smaller one. */
  readonly creditedCentavos: readonly Centavos[]
  /** The larger down payment, and what was paid of each installment beyond the smaller one. */
  readonly refundCentavos: Centavos
  /** Tax that was financed and is not owed on the smaller purchase. */
  readonly iofExcessCentavos: Centavos
  readonly netLoanReductionCentavos: Centavos
}

type ReturnFigures = Pick<
  PricedOption,
  'downPaymentCentavos' | 'installmentCentavos' | 'totalIofCentavos' | 'financedCentavos' | 'tcCentavos'
>

/**
 * Products that were given back count as never bought: `reduced` is priced from the same release day, on the same dates
 * and conditions. What was paid of an installment stays paid, and the surplus is refunded. It does not pay later
 * installments: at face value that would be a prepayment without the discount that the law promises (CDC, art. 52 §2).
 * `paidCentavos` has what was paid of the face value of every installment.
 */
export function computePartialReturn(
  contract: ReturnFigures,
  reduced: ReturnFigures,
  paidCentavos: readonly Centavos[],
): PartialReturn {
  const creditedCentavos = paidCentavos.map(paid => Math.min(paid, reduced.installmentCentavos))
  const sum = (parts: readonly Centavos[]): Centavos => parts.reduce((total, part) => total + part, 0)
  const downPayment = contract.downPaymentCentavos - reduced.downPaymentCentavos
  return {
    creditedCentavos,
    refundCentavos: downPayment + sum(paidCentavos) - sum(creditedCentavos),
    iofExcessCentavos: contract.totalIofCentavos - reduced.totalIofCentavos,
    netLoanReductionCentavos: computeNetLoan(contract) - computeNetLoan(reduced),
  }
}

const computeNetLoan = ({ financedCentavos, tcCentavos }: ReturnFigures): Centavos =>
  financedCentavos - tcCentavos
