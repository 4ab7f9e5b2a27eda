import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { bookAccruals, composeAccruals, lockLoan, markSuspended } from '../../books/index.ts'
import { lockOriginal, type Purchase } from '../../purchases/index.ts'
import { earnRest } from './earn-charges.ts'

/**
 * An agreement that was paid ends the debt for good: the original's loan ends with it, and what was deferred of its fee
 * and retention is earned. Returns the original, locked, which is to be closed.
 */
export async function closeAgreement(
  secrets: Secrets,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<Purchase> {
  const original = await lockOriginal(secrets, tx, agreement)
  await earnRest(tx, secrets, agreement, now)
  const loan = await lockLoan(tx, original.id)
  if (loan?.suspendedBy !== agreement.id)
    throw new Error(`agreement ${agreement.id} does not hold the debt of ${original.id}`)
  const reference = `agreement-paid:${agreement.id}`
  const { openCentavos } = loan
  bookAccruals(
    tx,
    secrets,
    [composeAccruals(loan, { reference, day: calendarDateAt(now), openCentavos })],
    now,
  )
  markSuspended(tx, original.id, null)
  return original
}
