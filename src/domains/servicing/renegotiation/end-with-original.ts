import type { Transaction } from '../../../platform/db/database.ts'
import {
  type AdvanceContext,
  advancePurchase,
  findLivingAgreement,
  lockPurchase,
  type Purchase,
} from '../../purchases/index.ts'
import { checkUnagreed } from './agreed-debt.ts'
import { lockOriginal } from './lock-original.ts'

/** The agreement on the debt of a transaction that is to be canceled. It is locked before the transaction itself. */
export async function lockAgreementOn(
  { secrets }: AdvanceContext,
  tx: Transaction,
  originalId: string,
): Promise<Purchase | undefined> {
  const living = await findLivingAgreement(tx, originalId)
  return living && (await lockPurchase(tx, secrets, living.id))
}

/**
 * The goods go back, and with them every debt about them: the agreement ends, and what was paid under it counts for the
 * original, which gives it back. Returns the original as it is then. Both are locked.
 */
export async function endWithOriginal(
  context: AdvanceContext,
  tx: Transaction,
  original: Purchase,
  agreement: Purchase | undefined,
): Promise<Purchase> {
  if (agreement === undefined || (agreement.status !== 'PENDING' && agreement.status !== 'OPEN')) {
    // One that was accepted since the look for it.
    await checkUnagreed(tx, original.id)
    return original
  }
  await advancePurchase(context, tx, agreement, 'original-canceled')
  return lockOriginal(context.secrets, tx, agreement)
}
