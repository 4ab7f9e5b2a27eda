import { calendarDateAt } from '../../kernel/calendar-date.ts'
import {
  computeContractReversedEntry,
  computeReversal,
  type Entry,
  findEntry,
  isIofOrdered,
  nameContract,
  nameMove,
  postEntries,
  renameToVersion2,
} from '../../modules/ledger/index.ts'
import { endLoan, type Loan, lockLoan } from '../../modules/loans/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { bookAccruals, composeAccruals } from './accrue-loan.ts'

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
export async function reverseContract(tx: Transaction, contract: EndedContract, now: Date): Promise<void> {
  const { retailerId, transactionId } = contract
  const reference = `cancel:${transactionId}`
  const [booked, reversed, moved, loan] = await Promise.all([
    findEntry(tx, nameContract(transactionId)),
    findEntry(tx, reference),
    findEntry(tx, nameMove(transactionId)),
    lockLoan(tx, transactionId),
  ])
  if (booked === undefined || reversed !== undefined || booked.retailerId !== retailerId) return
  if (loan === undefined) postEntries(tx, [computeReversal(booked, { reference, occurredAt: now })], now)
  else await reverseLoan(tx, { ...contract, booked, moved, loan, reference }, now)
}

async function reverseLoan(
  tx: Transaction,
  ended: EndedContract & {
    readonly booked: Entry
    /** From the books of version 1, with its tax. */
    readonly moved: Entry | undefined
    readonly loan: Loan
    readonly reference: string
  },
  now: Date,
): Promise<void> {
  const { booked, moved, loan, reference, isTransferred = false } = ended
  const day = calendarDateAt(now)
  const contract = renameToVersion2(booked)
  const iofChargedOn = calendarDateAt((moved ?? booked).occurredAt)
  const accrued = composeAccruals(loan, { reference, day, openCentavos: loan.openCentavos })
  const entry = computeContractReversedEntry({
    contract,
    left: {
      interestCentavos: accrued.loan.unearnedCentavos,
      feeCentavos: accrued.loan.deferredFeeCentavos,
      retentionCentavos: accrued.loan.deferredRetentionCentavos,
    },
    isTransferred,
    isIofPaid: await isIofOrdered(tx, iofChargedOn),
    reference,
    occurredAt: now,
    iofChargedOn,
  })
  bookAccruals(tx, [{ entries: [...accrued.entries, entry], loan: endLoan(accrued.loan, day) }], now)
}
