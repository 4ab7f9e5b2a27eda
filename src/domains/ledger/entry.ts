import type { Centavos } from '../../kernel/money.ts'
import type { AccountName } from './accounts.ts'

/** A debit is positive, a credit negative. */
interface Posting {
  readonly account: AccountName
  readonly amountCentavos: Centavos
}

export type EntryKind =
  | 'contract'
  | 'payment'
  | 'suspense'
  | 'reversal'
  | 'refund-due'
  | 'carry-over'
  | 'transfer'
  | 'case-credit'
  | 'case-charges'
  | 'pix-return'
  | 'overdue-iof'
  | 'release-iof'
  | 'release-iof-reversed'
  | 'credit'
  | 'tariff'
  | 'payout-ordered'
  | 'payout-paid'
  | 'payout-failed'
  | 'payout-returned'
  | 'clawback-netted'
  | 'accrual'
  | 'contract-reversed'
  | 'clawback'
  | 'clawback-costs'
  | 'clawback-received'
  | 'commission-paid'
  | 'iof-paid'
  | 'iof-offset'
  | 'iof-refunded'
  | 'insurer-received'
  | 'insurer-netted'
  | 'manual'
  | 'manual-reversed'
  | 'early-settlement'
  | 'early-settlement-reversed'
  | 'close'
  | 'acceleration'
  | 'provision'
  | 'write-off'
  | 'recovery'
  | 'assignment'
  | 'assignment-paid'
  | 'assignment-ended'
  | 'collection'
  | 'waiver'
  | 'waiver-reversed'
  | 'renegotiation'
  | 'restructuring'
  | 'agreement-payment'
  | 'agreement-charges'
  | 'agreement-ended'
  | 'debt-released'
  | 'fraud-loss'

export interface Entry {
  readonly kind: EntryKind
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  /** Identifies the event: the same one cannot be booked twice. */
  readonly reference: string
  readonly occurredAt: Date
  /** Ids and codes that explain the entry. No personal data: entries are kept for ever. */
  readonly memo: Readonly<Record<string, string | number>>
  readonly postings: readonly Posting[]
}

/** Drops zero lines, and refuses the entry unless debits equal credits. */
export function composeEntry(entry: Entry): Entry {
  const postings = entry.postings.filter(({ amountCentavos }) => amountCentavos !== 0)
  let balance = 0
  for (const { account, amountCentavos } of postings) {
    if (!Number.isSafeInteger(amountCentavos))
      throw new Error(`${entry.reference}: ${amountCentavos} on ${account} is not a number of centavos`)
    balance += amountCentavos
  }
  if (postings.length < 2) throw new Error(`${entry.reference}: an entry moves money between accounts`)
  if (balance !== 0) throw new Error(`${entry.reference}: debits exceed credits by ${balance} centavos`)
  return { ...entry, postings }
}

/** Reverses an entry; both stay in the books. */
export function computeReversal(
  entry: Entry,
  reversal: { readonly reference: string; readonly occurredAt: Date },
): Entry {
  return composeEntry({
    ...entry,
    kind: 'reversal',
    reference: reversal.reference,
    occurredAt: reversal.occurredAt,
    memo: { reverses: entry.reference },
    postings: entry.postings.map(({ account, amountCentavos }) => ({
      account,
      amountCentavos: -amountCentavos,
    })),
  })
}
