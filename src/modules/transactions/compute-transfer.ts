import type { Centavos } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'

/** The purchase minus commission and retention; fee and premium do not belong to the retailer. */
export function computeTransfer({ purchaseCentavos, contract }: Purchase): Centavos {
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}
