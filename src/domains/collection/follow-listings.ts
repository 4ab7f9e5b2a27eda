import type { App } from '../../app/app.ts'
import { isLate } from '../../brazil/late-charges.ts'
import { computeBackoffMs } from '../../kernel/backoff.ts'
import { addDays, addMonths, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { findLoan, findLoans, findOldestUnpaid, type Loan, listLateLoans, lockLoan } from '../loans/index.ts'
import { findPurchase, lockPurchase } from '../purchases/index.ts'
import { lockDebt, readDebt } from '../receivables/index.ts'
import { type FormalNotice, findEarliestListing, findServed } from './formal-notices.ts'
import {
  type BureauListing,
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
  startLowering,
  startRemoval,
} from './listing-store.ts'
import { listHeld } from './stop-store.ts'
import { listFormalNotices } from './store.ts'

const LEASED_AT_ONCE = 20
/** Longer than a page of calls may take. */
const LEASE_MS = 10 * 60_000
const RETRY = { firstMs: 60_000, longestMs: 3_600_000 }

/** Ends and lowers listings first: what was paid is not reported any more. Then decides new ones, then calls the bureau. */
export async function followListings(app: App): Promise<number> {
  const ended = await followLiving(app)
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
  const { id, state, wasUnknown, amountCentavos } = listing
  if (wasUnknown) {
    const found = await listings.find(id)
    if (found.outcome !== 'done') return found
    if (isInPlace(listing, found.listing)) return found
  }
  if (state === 'REMOVING') return listings.remove(id)
  return state === 'LOWERING' ? listings.lower(id, amountCentavos) : list(app, listing)
}

/** Whether the bureau has what it was asked for. */
function isInPlace({ state, amountCentavos }: Listing, found: BureauListing): boolean {
  const isThere = found.state === 'LISTED'
  if (state === 'LOWERING') return isThere && found.amountCentavos === amountCentavos
  return isThere === (state === 'ASKING')
}

async function list(app: App, listing: Listing): Promise<ListingAnswer> {
  const { database, secrets, listings } = app
  const { id, transactionId, noticeId, dueDate, amountCentavos } = listing
  const loan = await findLoan(database, transactionId)
  const purchase =
    loan && (await findPurchase(database, secrets, { retailerId: loan.retailerId, id: transactionId }))
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
    if (listing?.state !== asked.state || listing.amountCentavos !== asked.amountCentavos) return
    const now = clock.now()
    const settled = apply({ ...listing, attempts: listing.attempts + 1 }, answer, now)
    const isOver = !['ASKING', 'LOWERING', 'REMOVING'].includes(settled.state)
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
    // A removal or a lower amount is requested until it is done.
    const state = listing.state === 'ASKING' ? 'REFUSED' : listing.state
    return { ...known, state, problem: answer.code }
  }
  const providerId = answer.listing.providerId ?? listing.providerId
  const isListed = answer.listing.state === 'LISTED'
  if (listing.state === 'ASKING' && isListed)
    return { ...known, state: 'LISTED', listedAt: now, providerId, problem: null }
  if (listing.state === 'LOWERING' && isListed)
    return { ...known, state: 'LISTED', lowerBy: null, providerId, problem: null }
  if (listing.state === 'REMOVING' && !isListed)
    return { ...known, state: 'REMOVED', removedAt: now, providerId, problem: null }
  return { ...known, problem: `UNEXPECTED_${answer.listing.state}` }
}

/** Whether a listing should be gone, or lower, by law and is not. */
export function isRemovalLate({ state, removeBy, lowerBy }: Listing, now: Date): boolean {
  const by = state === 'REMOVING' ? removeBy : state === 'LOWERING' ? lowerBy : null
  return by !== null && by < calendarDateAt(now)
}

const LISTED_AFTER_DAYS = 25

/**
 * Decides to list delays whose notice was proved, some days after it, unless the customer disputes the debt. The row is
 * written before the bureau is called. Returns how many.
 */
