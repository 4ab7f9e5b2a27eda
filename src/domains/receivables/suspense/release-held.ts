import type { App } from '../../../app/app.ts'
import { noonOf } from '../../../kernel/noon.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { computeSuspenseEntry, postEntries } from '../../books/index.ts'
import { lockBillet, type SuspendedPayment } from '../billets/suspense.ts'
import { releaseCase, type SuspenseCase } from '../billets/suspense-cases.ts'
import { awaitCredit } from '../credit-clearing.ts'
import { findReceivingAccount } from '../credit-payment.ts'

/**
 * Books a suspected duplicate as money in suspense, because two people have seen a second receipt in the bank's
 * statement. What becomes of it is another decision. The purchase and the case are locked.
 */
export async function releaseHeld(
  { secrets, clock, followPayment }: App,
  tx: Transaction,
  payment: SuspendedPayment,
  locked: SuspenseCase,
): Promise<void> {
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
  const { follow } = await followPayment(tx, billet.transactionId)
  await follow({ outcome: 'suspense', billet, reference })
}
