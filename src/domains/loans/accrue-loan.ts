import { type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Entry, postEntries } from '../ledger/index.ts'
import { type Accrual, computeAccruals } from './accrual.ts'
import { computeAccrualEntry, isNothingEarned } from './entries.ts'
import type { Loan } from './loan.ts'
import { saveLoans } from './store.ts'

/** An event that touches a loan: a payment, or the end of its contract. */
export interface LoanEvent {
  /** Of the event's own entry. */
  readonly reference: string
  readonly day: CalendarDate
  /** By installment: what is open afterwards. */
  readonly openCentavos: readonly Centavos[]
  /** Of what is paid before it is due. */
  readonly discountCentavos?: Centavos
}

/** What an event books for a loan beside its own entry. */
export interface AccruedLoan {
  readonly loan: Loan
  readonly entries: readonly Entry[]
}

/** Interest up to the day of an event is earned before it, and month ends that are not booked yet before that. */
export function composeAccruals(loan: Loan, event: LoanEvent): AccruedLoan {
  const accruals = computeAccruals(loan, event.day, event.openCentavos, event.discountCentavos)
  const entries = accruals.flatMap((accrual, index) =>
    isNothingEarned(accrual.earned) ? [] : composeEntryOf(accrual, event, index === accruals.length - 1),
  )
  return { loan: accruals.at(-1)?.loan ?? loan, entries }
}

function composeEntryOf({ loan, earned }: Accrual, event: LoanEvent, isOwn: boolean): Entry {
  const { transactionId, retailerId, accruedThrough } = loan
  const day = accruedThrough ?? event.day
  return computeAccrualEntry({
    reference: isOwn ? event.reference : `${transactionId}:${day}`,
    loan: { retailerId, transactionId },
    earned: [{ transactionId, ...earned }],
    occurredAt: isOwn ? noonOf(event.day) : endOfDay(day),
  })
}

export function bookAccruals(
  tx: Transaction,
  secrets: Secrets,
  accrued: readonly AccruedLoan[],
  now: Date,
): void {
  const entries = accrued.flatMap(each => each.entries)
  if (entries.length > 0) postEntries(tx, secrets, entries, now)
  saveLoans(
    tx,
    accrued.map(({ loan }) => loan),
  )
}

/** What is open on a loan after parts of installments were paid. */
export function subtractPaid(
  { openCentavos }: Loan,
  paid: readonly { readonly installmentNumber: number; readonly faceCentavos: Centavos }[],
): Centavos[] {
  const open = [...openCentavos]
  for (const { installmentNumber, faceCentavos } of paid)
    open[installmentNumber - 1] = (open[installmentNumber - 1] ?? 0) - faceCentavos
  return open
}
