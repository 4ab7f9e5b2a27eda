import type { App } from '../../../app/app.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Purchase } from '../../purchases/index.ts'
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
  app: App,
  tx: Transaction,
  { retailerId }: Purchase,
  credit: Credit,
): Promise<void> {
  const now = app.clock.now()
  for (const { billet, left, discountCentavos } of credit.allocations) {
    if (left === undefined || discountCentavos === undefined) continue
    const [account, registersAtOnce] = await Promise.all([
      getAccountOf(tx, app.secrets, retailerId),
      app.isRegisteredAtOnce?.(retailerId, tx),
    ])
    const paid = { ...billet, ...describeLeft(billet, left) }
    const { marks, secrets } = app
    const issued = await lowerBillet(tx, secrets, paid, { account, now, marks, registersAtOnce })
    openCharges(tx, [composeTxid(issued)], now)
  }
}
