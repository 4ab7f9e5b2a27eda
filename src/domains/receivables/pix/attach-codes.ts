import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Billet } from '../billets/billet.ts'
import { isPaidInPart } from '../billets/debt.ts'
import { composeTxid } from '../billets/txid.ts'
import { findChargeCodes } from './charge-store.ts'

/**
 * Gives each open billet the code of its charge, once the PSP has registered it. Until then a down payment has the
 * static code of its issue, and an installment none. Codes ask for all of a billet, so one that is paid in part has
 * none.
 */
export async function attachPixCodes<Shown extends Billet>(
  db: Queryable,
  secrets: Secrets,
  billets: readonly Shown[],
): Promise<Shown[]> {
  const isOpen = ({ paymentStatus, canceledAt }: Billet) =>
    paymentStatus === 'PENDING' && canceledAt === undefined
  const codes = await findChargeCodes(db, secrets, billets.filter(isOpen).map(composeTxid))
  return billets.map(billet => {
    const pixCode = isPaidInPart(billet) ? undefined : (codes.get(composeTxid(billet)) ?? billet.pixCode)
    return { ...billet, pixCode }
  })
}
