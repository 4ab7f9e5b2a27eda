import type { Centavos } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'

/**
 * The purchase minus commission and retention; fee and premium do not belong to the retailer. Nothing for an agreement:
 * the retailer is paid for the purchase that it is about.
 */
export function computeTransfer({ purchaseCentavos, contract, renegotiates }: Purchase): Centavos {
  if (renegotiates !== undefined) return 0
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}

type TransferTimes = Pick<Purchase, 'transferOrderedAt' | 'transferedAt'>

/** Ordered or paid: the decisions that it depends on stand from then on. */
export function isTransferUnderWay({ transferOrderedAt, transferedAt }: TransferTimes): boolean {
  return transferOrderedAt !== undefined || transferedAt !== undefined
}

/** What the retailer was or will be paid; undefined until that is known, and when the purchase was canceled before. */
export function findTransfer(
  purchase: TransferTimes & Pick<Purchase, 'status' | 'transferCentavos'>,
): Centavos | undefined {
  return purchase.status === 'CANCELED' && !isTransferUnderWay(purchase)
    ? undefined
    : purchase.transferCentavos
}
