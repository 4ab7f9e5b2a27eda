import type { App } from '../../../app/app.ts'
import { Refused } from '../../../kernel/faults.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { accountOf, listGenuineEntries, postEntries, sumPostings } from '../../ledger/index.ts'
import { composeMessage } from '../../messaging/index.ts'
import { advancePurchase, listRenegotiations, lockPurchase, type Purchase } from '../../purchases/index.ts'
import { computeFraudLossEntry } from '../entries.ts'
import type { SpecialCase } from '../special-case.ts'
import type { PrepareEffect } from './effect.ts'

/**
 * Somebody else contracted under the customer's name: the contract is void from its beginning. Its debt is reversed, and
 * what was paid is owed back to whoever paid it.
 */
export const prepareVoidContract: PrepareEffect = async ({ app, tx, opened, purchase, loan }) => {
  // What was recovered is income by now, and no entry of the contract is left to reverse.
  if (loan.writtenOffOn !== null)
    throw new Refused('the contract was written off: end its debt by a case of that kind')
  return {
    amountCentavos: purchase.contract.amortizationTotalCentavos,
    async apply() {
      const [living] = await listRenegotiations(tx, { livingOn: purchase.id })
      const agreement = living && (await lockPurchase(tx, app.secrets, living.id))
      const voided = await advancePurchase(app, tx, purchase, 'fraud-proven', { agreement })
      if (!app.isFraudBorneByRetailer) await bearLoss(app, tx, voided, opened.id)
      await tellPerson(app, tx, voided, opened)
      return { state: 'DONE' }
    },
  }
}

/** What the end of the purchase claims back from the retailer is the lender's loss instead. */
async function bearLoss(
  { secrets, clock }: App,
  tx: Transaction,
  { id: transactionId, retailerId }: Purchase,
  caseId: string,
): Promise<void> {
  const clawback = accountOf.clawback(retailerId)
  const entries = await listGenuineEntries(tx, secrets, { transactionIds: [transactionId] })
  const own = entries.filter(entry => entry.transactionId === transactionId)
  const amountCentavos = sumPostings(own, account => account === clawback)
  if (amountCentavos <= 0) return
  const now = clock.now()
  const loss = { retailerId, transactionId, caseId, amountCentavos, decidedAt: now }
  postEntries(tx, secrets, [computeFraudLossEntry(loss)], now)
}

/** The addresses of the contract are the impostor's: only an address that the person gave is written to. */
async function tellPerson(
  { messages, clock, retailers, findLenderContact }: App,
  tx: Transaction,
  { id: transactionId, retailerId, customer }: Purchase,
  { id: caseId, contact }: SpecialCase,
): Promise<void> {
  if (contact === undefined || !messages.canSend('EMAIL')) return
  const [{ name: shop }, lender] = await Promise.all([
    retailers.getRetailer(retailerId),
    findLenderContact(retailerId),
  ])
  const envelope = {
    retailerId,
    transactionId,
    channel: 'EMAIL',
    to: contact,
    phone: customer.phone,
    lender,
    intent: `contract-voided:${transactionId}:${caseId}`,
  } as const
  await messages.post(tx, composeMessage('contract-voided', { shop }, envelope), clock.now())
}
