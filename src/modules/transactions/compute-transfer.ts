import type { Centavos } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'

/** The purchase minus commission and retention; fee and premium do not belong to the retailer. */
export function computeTransfer({ purchaseCentavos, contract }: Purchase): Centavos {
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}

/** Ordered or paid: the decisions that it depends on stand from then on. */
export function isTransferUnderWay({ transferOrderedAt, transferedAt }: Purchase): boolean {
  return transferOrderedAt !== undefined || transferedAt !== undefined
}
