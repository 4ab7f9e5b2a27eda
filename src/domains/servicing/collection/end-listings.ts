import { addMonths, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { findLoans, type Loan } from '../../books/index.ts'
import { findPurchase } from '../../purchases/index.ts'
import { listDisputed } from '../customers/request-store.ts'
import { computeRemoveBy, type Listing, type RemovalReason } from '../listings/listing.ts'
import { listLivingListings, lockListing, startRemoval } from '../listings/store.ts'
import type { CollectionContext } from './serve-notices.ts'

const PAGE = 200

/** Starts the removal of listings that have lost their reason, as soon as they have. Returns how many. */
export async function endListings(context: CollectionContext): Promise<number> {
  const { database, clock } = context
  let ended = 0
  for (let after = ''; ; ) {
    const listings = await listLivingListings(database, after, PAGE)
    const ids = listings.map(({ transactionId }) => transactionId)
    const [loans, disputed] = await Promise.all([findLoans(database, ids), listDisputed(database, ids)])
    const loanOf = new Map(loans.map(loan => [loan.transactionId, loan]))
    const today = calendarDateAt(clock.now())
    for (const listing of listings) {
      const { transactionId } = listing
      const facts = { today, isDisputed: disputed.has(transactionId) }
      const reason = findReason(listing, loanOf.get(transactionId), facts)
      if (reason !== undefined && (await end(context, listing.id, await explain(context, listing, reason))))
        ended += 1
    }
    after = listings.at(-1)?.id ?? after
    if (listings.length < PAGE) return ended
  }
}

function findReason(
  { dueDate, endsOn }: Listing,
  loan: Loan | undefined,
  { today, isDisputed }: { readonly today: CalendarDate; readonly isDisputed: boolean },
): RemovalReason | undefined {
  if (typeof loan?.suspendedBy === 'string') return 'RENEGOTIATED'
  if (loan === undefined || loan.endedOn !== null || isPaid(loan, dueDate)) return 'PAID'
  if (isDisputed) return 'DISPUTED'
  return today >= endsOn ? 'ENDED' : undefined
}

/** The installment that was listed; another delay of the contract needs another notice. */
const isPaid = ({ firstDueDate, openCentavos }: Loan, dueDate: CalendarDate): boolean =>
  openCentavos.every((face, index) => face === 0 || addMonths(firstDueDate, index) !== dueDate)

/** A debt may end without being paid. */
async function explain(
  { database, secrets }: CollectionContext,
  { transactionId }: Listing,
  reason: RemovalReason,
): Promise<RemovalReason> {
  const [loan] = reason === 'PAID' ? await findLoans(database, [transactionId]) : []
  if (loan === undefined) return reason
  const purchase = await findPurchase(database, secrets, loan.retailerId, transactionId)
  return purchase?.status === 'CANCELED' || purchase?.status === 'PROCESSING_CANCEL' ? 'CANCELED' : reason
}

function end({ database, clock }: CollectionContext, id: string, reason: RemovalReason): Promise<boolean> {
  return database.transaction(async tx => {
    const listing = await lockListing(tx, id)
    if (listing?.state !== 'ASKING' && listing?.state !== 'LISTED') return false
    const now = clock.now()
    startRemoval(tx, id, { reason, removeBy: computeRemoveBy(reason, calendarDateAt(now)) }, now)
    return true
  })
}
