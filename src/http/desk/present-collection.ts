import type { LoanListing, LoanNotice, LoanView } from '../../contract/desk-loans.ts'
import type { Presented } from '../../contract/presented.ts'
import { accountOf } from '../../domains/books/index.ts'
import type { LoanRecord } from '../../domains/servicing/index.ts'
import { presentReais } from '../../kernel/money.ts'
import { presentDecision } from './present.ts'

type CollectionMembers = Pick<
  Presented<LoanView>,
  'notices' | 'listings' | 'acceleratedOn' | 'writtenOffOn' | 'allowance' | 'isWritable' | 'decisions'
>

/** What was done about a delay: notices, listings, and whether the contract may be written off. */
export function presentCollection(record: LoanRecord): CollectionMembers {
  const { purchase, loan, notices, listings, allowanceCentavos, balances, decisions, operators } = record
  const carryingCentavos =
    (balances.get(accountOf.customer(purchase.id)) ?? 0) +
    (balances.get(accountOf.unearnedInterest(purchase.id)) ?? 0)
  return {
    notices: notices.map(presentNotice),
    listings: listings.map(presentListing),
    acceleratedOn: loan?.acceleratedOn ?? undefined,
    writtenOffOn: loan?.writtenOffOn ?? undefined,
    allowance: presentReais(allowanceCentavos),
    // As far as can be seen here; the flow decides.
    isWritable:
      purchase.status === 'OPEN' &&
      loan?.writtenOffOn === null &&
      carryingCentavos > 0 &&
      allowanceCentavos >= carryingCentavos,
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}

const presentNotice = (notice: LoanRecord['notices'][number]): Presented<LoanNotice> => ({
  id: notice.id,
  kind: notice.kind,
  dueDate: notice.dueDate,
  askedAt: notice.askedAt.toISOString(),
  sentAt: notice.sentAt?.toISOString(),
  channel: notice.channel ?? undefined,
  deliveredAt: notice.deliveredAt?.toISOString(),
})

const presentListing = (listing: LoanRecord['listings'][number]): Presented<LoanListing> => ({
  id: listing.id,
  dueDate: listing.dueDate,
  amount: presentReais(listing.amountCentavos),
  state: listing.state,
  decidedAt: listing.decidedAt.toISOString(),
  listedAt: listing.listedAt?.toISOString(),
  removalReason: listing.removalReason ?? undefined,
  removeBy: listing.removeBy ?? undefined,
  removedAt: listing.removedAt?.toISOString(),
  problem: listing.problem ?? undefined,
})
