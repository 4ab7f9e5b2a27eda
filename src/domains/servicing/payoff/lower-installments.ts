import type { Transaction } from '../../../platform/db/database.ts'
import type { AdvanceContext, Purchase } from '../../purchases/index.ts'
import {
  type Credit,
  composeTxid,
  describeLeft,
  getAccountOf,
  lowerBillet,
  openCharges,
} from '../../receivables/index.ts'

/**
 * An early payment that is not enough for one more installment makes it smaller: its billet and its Pix are replaced by
 * ones that ask for the rest, on the same day.
 */
export async function lowerInstallments(
  context: AdvanceContext,
  tx: Transaction,
  { retailerId }: Purchase,
  credit: Credit,
): Promise<void> {
  const now = context.clock.now()
  for (const { billet, left, discountCentavos } of credit.allocations) {
    if (left === undefined || discountCentavos === undefined) continue
    const [account, sandboxRegistration] = await Promise.all([
      getAccountOf(tx, context.secrets, retailerId),
      context.readSandboxRegistration?.(retailerId, tx),
    ])
    const paid = { ...billet, ...describeLeft(billet, left) }
    const { marks, secrets } = context
    const issued = await lowerBillet(tx, secrets, paid, { account, now, marks, sandboxRegistration })
    openCharges(tx, [composeTxid(issued)], now)
  }
}
