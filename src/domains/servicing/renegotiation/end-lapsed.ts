import { advancePurchase, lockPurchase, type Purchase, type PurchaseContext } from '../../purchases/index.ts'
import { lockCurrentOriginal } from './lock-original.ts'

/**
 * Ends an agreement that its customer is about to sign, if the debt is not what it was offered for any more. Returns it as
 * it is then; undefined for everything else.
 */
export async function endLapsed(
  context: PurchaseContext,
  { id, renegotiates }: Purchase,
): Promise<Purchase | undefined> {
  if (renegotiates === undefined) return undefined
  const { database, secrets } = context
  return database.transaction(async tx => {
    const agreement = await lockPurchase(tx, secrets, id)
    if (agreement?.status !== 'PENDING') return agreement
    const isCurrent = (await lockCurrentOriginal(secrets, tx, agreement)) !== undefined
    return isCurrent ? undefined : advancePurchase(context, tx, agreement, 'deadline-passed')
  })
}
