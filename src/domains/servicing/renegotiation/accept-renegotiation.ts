import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { openOnboarding } from '../../onboarding/index.ts'
import { findPurchase, lockPurchase, openRenegotiation, type Purchase } from '../../purchases/index.ts'
import { type AgreementOffer, findOffer } from '../../quoting/index.ts'
import { lockDebt } from '../../receivables/index.ts'
import { checkRenegotiable } from './offer-renegotiation.ts'

interface AcceptCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly optionId: string
}

/**
 * Makes the agreement's transaction, which the customer then signs. The original stays as it is until the agreement is
 * OPEN. The same option always gives the same agreement, in whatever state.
 */
export async function acceptRenegotiation(
  app: App,
  command: AcceptCommand,
  remember?: Remember<Purchase>,
): Promise<Purchase> {
  const { database, secrets, clock } = app
  const { retailerId, transactionId, optionId } = command
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  return database.transaction(async tx => {
    const original = await lockPurchase(tx, secrets, transactionId)
    if (original === undefined || original.retailerId !== retailerId)
      throw new RequestError('transaction_not_found')
    const known = await findPurchase(tx, secrets, { retailerId, optionId })
    if (known?.renegotiates === transactionId) {
      await remember?.(tx, known)
      return known
    }
    const offer = await findOffer(tx, secrets, { retailerId, transactionId, id: optionId })
    if (offer === undefined) throw new RequestError('agreement_option_not_found')
    await checkRenegotiable(tx, original)
    await checkUnchanged(tx, secrets, original, offer, clock.now())
    const agreement = await openRenegotiation(app, tx, original, offer, {
      event: 'agreement-accepted',
      by: 'customer',
    })
    await openOnboarding(tx, { transactionId: agreement.id, retailerId }, clock.now())
    await remember?.(tx, agreement)
    return agreement
  })
}

async function checkUnchanged(
  tx: Transaction,
  secrets: Secrets,
  original: Purchase,
  { expiresAt, quotedOn, terms }: AgreementOffer,
  now: Date,
): Promise<void> {
  if (now > expiresAt || calendarDateAt(now) !== quotedOn) throw new RequestError('agreement_option_expired')
  const { totalCentavos } = await lockDebt(tx, secrets, original, quotedOn)
  if (totalCentavos === terms.debtCentavos) return
  const message = 'The debt has changed since the option was offered: ask for new ones'
  throw new RequestError('agreement_option_expired', { message })
}