async function openListings(app: App): Promise<number> {
  const { database, clock } = app
  const today = calendarDateAt(clock.now())
  let opened = 0
  for await (const loans of listLateLoans(database, addDays(today, -LISTED_AFTER_DAYS))) {
    const ids = loans.map(({ transactionId }) => transactionId)
    const [notices, listings, disputed] = await Promise.all([
      listFormalNotices(database, ids),
      listListingsOf(database, ids),
      listHeld(database, ids),
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
  }
  return opened
}

function findProven(
  notices: readonly FormalNotice[],
  dueDate: CalendarDate,
  today: CalendarDate,
): FormalNotice | undefined {
  if (today >= computeListingEnd(dueDate)) return undefined
  const notice = findServed(notices, { kind: 'listing', dueDate })
  const earliest = notice && findEarliestListing(notice)
  return earliest !== undefined && computeListingDay(dueDate, earliest) <= today ? notice : undefined
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
    if ((await listHeld(tx, [transactionId])).has(transactionId)) return false
    return insertListing(tx, {
      id: newId(now.getTime()),
      transactionId,
      noticeId,
      dueDate,
      amountCentavos: sumLate(debt, today),
      endsOn: computeListingEnd(dueDate),
      decidedAt: now,
    })
  })
}

/** What is owed of the installments that were late on a day: what falls due on it is not. */
const sumLate = (
  { overdue }: { overdue: readonly { dueDate: CalendarDate; totalCentavos: Centavos }[] },
  day: CalendarDate,
): Centavos =>
  overdue.reduce((sum, { dueDate, totalCentavos }) => (isLate(dueDate, day) ? sum + totalCentavos : sum), 0)

const PAGE = 200

/**
 * Starts the removal of listings that have lost their reason, and lowers those of which a part was paid, as soon as that
 * is known. Returns how many.
 */
async function followLiving(app: App): Promise<number> {
  const { database, clock } = app
  let ended = 0
  for (let after = ''; ; ) {
    const listings = await listLivingListings(database, after, PAGE)
    const ids = listings.map(({ transactionId }) => transactionId)
    const [loans, disputed] = await Promise.all([findLoans(database, ids), listHeld(database, ids)])
    const loanOf = new Map(loans.map(loan => [loan.transactionId, loan]))
    const today = calendarDateAt(clock.now())
    for (const listing of listings) {
      const { transactionId } = listing
      const facts = { today, isDisputed: disputed.has(transactionId) }
      const reason = findReason(listing, loanOf.get(transactionId), facts)
      const isChanged =
        reason === undefined
          ? await lowerListing(app, listing)
          : await endListing(app, listing.id, await explain(app, listing, reason))
      if (isChanged) ended += 1
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
  const purchase = await findPurchase(database, secrets, { retailerId: loan.retailerId, id: transactionId })
  return purchase?.status === 'CANCELED' || purchase?.status === 'PROCESSING_CANCEL' ? 'CANCELED' : reason
}

/** Never higher: charges grow every day, and later installments had no notice. */
async function lowerListing({ database, secrets, clock }: App, listing: Listing): Promise<boolean> {
  const { transactionId, decidedAt, amountCentavos } = listing
  if (listing.state === 'ASKING') return false
  const now = clock.now()
  const today = calendarDateAt(now)
  const loan = await findLoan(database, transactionId)
  const purchase =
    loan && (await findPurchase(database, secrets, { retailerId: loan.retailerId, id: transactionId }))
  if (purchase === undefined) return false
  const owedCentavos = sumLate(
    await readDebt({ database, secrets }, purchase, today),
    calendarDateAt(decidedAt),
  )
  if (owedCentavos === 0 || owedCentavos >= amountCentavos) return false
  return database.transaction(async tx => {
    const locked = await lockListing(tx, listing.id)
    if (locked?.state !== 'LISTED' && locked?.state !== 'LOWERING') return false
    if (locked.amountCentavos <= owedCentavos) return false
    const lowerBy = computeRemoveBy('PAID', today)
    startLowering(tx, listing.id, { amountCentavos: owedCentavos, lowerBy }, now)
    return true
  })
}

function endListing({ database, clock }: App, id: string, reason: RemovalReason): Promise<boolean> {
  return database.transaction(async tx => {
    const listing = await lockListing(tx, id)
    if (listing === undefined || !['ASKING', 'LISTED', 'LOWERING'].includes(listing.state)) return false
    const now = clock.now()
    startRemoval(tx, id, { reason, removeBy: computeRemoveBy(reason, calendarDateAt(now)) }, now)
    return true
  })
}
