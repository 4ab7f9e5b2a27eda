import { type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { computeReversal, type Entry, findEntry, postEntries } from '../ledger/index.ts'
import { computeAccelerated } from './acceleration.ts'
import {
  type Accrual,
  computeAccrual,
  computeAccruals,
  computeCarrying,
  computeEnded,
  computeResumed,
  computeSuspended,
  type Earned,
} from './accrual.ts'
import {
  computeAccelerationEntry,
  computeAccrualEntry,
  computeProvisionEntry,
  computeWriteOffEntry,
  isNothingEarned,
  nameAcceleration,
} from './entries.ts'
import { type AgreementTerms, type Loan, type LoanTerms, openLoan } from './loan.ts'
import { listAllowances } from './provision-store.ts'
import {
  insertLoans,
  markSuspended,
  saveAcceleration,
  saveBuyBack,
  saveLoans,
  saveSale,
  saveWriteOff,
} from './store.ts'

/*
 * What happens to a loan, each with its entries. The caller has locked the loan and everything that is locked before
 * it.
 */

/** An event that touches a loan: a payment, or the end of its contract. */
interface LoanEvent {
  /** Of the event's own entry. */
  readonly reference: string
  readonly day: CalendarDate
  /** Parts of installments. */
  readonly paid?: readonly { readonly installmentNumber: number; readonly faceCentavos: Centavos }[]
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
  const openCentavos = [...loan.openCentavos]
  for (const { installmentNumber, faceCentavos } of event.paid ?? [])
    openCentavos[installmentNumber - 1] = (openCentavos[installmentNumber - 1] ?? 0) - faceCentavos
  const accruals = computeAccruals(loan, event.day, openCentavos, event.discountCentavos)
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

/** A contract begins. One that replaces another counts from the day of that one, and has earned its part since. */
export function startLoan(
  tx: Transaction,
  secrets: Secrets,
  terms: LoanTerms,
  {
    now,
    isReplacement = false,
    agreement,
    writtenOffOn,
  }: {
    readonly now: Date
    readonly isReplacement?: boolean
    readonly agreement?: AgreementTerms
    /** Of an agreement on a debt that was written off then. */
    readonly writtenOffOn?: CalendarDate
  },
): void {
  const opened = openLoan(terms, agreement)
  const accrual = isReplacement ? computeAccrual(opened, calendarDateAt(now)) : undefined
  insertLoans(tx, [accrual?.loan ?? opened])
  if (writtenOffOn !== undefined) saveWriteOff(tx, terms.transactionId, writtenOffOn)
  if (accrual === undefined || isNothingEarned(accrual.earned)) return
  const { transactionId } = terms
  const entry = computeAccrualEntry({
    reference: `replacement:${transactionId}`,
    loan: terms,
    earned: [{ transactionId, ...accrual.earned }],
    occurredAt: now,
  })
  postEntries(tx, secrets, [entry], now)
}

interface Accelerated {
  /** Of its entry. */
  readonly reference: string
  /** By number of the installment: future interest, which is not claimed. */
  readonly excludedCentavos: ReadonlyMap<number, Centavos>
}

/** The whole contract is due from today on. */
export function accelerateLoan(tx: Transaction, secrets: Secrets, loan: Loan, now: Date): Accelerated {
  const { transactionId, retailerId } = loan
  const day = calendarDateAt(now)
  const reference = nameAcceleration(transactionId)
  const accrued = composeAccruals(loan, { reference, day })
  const { loan: accelerated, excluded } = computeAccelerated(accrued.loan, day)
  const excludedCentavos = excluded.reduce((sum, each) => sum + each.excludedCentavos, 0)
  const acceleration = { retailerId, transactionId, excludedCentavos, acceleratedAt: noonOf(day) }
  const entries = excludedCentavos === 0 ? [] : [computeAccelerationEntry(acceleration)]
  // Present values of parts are rounded by themselves: centavos.
  const rounded = composeAccruals(accelerated, { reference: `${reference}:rounded`, day })
  const all = [...accrued.entries, ...entries, ...rounded.entries]
  bookAccruals(tx, secrets, [{ loan: rounded.loan, entries: all }], now)
  saveAcceleration(tx, accelerated)
  return {
    reference,
    excludedCentavos: new Map(excluded.map(each => [each.installmentNumber, each.excludedCentavos])),
  }
}

interface PreparedLoss {
  /** What the assets hold of the contract: the loss. */
  readonly carryingCentavos: Centavos
  readonly allowanceCentavos: Centavos
  /** Takes the loan out of the assets. Nothing is written before. */
  readonly apply: () => void
}

/** Only what is provided for in full may be written off: the caller compares. */
export async function prepareLoss(
  tx: Transaction,
  secrets: Secrets,
  loan: Loan,
  now: Date,
): Promise<PreparedLoss> {
  const { transactionId } = loan
  const day = calendarDateAt(now)
  const allowanceCentavos = (await listAllowances(tx, [transactionId])).get(transactionId) ?? 0
  const accrued = composeAccruals(loan, { reference: `write-off:${transactionId}`, day })
  const carryingCentavos = computeCarrying(accrued.loan, day)
  return {
    carryingCentavos,
    allowanceCentavos,
    apply() {
      const written = composeWriteOff(accrued, { allowanceCentavos, carryingCentavos, day, now })
      bookAccruals(tx, secrets, [written], now)
      saveWriteOff(tx, transactionId, day)
    },
  }
}

function composeWriteOff(
  { loan, entries }: AccruedLoan,
  figures: {
    readonly allowanceCentavos: Centavos
    readonly carryingCentavos: Centavos
    readonly day: CalendarDate
    readonly now: Date
  },
): AccruedLoan {
  const { allowanceCentavos, carryingCentavos, day, now } = figures
  const { retailerId, transactionId, unearnedCentavos } = loan
  const names = { retailerId, transactionId }
  // A part payment since the last month end has left more than is carried.
  const released = carryingCentavos - allowanceCentavos
  const release: Entry[] =
    released === 0
      ? []
      : [computeProvisionEntry({ ...names, amountCentavos: released, day, providedAt: now })]
  // Fee and retention were received long ago: they are deferred no longer when the contract ends.
  const earned = {
    interestCentavos: 0,
    feeCentavos: loan.deferredFeeCentavos,
    retentionCentavos: loan.deferredRetentionCentavos,
    restructuringCentavos: 0,
  }
  const deferred: Entry[] = isNothingEarned(earned)
    ? []
    : [
        computeAccrualEntry({
          reference: `write-off:${transactionId}:${day}`,
          loan: names,
          earned: [{ transactionId, ...earned }],
          occurredAt: now,
        }),
      ]
  const writeOff = computeWriteOffEntry({
    ...names,
    faceCentavos: loan.openCentavos.reduce((sum, face) => sum + face, 0),
    unearnedCentavos,
    restructuringCentavos: loan.restructuringCentavos,
    allowanceCentavos: carryingCentavos,
    decidedAt: now,
  })
  return {
    entries: [...entries, ...release, ...deferred, writeOff],
    loan: {
      ...loan,
      unearnedCentavos: 0,
      restructuringCentavos: 0,
      deferredFeeCentavos: 0,
      deferredRetentionCentavos: 0,
      nextAccrual: null,
      writtenOffOn: day,
    },
  }
}

interface SoldLoan {
  readonly faceCentavos: Centavos
  readonly unearnedCentavos: Centavos
  readonly deferredFeeCentavos: Centavos
  readonly deferredRetentionCentavos: Centavos
  readonly allowanceCentavos: Centavos
  /** Takes the loan out of the assets; the caller books the sale. Nothing is written before. */
  readonly apply: (fundId: string) => void
}

/** What the assets hold of a loan that is to be sold, accrued to the day. */
export async function prepareSale(
  tx: Transaction,
  secrets: Secrets,
  loan: Loan,
  now: Date,
): Promise<SoldLoan> {
  const { transactionId } = loan
  const day = calendarDateAt(now)
  const allowanceCentavos = (await listAllowances(tx, [transactionId])).get(transactionId) ?? 0
  // A contract that was bought back may be sold again.
  const reference = `assignment:${transactionId}:${now.getTime()}`
  const { loan: accrued, entries } = composeAccruals(loan, { reference, day })
  const { unearnedCentavos, deferredFeeCentavos, deferredRetentionCentavos } = accrued
  return {
    faceCentavos: sumOpen(accrued),
    unearnedCentavos,
    deferredFeeCentavos,
    deferredRetentionCentavos,
    allowanceCentavos,
    apply(fundId) {
      const nothing = { unearnedCentavos: 0, deferredFeeCentavos: 0, deferredRetentionCentavos: 0 }
      bookAccruals(tx, secrets, [{ entries, loan: { ...accrued, ...nothing, nextAccrual: null } }], now)
      saveSale(tx, transactionId, fundId, day)
    },
  }
}

/** What a sold loan is worth to the assets today. `apply` puts it there; the caller books the purchase. */
export function prepareBuyBack(
  tx: Transaction,
  loan: Loan,
  now: Date,
): Pick<SoldLoan, 'faceCentavos' | 'unearnedCentavos'> & { readonly apply: () => void } {
  const day = calendarDateAt(now)
  const { loan: bought } = computeAccrual(
    // Valued anew: nothing was earned, and no default noted, while it was not an asset.
    {
      ...loan,
      assignedTo: null,
      assignedOn: null,
      accruedThrough: null,
      problemSince: null,
      problemReason: null,
    },
    day,
  )
  return {
    faceCentavos: sumOpen(bought),
    unearnedCentavos: bought.unearnedCentavos,
    apply() {
      saveLoans(tx, [bought])
      saveBuyBack(tx, loan.transactionId, day)
    },
  }
}

const sumOpen = ({ openCentavos }: Loan): Centavos => openCentavos.reduce((sum, face) => sum + face, 0)

/**
 * The contract ends as if it had never been. Returns what it has not earned of what was booked on its first day; the
 * caller books the reversal of the contract.
 */
export async function reverseLoan(
  tx: Transaction,
  secrets: Secrets,
  loan: Loan,
  { reference, now }: { readonly reference: string; readonly now: Date },
): Promise<Omit<Earned, 'restructuringCentavos'>> {
  const day = calendarDateAt(now)
  const accrued = composeAccruals(loan, { reference, day })
  const acceleration = await findEntry(tx, secrets, nameAcceleration(loan.transactionId))
  const unclaimed = (acceleration?.postings ?? []).reduce(
    (sum, { amountCentavos }) => sum + Math.max(0, amountCentavos),
    0,
  )
  const reversals =
    acceleration === undefined
      ? []
      : [computeReversal(acceleration, { reference: `cancel:${acceleration.reference}`, occurredAt: now })]
  const entries = [...accrued.entries, ...reversals]
  bookAccruals(tx, secrets, [{ entries, loan: computeEnded(accrued.loan, day) }], now)
  return {
    // Interest that was not claimed any more is part of what the contract booked.
    interestCentavos: accrued.loan.unearnedCentavos + unclaimed,
    feeCentavos: accrued.loan.deferredFeeCentavos,
    retentionCentavos: accrued.loan.deferredRetentionCentavos,
  }
}

/** Without an accrual: the caller books what becomes of the rest. */
export function endLoan(tx: Transaction, loan: Loan, day: CalendarDate): void {
  saveLoans(tx, [computeEnded(loan, day)])
}

/** An agreement takes the debt over, and the loan stands still. Returns it as it was then, accrued to the day. */
export function suspendLoan(
  tx: Transaction,
  secrets: Secrets,
  loan: Loan,
  {
    agreementId,
    reference,
    now,
  }: { readonly agreementId: string; readonly reference: string; readonly now: Date },
): Loan {
  const { loan: accrued, entries } = composeAccruals(loan, { reference, day: calendarDateAt(now) })
  bookAccruals(tx, secrets, [{ entries, loan: computeSuspended(accrued) }], now)
  markSuspended(tx, loan.transactionId, agreementId)
  return accrued
}

/** The agreement was broken: the loan goes on as it was when the agreement took its debt over. */
export function resumeLoan(
  tx: Transaction,
  suspended: Loan,
  debt: Parameters<typeof computeResumed>[1],
): Loan {
  const loan = computeResumed(suspended, debt)
  saveLoans(tx, [loan])
  markSuspended(tx, loan.transactionId, null)
  return loan
}

/** The agreement was paid: the loan ends with it, and what was deferred of its fee and retention is earned. */
export function closeSuspendedLoan(
  tx: Transaction,
  secrets: Secrets,
  suspended: Loan,
  { reference, now }: { readonly reference: string; readonly now: Date },
): void {
  bookAccruals(tx, secrets, [composeAccruals(suspended, { reference, day: calendarDateAt(now) })], now)
  markSuspended(tx, suspended.transactionId, null)
}
