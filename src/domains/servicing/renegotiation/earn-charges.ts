import { divideCentavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import {
  accountOf,
  computeAgreementChargesEntry,
  computeAgreementPaidEntry,
  computeGenuineBalance,
  findEntry,
  lockLoan,
  nameRenegotiation,
  postEntries,
} from '../../books/index.ts'
import type { Purchase } from '../../purchases/index.ts'

/**
 * Charges of the old delay became part of the agreement's installments: with each payment as much of them is earned as
 * of the installments is paid, on the sum since the start. The agreement is locked.
 */
export async function earnCharges(
  tx: Transaction,
  secrets: Secrets,
  { id: transactionId, retailerId, contract }: Purchase,
  reference: string,
  now: Date,
): Promise<void> {
  const account = accountOf.deferredLateCharges(transactionId)
  const [loan, begun, balance] = await Promise.all([
    lockLoan(tx, transactionId),
    findEntry(tx, secrets, nameRenegotiation(transactionId)),
    computeGenuineBalance(tx, secrets, account),
  ])
  if (loan === undefined || begun === undefined) throw new Error(`agreement ${transactionId} is not booked`)
  const { totalCentavos } = contract
  const openCentavos = loan.openCentavos.reduce((sum, open) => sum + open, 0)
  const charged = -(begun.postings.find(posting => posting.account === account)?.amountCentavos ?? 0)
  const earnedCentavos = divideCentavos(charged * (totalCentavos - openCentavos), totalCentavos)
  const amountCentavos = earnedCentavos - (charged + balance)
  if (amountCentavos === 0) return
  const earned = { retailerId, transactionId, reference, amountCentavos, paidAt: now }
  postEntries(tx, secrets, [computeAgreementChargesEntry(earned)], now)
}

/** The agreement was paid: nothing of its charges and of its concession is left on its accounts. */
export async function earnRest(
  tx: Transaction,
  secrets: Secrets,
  agreement: Purchase,
  now: Date,
): Promise<void> {
  const { id: transactionId, retailerId } = agreement
  await earnCharges(tx, secrets, agreement, `paid:${transactionId}`, now)
  const restructuringCentavos = -(await computeGenuineBalance(
    tx,
    secrets,
    accountOf.restructuring(transactionId),
  ))
  if (restructuringCentavos === 0) return
  const paid = { retailerId, transactionId, restructuringCentavos, paidAt: now }
  postEntries(tx, secrets, [computeAgreementPaidEntry(paid)], now)
}
