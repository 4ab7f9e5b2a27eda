import type { Centavos } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'

/** Purchase less what the retailer leaves with the lender; the fee and the premium are not the retailer's. */
export function computeTransfer({ purchaseCentavos, contract }: Purchase): Centavos {
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}
