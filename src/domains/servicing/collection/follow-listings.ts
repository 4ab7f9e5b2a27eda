import type { App } from '../../../app/app.ts'
import { computeBackoffMs } from '../../../kernel/backoff.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { findLoan } from '../../books/index.ts'
import { listFormalNotices } from '../../messaging/index.ts'
import { findPurchase } from '../../purchases/index.ts'
import type { Listing } from '../listings/listing.ts'
import type { ListingAnswer } from '../listings/port.ts'
import { type LeasedListing, leaseDueListings, lockListing, saveListing } from '../listings/store.ts'
import { endListings } from './end-listings.ts'
import { openListings } from './open-listings.ts'

const PAGE = 20
/** Longer than a page of calls may take. */
const LEASE_MS = 10 * 60_000
const RETRY = { firstMs: 60_000, longestMs: 3_600_000 }

/** Ends listings first: what was paid is not told any more. Then new ones, then what the bureau is asked for. */
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
    const due = await leaseDueListings(database, { now, until, limit: PAGE })
    for (const listing of due) await settle(app, listing, await ask(app, listing))
    asked += due.length
    if (due.length < PAGE) return asked
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
    // What has to be gone is asked for until it is.
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
