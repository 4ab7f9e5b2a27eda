import type { App } from '../../../app/app.ts'
import { noonOf } from '../../../kernel/noon.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { computeSuspenseEntry, postEntries } from '../../books/index.ts'
import { lockPurchase } from '../../purchases/index.ts'
import {
  awaitCredit,
  findReceivingAccount,
  lockBillet,
  releaseCase,
  type SuspendedPayment,
  type SuspenseCase,
} from '../../receivables/index.ts'
import { refundSuspendedPayment } from '../follow-payment.ts'

/**
 * Books a suspected duplicate as money in suspense, because two people have seen a second receipt in the bank's
 * statement. What becomes of it is another decision. The purchase and the case are locked.
 */
export async function releaseHeld(
  app: App,
  tx: Transaction,
  payment: SuspendedPayment,
  locked: SuspenseCase,
): Promise<void> {
  const { secrets, clock } = app
  const { bank, method, paidOn } = payment
  const { id: caseId, reportReference: reference, billetId, amountCentavos, reason } = locked
  const billet = billetId === null ? undefined : await lockBillet(tx, secrets, billetId)
  const paidAt = noonOf(paidOn)
  const receivedIn = await findReceivingAccount(tx, { bank, method }, billet)
  const received = { reference, receivedIn, amountCentavos, receivedAt: paidAt }
  awaitCredit(tx, received)
  releaseCase(tx, secrets, locked)
  postEntries(tx, secrets, [computeSuspenseEntry({ ...received, billet, caseId, reason })], clock.now())
  if (billet === undefined) return
  const purchase = await lockPurchase(tx, secrets, billet.transactionId)
  await refundSuspendedPayment(app, tx, purchase, reference)
}
