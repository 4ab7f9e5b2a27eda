import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Listing, ListingState, RemovalReason } from './listing.ts'

const COLUMNS = `id, transaction_id, notice_id, due_date,
  amount_centavos, ends_on, state, decided_at, listed_at, lower_by,
  removal_reason, remove_by, removed_at, provider_id, problem,
  attempts, is_unknown`

const INSERT: Statement = {
  name: 'listings.insert',
  text: `INSERT INTO listings (id, transaction_id, notice_id, due_date, amount_centavos, ends_on, state, decided_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'ASKING', $7, $7) ON CONFLICT DO NOTHING RETURNING id`,
}
const LIST_OF: Statement = {
  name: 'listings.list-of',
  text: `SELECT ${COLUMNS} FROM listings WHERE transaction_id = ANY ($1::text[]) ORDER BY decided_at, id`,
}
const LIST: Statement = {
  name: 'listings.list',
  text: `SELECT ${COLUMNS} FROM listings WHERE $1::text IS NULL OR state = $1 ORDER BY id DESC LIMIT $2`,
}
const FIND: Statement = { name: 'listings.find', text: `SELECT ${COLUMNS} FROM listings WHERE id = $1` }
const LOCK: Statement = {
  name: 'listings.lock',
  text: `SELECT ${COLUMNS} FROM listings WHERE id = $1 FOR UPDATE`,
}
const LIST_LIVING: Statement = {
  name: 'listings.list-living',
  text: `SELECT ${COLUMNS} FROM listings WHERE state IN ('ASKING', 'LISTED', 'LOWERING') AND id > $1 ORDER BY id LIMIT $2`,
}
/* The lease keeps other workers away for as long as a call may take; until its outcome is known, it may have had its effect. */
const LEASE_DUE: Statement = {
  name: 'listings.lease-due',
  text: `UPDATE listings SET due_at = $2, is_unknown = true FROM (
      SELECT id AS due_id, is_unknown AS was_unknown FROM listings WHERE due_at <= $1 ORDER BY due_at LIMIT $3
      FOR UPDATE SKIP LOCKED) due
    WHERE id = due_id RETURNING ${COLUMNS}, was_unknown`,
}
const SAVE: Statement = {
  name: 'listings.save',
  text: `UPDATE listings SET state = $2, listed_at = $3, removed_at = $4, provider_id = $5, problem = $6, attempts = $7,
      is_unknown = $8, due_at = $9, lower_by = $10
    WHERE id = $1`,
}
const START_LOWERING: Statement = {
  name: 'listings.start-lowering',
  text: `UPDATE listings SET state = 'LOWERING', amount_centavos = $2, lower_by = coalesce(lower_by, $3), due_at = $4, attempts = 0,
      problem = NULL
    WHERE id = $1`,
}
const START_REMOVAL: Statement = {
  name: 'listings.start-removal',
  text: `UPDATE listings SET state = 'REMOVING', lower_by = NULL, removal_reason = $2, remove_by = $3, due_at = $4, attempts = 0, problem = NULL
    WHERE id = $1`,
}
const COUNT_LATE: Statement = {
  name: 'listings.count-late-removals',
  text: `SELECT count(*)::integer AS count FROM listings WHERE state IN ('LOWERING', 'REMOVING')
    AND coalesce(remove_by, lower_by) < $1`,
}

/** False when the delay was listed before, or another one of the contract is. */
export async function insertListing(
  tx: Transaction,
  listing: Pick<
    Listing,
    'id' | 'transactionId' | 'noticeId' | 'dueDate' | 'amountCentavos' | 'endsOn' | 'decidedAt'
  >,
): Promise<boolean> {
  const { id, transactionId, noticeId, dueDate, amountCentavos, endsOn, decidedAt } = listing
  const values = [id, transactionId, noticeId, dueDate, amountCentavos, endsOn, decidedAt]
  return (await tx.run(INSERT, values)).length > 0
}

/** Of these contracts, the oldest first. */
export function listListingsOf(db: Queryable, transactionIds: readonly string[]): Promise<Listing[]> {
  return db.run<Listing>(LIST_OF, [transactionIds])
}

/** The newest first. */
export function listListings(
  db: Queryable,
  state: ListingState | undefined,
  limit: number,
): Promise<Listing[]> {
  return db.run<Listing>(LIST, [state ?? null, limit])
}

export async function findListing(db: Queryable, id: string): Promise<Listing | undefined> {
  return (await db.run<Listing>(FIND, [id]))[0]
}

export async function lockListing(tx: Transaction, id: string): Promise<Listing | undefined> {
  return (await tx.run<Listing>(LOCK, [id]))[0]
}

/** Listed, or about to be, in the order of their ids. */
export function listLivingListings(db: Queryable, after: string, limit: number): Promise<Listing[]> {
  return db.run<Listing>(LIST_LIVING, [after, limit])
}

/** A listing that the bureau is asked about. */
export interface LeasedListing extends Listing {
  /** Whether an earlier request may have had its effect. */
  readonly wasUnknown: boolean
}

/** Takes the listings that are due for a call to the bureau. */
export function leaseDueListings(
  db: Queryable,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<LeasedListing[]> {
  return db.run<LeasedListing>(LEASE_DUE, [lease.now, lease.until, lease.limit])
}

export function saveListing(tx: Transaction, listing: Listing, dueAt: Date | null): void {
  const { id, state, listedAt, removedAt, providerId, problem, attempts, isUnknown, lowerBy } = listing
  tx.send(SAVE, [id, state, listedAt, removedAt, providerId, problem, attempts, isUnknown, dueAt, lowerBy])
}

export function startLowering(
  tx: Transaction,
  id: string,
  lowered: { readonly amountCentavos: Centavos; readonly lowerBy: CalendarDate },
  now: Date,
): void {
  tx.send(START_LOWERING, [id, lowered.amountCentavos, lowered.lowerBy, now])
}

export function startRemoval(
  tx: Transaction,
  id: string,
  removal: { readonly reason: RemovalReason; readonly removeBy: CalendarDate },
  now: Date,
): void {
  tx.send(START_REMOVAL, [id, removal.reason, removal.removeBy, now])
}

/** Listings that should be gone, or lower, by law and are not. */
export async function countLateRemovals(db: Queryable, today: CalendarDate): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_LATE, [today]))[0]?.count ?? 0
}
