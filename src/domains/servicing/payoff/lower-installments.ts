import type { App } from '../../../app/app.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Credit, describeLeft, lowerBillet } from '../../receivables/index.ts'

/**
 * An early payment that is not enough for one more installment makes it smaller: its billet and its Pix are replaced by
 * ones that ask for the rest, on the same day.
 */
export async function lowerInstallments(app: App, tx: Transaction, credit: Credit): Promise<void> {
  const now = app.clock.now()
  for (const { billet, left, discountCentavos } of credit.allocations) {
    if (left === undefined || discountCentavos === undefined) continue
    await lowerBillet(app, tx, { ...billet, ...describeLeft(billet, left) }, now)
  }
}
