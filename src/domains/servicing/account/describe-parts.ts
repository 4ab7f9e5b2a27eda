import type { Composed, Lent } from '../../../brand/composition.ts'
import type { Purchase } from '../../purchases/index.ts'

/** What the installments pay for, as the contract says it, in centavos. */
export function describeParts({ contract, netLoanCentavos, renegotiates }: Purchase): {
  readonly parts: readonly Composed[]
  readonly lent: Lent
} {
  return {
    lent: renegotiates !== undefined ? 'debt' : contract.downPaymentCentavos > 0 ? 'rest' : 'purchase',
    parts: [
      { name: 'released', value: netLoanCentavos },
      { name: 'interest', value: contract.totalCentavos - contract.amortizationTotalCentavos },
      { name: 'iof', value: contract.totalIofCentavos },
      { name: 'fee', value: contract.tcCentavos },
      { name: 'premium', value: contract.premiumCentavos },
    ],
  }
}
