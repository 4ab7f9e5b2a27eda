import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { lockOriginal, type Purchase } from '../../purchases/index.ts'
import { findOffer } from '../../quoting/index.ts'
import { lockDebt } from '../../receivables/index.ts'

/**
 * The same for an agreement that is to begin; undefined when the debt is not what was offered any more. Something was
 * paid meanwhile: the agreement would ask for it again, so it lapses.
 */
export async function lockCurrentOriginal(
  secrets: Secrets,
  tx: Transaction,
  agreement: Purchase,
): Promise<Purchase | undefined> {
  const original = await lockOriginal(secrets, tx, agreement)
  const { retailerId, id: transactionId, status } = original
  const offer = await findOffer(tx, secrets, { retailerId, transactionId, id: agreement.optionId })
  if (offer === undefined || status !== 'OPEN') return undefined
  const { totalCentavos } = await lockDebt(tx, secrets, original, offer.quotedOn)
  return totalCentavos === offer.terms.debtCentavos ? original : undefined
}
