import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { computeEnded } from './accrual.ts'
import { bookAccruals, composeAccruals } from './book-loan.ts'
import { computeAccrualEntry, isNothingEarned } from './entries.ts'
import type { Loan } from './loan.ts'

/**
 * A contract of which nobody is to pay the rest: interest up to the day, and what was deferred of fee and retention, is
 * earned, and the loan ends. The caller then clears what is left on the contract's accounts. The loan is locked.
 */
export function endUnpaidLoan(
  tx: Transaction,
  secrets: Secrets,
  loan: Loan,
  { reference, now }: { readonly reference: string; readonly now: Date },
): void {
  const day = calendarDateAt(now)
  const { loan: accrued, entries } = composeAccruals(loan, { reference, day })
  const { transactionId, retailerId } = loan
  const earned = {
    interestCentavos: 0,
    feeCentavos: accrued.deferredFeeCentavos,
    retentionCentavos: accrued.deferredRetentionCentavos,
    // What the agreement let go is cleared with the rest of the claim.
    restructuringCentavos: 0,
  }
  const deferred = isNothingEarned(earned)
    ? []
    : [
        computeAccrualEntry({
          reference: `${reference}:deferred`,
          loan: { transactionId, retailerId },
          earned: [{ transactionId, ...earned }],
          occurredAt: now,
        }),
      ]
  bookAccruals(tx, secrets, [{ entries: [...entries, ...deferred], loan: computeEnded(accrued, day) }], now)
}
