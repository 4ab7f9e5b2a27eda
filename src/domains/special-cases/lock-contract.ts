import type { App } from '../../app/app.ts'
import { isId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listRenegotiations, lockPurchase, type Purchase } from '../purchases/index.ts'

/** The renegotiation of a contract is locked before it, in this order everywhere. */
export async function lockContract(
  { secrets }: App,
  tx: Transaction,
  transactionId: string,
): Promise<Purchase | undefined> {
  if (!isId(transactionId)) return undefined
  const [renegotiation] = await listRenegotiations(tx, { livingOn: transactionId })
  if (renegotiation !== undefined) await lockPurchase(tx, secrets, renegotiation.id)
  return lockPurchase(tx, secrets, transactionId)
}
