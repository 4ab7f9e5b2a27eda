import type { App } from '../../app/app.ts'
import { computeBackoffMs } from '../../kernel/backoff.ts'
import { addDays, addMonths, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import { listDisputed } from '../customers/index.ts'
import {
  findLoan,
  findLoans,
  findOldestUnpaid,
  type LateLoan,
  type Loan,
  listLateLoans,
  lockLoan,
} from '../loans/index.ts'
import { findPurchase, lockPurchase } from '../purchases/index.ts'
import { lockDebt } from '../receivables/index.ts'
import { type FormalNotice, findEarliestListing } from './formal-notices.ts'
import {
  computeListingDay,
  computeListingEnd,
  computeRemoveBy,
  type Listing,
  type ListingAnswer,
  type RemovalReason,
} from './listing.ts'
import {
  insertListing,
  type LeasedListing,
  leaseDueListings,
  listListingsOf,
  listLivingListings,
  lockListing,
  saveListing,
  startRemoval,
} from './listing-store.ts'
import { listFormalNotices } from './store.ts'

const LEASED_AT_ONCE = 20
/** Longer than a page of calls may take. */
const LEASE_MS = 10 * 60_000
const RETRY = { firstMs: 60_000, longestMs: 3_600_000 }

/** Ends listings first: a paid debt is not reported any more. Then decides new ones, then calls the bureau. */
export async function followListings(app: App): Promise<number> {
  const ended = await endListings(app)
  const opened = await openListings(app)
  return ended + opened + (await askBureau(app))
}

async function askBureau(app: App): Promise<number> {
  const { database, clock } = app
  // By one instant: what waits is not taken again in this run.
  const now = clock.now()
  for (let asked = 0; ; ) {
    const until = new Date(now.getTime() + LEASE_MS)
    const due = await leaseDueListings(database, { now, until, limit: LEASED_AT_ONCE })
    for (const listing of due) await settle(app, listing, await ask(app, listing))
    asked += due.length
    if (due.length < LEASED_AT_ONCE) return asked
  }
}

/** An earlier request that may have had its effect is looked for before it is repeated. */
async function ask(app: App, listing: LeasedListing): Promise<ListingAnswer> {
  const { listings } = app
  const { id, state, wasUnknown } = listing
  if (wasUnknown) {
    const found = await listings.find(id)
    if (found.outcome !== 'done') return found
    const isThere = found.listing.state === 'LISTED'
    if (isThere === (state === 'ASKING')) return found
  }
  return state === 'REMOVING' ? listings.remove(id) : list(app, listing)
}

async function list(app: App, listing: Listing): Promise<ListingAnswer> {
  const { database, secrets, listings } = app
  const { id, transactionId, noticeId, dueDate, amountCentavos } = listing
  const loan = await findLoan(database, transactionId)
  const purchase = loan && (await findPurchase(database, secrets, loan.retailerId, transactionId))
  const notices = (await listFormalNotices(database, [transactionId])).get(transactionId)
  const noticedAt = notices?.find(notice => notice.id === noticeId)?.deliveredAt
  if (loan === undefined || purchase === undefined || !noticedAt)
    throw new Error(`listing ${id} has no contract or no proven notice`)
  const { cpf, name } = purchase.customer
  const contractDate = purchase.contractDate ?? loan.startedOn
  return listings.list({
    key: id,
    cpf,
    name,
    contract: transactionId,
    contractDate,
    dueDate,
    amountCentavos,
    noticedAt,
  })
}

/** The state may have changed while the bureau was asked: a payment turns a listing into a removal. */
function settle({ database, clock }: App, asked: LeasedListing, answer: ListingAnswer): Promise<void> {
  return database.transaction(async tx => {
    const listing = await lockListing(tx, asked.id)
    if (listing === undefined || listing.state !== asked.state) return
    const now = clock.now()
    const settled = apply({ ...listing, attempts: listing.attempts + 1 }, answer, now)
    const isOver = settled.state !== 'ASKING' && settled.state !== 'REMOVING'
    saveListing(
      tx,
      settled,
      isOver ? null : new Date(now.getTime() + computeBackoffMs(settled.attempts - 1, RETRY, 0.5)),
    )
  })
}

function apply(listing: Listing, answer: ListingAnswer, now: Date): Listing {
  if (answer.outcome === 'unknown') return { ...listing, isUnknown: true, problem: answer.code }
  const known = { ...listing, isUnknown: false }
  if (answer.outcome === 'refused') {
    // A removal is requested until it is done.
    const state = listing.state === 'ASKING' ? 'REFUSED' : listing.state
    return { ...known, state, problem: answer.code }
  }
  const providerId = answer.listing.providerId ?? listing.providerId
  const isListed = answer.listing.state === 'LISTED'
  if (listing.state === 'ASKING' && isListed)
    return { ...known, state: 'LISTED', listedAt: now, providerId, problem: null }
  if (listing.state === 'REMOVING' && !isListed)
    return { ...known, state: 'REMOVED', removedAt: now, providerId, problem: null }
  return { ...known, problem: `UNEXPECTED_${answer.listing.state}` }
}

/** Whether a listing should be gone by law and is not. */
export const isRemovalLate = ({ state, removeBy }: Listing, now: Date): boolean =>
  state === 'REMOVING' && removeBy !== null && removeBy < calendarDateAt(now)

const LISTED_AFTER_DAYS = 25

/**
 * Decides to list delays whose notice was proved, some days after it, unless the customer disputes the debt. The row is
 * written before the bureau is called. Returns how many.
 */
async function openListings(app: App): Promise<number> {
  const { database, clock } = app
  const today = calendarDateAt(clock.now())
  let opened = 0
  for (let after: LateLoan | undefined; ; ) {
    const loans = await listLateLoans(database, addDays(today, -LISTED_AFTER_DAYS), { after, limit: PAGE })
    const ids = loans.map(({ transactionId }) => transactionId)
    const [notices, listings, disputed] = await Promise.all([
      listFormalNotices(database, ids),
      listListingsOf(database, ids),
      listDisputed(database, ids),
    ])
    for (const loan of loans) {
      const { transactionId, oldestDueDate } = loan
      const isKnown = listings.some(
        each =>
          each.transactionId === transactionId &&
          each.dueDate === oldestDueDate &&
          each.removalReason !== 'DISPUTED',
      )
      const notice = findProven(notices.get(transactionId) ?? [], oldestDueDate, today)
      if (isKnown || disputed.has(transactionId) || notice === undefined) continue
      if (await openListing(app, transactionId, notice)) opened += 1
    }
    after = loans.at(-1)
    if (after === undefined || loans.length < PAGE) return opened
  }
}

function findProven(
  notices: readonly FormalNotice[],
  dueDate: CalendarDate,
  today: CalendarDate,
): FormalNotice | undefined {
  if (today >= computeListingEnd(dueDate)) return undefined
  return notices.find(notice => {
    const earliest = notice.kind === 'listing' ? findEarliestListing(notice) : undefined
    return (
      notice.dueDate === dueDate && earliest !== undefined && computeListingDay(dueDate, earliest) <= today
    )
  })
}

function openListing(
  { database, secrets, clock }: App,
  transactionId: string,
  { id: noticeId, dueDate }: FormalNotice,
): Promise<boolean> {
  return database.transaction(async tx => {
    const now = clock.now()
    const today = calendarDateAt(now)
    const purchase = await lockPurchase(tx, secrets, transactionId)
    if (purchase?.status !== 'OPEN') return false
    const debt = await lockDebt(tx, secrets, purchase, today)
    const loan = await lockLoan(tx, transactionId)
    // Paid, or disputed, meanwhile.
    if (loan === undefined || findOldestUnpaid(loan, today) !== dueDate) return false
    if ((await listDisputed(tx, [transactionId])).has(transactionId)) return false
    return insertListing(tx, {
      id: newId(now.getTime()),
      transactionId,
      noticeId,
      dueDate,
      amountCentavos: debt.overdueCentavos,
      endsOn: computeListingEnd(dueDate),
      decidedAt: now,
    })
  })
}

const PAGE = 200

/** Starts the removal of listings that have lost their reason, as soon as they have. Returns how many. */
async function endListings(app: App): Promise<number> {
  const { database, clock } = app
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
      if (reason !== undefined && (await endListing(app, listing.id, await explain(app, listing, reason))))
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
  { database, secrets }: App,
  { transactionId }: Listing,
  reason: RemovalReason,
): Promise<RemovalReason> {
  const [loan] = reason === 'PAID' ? await findLoans(database, [transactionId]) : []
  if (loan === undefined) return reason
  const purchase = await findPurchase(database, secrets, loan.retailerId, transactionId)
  return purchase?.status === 'CANCELED' || purchase?.status === 'PROCESSING_CANCEL' ? 'CANCELED' : reason
}

function endListing({ database, clock }: App, id: string, reason: RemovalReason): Promise<boolean> {
  return database.transaction(async tx => {
    const listing = await lockListing(tx, id)
    if (listing?.state !== 'ASKING' && listing?.state !== 'LISTED') return false
    const now = clock.now()
    startRemoval(tx, id, { reason, removeBy: computeRemoveBy(reason, calendarDateAt(now)) }, now)
    return true
  })
}
