import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  bookAccruals,
  composeAccruals,
  computeContractReversedEntry,
  computeReductionsReversedEntry,
  computeReleaseIofReversedEntry,
  computeReversal,
  type Entry,
  endLoan,
  findChargedOn,
  findEntry,
  isIofOrdered,
  type Loan,
  lockLoan,
  nameAcceleration,
  nameContract,
  nameReleaseIof,
  postEntries,
} from '../books/index.ts'
import { sumReductions } from '../receivables/index.ts'

export interface EndedContract {
  readonly retailerId: string
  readonly transactionId: string
  /** The retailer was paid for the purchase; false when absent. */
  readonly isTransferred?: boolean
}

/**
 * Takes a contract out of the books, in the transaction that ends it: what is not earned leaves the contra accounts, and
 * what was earned is given back. Idempotent. Billets are locked.
 */
export async function reverseContract(
  tx: Transaction,
  secrets: Secrets,
  contract: EndedContract,
  now: Date,
): Promise<void> {
  const { retailerId, transactionId } = contract
  const reference = `cancel:${transactionId}`
  const [booked, reversed, loan, releaseTax] = await Promise.all([
    findEntry(tx, secrets, nameContract(transactionId)),
    findEntry(tx, secrets, reference),
    lockLoan(tx, transactionId),
    findEntry(tx, secrets, nameReleaseIof(transactionId)),
  ])
  if (booked === undefined || reversed !== undefined || booked.retailerId !== retailerId) return
  if (loan === undefined) throw new Error(`contract ${transactionId} is booked without a loan`)
  if (releaseTax !== undefined) await reverseReleaseTax(tx, secrets, releaseTax, now)
  await reverseLoan(tx, secrets, { ...contract, booked, loan, reference }, now)
}

async function reverseReleaseTax(tx: Transaction, secrets: Secrets, borne: Entry, now: Date): Promise<void> {
  const chargedOn = findChargedOn(borne)
  const iofCharge = { chargedOn, isPaid: await isIofOrdered(tx, chargedOn) }
  postEntries(tx, secrets, [computeReleaseIofReversedEntry(borne, { iofCharge, reversedAt: now })], now)
}

async function reverseLoan(
  tx: Transaction,
  secrets: Secrets,
  ended: EndedContract & {
    readonly booked: Entry
    readonly loan: Loan
    readonly reference: string
  },
  now: Date,
): Promise<void> {
  const { booked, loan, reference, isTransferred = false } = ended
  const day = calendarDateAt(now)
  const iofChargedOn = findChargedOn(booked)
  const accrued = composeAccruals(loan, { reference, day, openCentavos: loan.openCentavos })
  const acceleration = await findEntry(tx, secrets, nameAcceleration(loan.transactionId))
  const unclaimed = acceleration && reverseAcceleration(acceleration, now)
  const entry = computeContractReversedEntry({
    contract: booked,
    left: {
      interestCentavos: accrued.loan.unearnedCentavos + (unclaimed?.excludedCentavos ?? 0),
      feeCentavos: accrued.loan.deferredFeeCentavos,
      retentionCentavos: accrued.loan.deferredRetentionCentavos,
    },
    isTransferred,
    isIofPaid: await isIofOrdered(tx, iofChargedOn),
    reference,
    occurredAt: now,
    iofChargedOn,
  })
  const reductions = await sumReductions(tx, secrets, loan.transactionId)
  const isReduced = reductions.discountCentavos + reductions.premiumRefundCentavos > 0
  const { retailerId, transactionId } = ended
  const entries = [
    ...accrued.entries,
    ...(unclaimed?.entries ?? []),
    entry,
    ...(isReduced
      ? [computeReductionsReversedEntry({ retailerId, transactionId, ...reductions, reversedAt: now })]
      : []),
  ]
  bookAccruals(tx, secrets, [{ entries, loan: endLoan(accrued.loan, day) }], now)
}

/** Interest that was not claimed any more is part of what the contract booked on its first day. */
function reverseAcceleration(acceleration: Entry, now: Date) {
  const { reference } = acceleration
  const excludedCentavos = acceleration.postings.reduce(
    (sum, { amountCentavos }) => sum + Math.max(0, amountCentavos),
    0,
  )
  const reversal = computeReversal(acceleration, { reference: `cancel:${reference}`, occurredAt: now })
  return { excludedCentavos, entries: [reversal] }
}
