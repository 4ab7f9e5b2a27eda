import { type Billet, composeTxid } from '../../modules/billets/index.ts'
import { findChargeCodes } from '../../modules/pix/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Gives each open billet the code of its charge, once the PSP has registered it. Until then a down payment has the
 * static code of its issue, and an installment none.
 */
export async function attachPixCodes<Shown extends Billet>(
  db: Queryable,
  secrets: Secrets,
  billets: readonly Shown[],
): Promise<Shown[]> {
  const isOpen = ({ paymentStatus, canceledAt }: Billet) =>
    paymentStatus === 'PENDING' && canceledAt === undefined
  const codes = await findChargeCodes(db, secrets, billets.filter(isOpen).map(composeTxid))
  return billets.map(billet => ({ ...billet, pixCode: codes.get(composeTxid(billet)) ?? billet.pixCode }))
}
