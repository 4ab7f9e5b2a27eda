import type { Centavos } from '../../kernel/money.ts'
import { type AccountName, accountOf, composeEntry, type Entry } from '../ledger/index.ts'

/** What the books need to know of a payout order. */
interface BookedPayout {
  readonly id: string
  readonly kind: 'RETAILER' | 'REFUND' | 'IOF' | 'INSURER' | 'COMMISSION' | 'FUND'
  /** The insurer, or the last day of the period of the tax, where the order is for one. */
  readonly subject: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
}

type Step = 'ordered' | 'paid' | 'failed' | 'returned'

/** The debt is on its way from now on. */
export function computePayoutOrderedEntry(payout: BookedPayout, at: Date): Entry {
  return composeStep(payout, 'ordered', at, getDebtAccount(payout), getTransitAccount(payout))
}

/** The bank has confirmed: the money has left. */
export function computePayoutPaidEntry(payout: BookedPayout, at: Date): Entry {
  return composeStep(payout, 'paid', at, getTransitAccount(payout), accountOf.bank(payout.lenderAccountId))
}

/** Failed or canceled: it is owed as before. */
export function computePayoutFailedEntry(payout: BookedPayout, at: Date): Entry {
  return composeStep(payout, 'failed', at, getTransitAccount(payout), getDebtAccount(payout))
}

/** It was paid and returned: it is owed again. */
export function computePayoutReturnedEntry(payout: BookedPayout, at: Date): Entry {
  return composeStep(payout, 'returned', at, accountOf.bank(payout.lenderAccountId), getDebtAccount(payout))
}

/** Less is transferred because the retailer owed it back. */
export function computeClawbackNettedEntry(netting: {
  readonly retailerId: string
  /** The order or the settlement run. */
  readonly runId: string
  readonly amountCentavos: Centavos
  readonly at: Date
}): Entry {
  const { retailerId, runId, amountCentavos, at } = netting
  return composeEntry({
    kind: 'clawback-netted',
    retailerId,
    transactionId: undefined,
    reference: `clawback-netted:${runId}`,
    occurredAt: at,
    memo: {},
    postings: [
      { account: accountOf.retailer(retailerId), amountCentavos },
      { account: accountOf.clawback(retailerId), amountCentavos: -amountCentavos },
    ],
  })
}

function composeStep(
  payout: BookedPayout,
  step: Step,
  at: Date,
  debit: AccountName,
  credit: AccountName,
): Entry {
  const { id, kind, subject, retailerId, transactionId, amountCentavos } = payout
  return composeEntry({
    kind: `payout-${step}`,
    retailerId,
    transactionId,
    reference: `payout-${step}:${id}`,
    occurredAt: at,
    memo: { order: id, kind, ...(kind === 'IOF' && { iofPeriod: subject }) },
    postings: [
      { account: debit, amountCentavos },
      { account: credit, amountCentavos: -amountCentavos },
    ],
  })
}

function getDebtAccount({ kind, subject, retailerId }: BookedPayout): AccountName {
  switch (kind) {
    case 'RETAILER':
      return accountOf.retailer(requireRetailer(retailerId))
    case 'REFUND':
      return 'refunds-due'
    case 'IOF':
      return 'iof-payable'
    case 'COMMISSION':
      return accountOf.commissionPayable(requireRetailer(retailerId))
    case 'FUND':
      return accountOf.fundPayable(subject)
    case 'INSURER':
      return `premium-payable:${subject}`
  }
}

/** A retailer's statement shows what is on its way to it. */
function getTransitAccount({ kind, id, retailerId }: BookedPayout): AccountName {
  return accountOf.inTransit(kind === 'RETAILER' ? requireRetailer(retailerId) : id)
}

function requireRetailer(retailerId: string | undefined): string {
  if (retailerId === undefined) throw new Error('a payout to a retailer names the retailer')
  return retailerId
}
