import { addBusinessDays } from '../../brazil/business-days.ts'
import type { RefundObstacle, RefundStatus, RefundWay } from '../../contract/refunds.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type AccountName, accountOf, type Entry, listGenuineEntries, sumPostings } from '../ledger/index.ts'

/** Money that is owed back. One refund is paid by one order; its predecessors failed. */
export interface RefundDue {
  readonly id: string
  /** Of the ledger entry that owes it. Several parts of one entry go different ways. */
  readonly reference: string
  readonly part: number
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly amountCentavos: Centavos
  readonly dueSince: Date
  readonly maxRefundDate: CalendarDate
  readonly state: RefundStatus
  readonly orderId: string | null
  readonly way: RefundWay | null
  /** The Pix payment that is given back. */
  readonly endToEndId: string | null
  readonly waitsFor: RefundObstacle | null
  readonly paidAt: Date | null
}

const REFUND_BUSINESS_DAYS = 10

/** Money goes back within ten business days. */
export function computeMaxRefundDate(dueSince: Date): CalendarDate {
  return addBusinessDays(calendarDateAt(dueSince), REFUND_BUSINESS_DAYS)
}

/** What the refunds of one transaction amount to. */
export interface RefundSummary {
  readonly valueCentavos: Centavos
  readonly status: RefundStatus
  /** When the last one was paid; undefined until all are. */
  readonly refundedAt: Date | undefined
}

const WORST_FIRST: readonly RefundStatus[] = ['FAILED', 'DUE', 'SENT', 'PAID']

/** Undefined when nothing was ever owed back. */
export function computeRefundSummary(
  refunds: readonly Pick<RefundDue, 'amountCentavos' | 'state' | 'paidAt'>[],
): RefundSummary | undefined {
  const status = WORST_FIRST.find(each => refunds.some(({ state }) => state === each))
  if (status === undefined) return undefined
  const paidAt = Math.max(...refunds.map(refund => refund.paidAt?.getTime() ?? 0))
  return {
    valueCentavos: refunds.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
    status,
    refundedAt: status === 'PAID' ? new Date(paidAt) : undefined,
  }
}

/** An amount that an entry owes back to the payer. */
interface RefundCredit {
  readonly reference: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly amountCentavos: Centavos
  readonly dueSince: Date
}

/** What the entry itself owes back; undefined when it owes nothing. */
export function findRefundCredit(entry: Entry): RefundCredit | undefined {
  const { reference, retailerId, transactionId, occurredAt: dueSince } = entry
  const owed = entry.postings.reduce(
    (sum, { account, amountCentavos }) => (account === 'refunds-due' ? sum - amountCentavos : sum),
    0,
  )
  return owed > 0 ? { reference, retailerId, transactionId, amountCentavos: owed, dueSince } : undefined
}

/**
 * By account: what the customer of one transaction paid and that is neither earned nor refunded yet. For a transaction
 * whose contract was never booked or is reversed: then everything that the customer paid is owed back, with the charges
 * that were paid for the transactions that it replaced. Throws ForgedRow.
 *
 * Late charges and suspended money are on accounts that all transactions share, so they are summed over the entries of
 * this transaction; charges that stayed earned when it replaced others, over theirs too. A carry-over names two
 * transactions and belongs to the later one. What the bank took back, and the lender bore, was given back by that.
 */
export async function listRefundable(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  replacedIds: readonly string[] = [],
): Promise<ReadonlyMap<AccountName, Centavos>> {
  const customer = accountOf.customer(transactionId)
  const transactionIds = [transactionId, ...replacedIds]
  const entries = await listGenuineEntries(db, secrets, { transactionIds, accounts: [customer] })
  const own = entries.filter(entry => entry.transactionId === transactionId)
  const charged = entries.filter(entry => transactionIds.includes(entry.transactionId ?? ''))
  const sums = [
    ['late-fine', charged],
    ['late-interest', charged],
    ['suspense', own],
    ['fraud-loss', charged.filter(({ postings }) => postings.some(({ account }) => account === 'suspense'))],
    [customer, entries],
  ] as const
  return new Map(
    sums
      .map(([account, of]) => [account, -sumPostings(of, each => each === account)] as const)
      .filter(([, amountCentavos]) => amountCentavos !== 0),
  )
}
