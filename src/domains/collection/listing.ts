import { addBusinessDays } from '../../brazil/business-days.ts'
import { computeCollectionCalendar, computeListingRemoval } from '../../brazil/collection-calendar.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

export const LISTING_STATES = ['ASKING', 'LISTED', 'REFUSED', 'LOWERING', 'REMOVING', 'REMOVED'] as const
export type ListingState = (typeof LISTING_STATES)[number]

export type RemovalReason = 'PAID' | 'RENEGOTIATED' | 'DISPUTED' | 'CANCELED' | 'ENDED'

/** A debt reported to a credit bureau. */
export interface Listing {
  readonly id: string
  readonly transactionId: string
  readonly noticeId: string
  /** Of the installment that is listed. */
  readonly dueDate: CalendarDate
  /** Lowered by payments, never raised: no notice was served about what falls due later. */
  readonly amountCentavos: Centavos
  readonly endsOn: CalendarDate
  readonly state: ListingState
  readonly decidedAt: Date
  readonly listedAt: Date | null
  /** By law, while the bureau has a higher amount than is owed. */
  readonly lowerBy: CalendarDate | null
  readonly removalReason: RemovalReason | null
  /** By law. */
  readonly removeBy: CalendarDate | null
  readonly removedAt: Date | null
  readonly providerId: string | null
  readonly problem: string | null
  readonly attempts: number
  /** The last request may have had its effect. */
  readonly isUnknown: boolean
}

/** The first day on which a delay may be listed: some days after the notice was proved, and no earlier than the calendar. */
export function computeListingDay(dueDate: CalendarDate, afterNotice: CalendarDate): CalendarDate {
  const { earliestListing } = computeCollectionCalendar(dueDate)
  return afterNotice > earliestListing ? afterNotice : earliestListing
}

/** Five years after the due date. */
export const computeListingEnd = (dueDate: CalendarDate): CalendarDate =>
  computeCollectionCalendar(dueDate).listingEnds

/** The last day for the removal of a listing that lost its reason on a day. */
export function computeRemoveBy(reason: RemovalReason, since: CalendarDate): CalendarDate {
  // A correction is made at once (consumer code, art. 43 §3), and no listing outlasts its five years.
  if (reason === 'ENDED' || reason === 'DISPUTED') return addBusinessDays(since, 1)
  return computeListingRemoval(since)
}

/** A debt as reported to a credit bureau. */
export interface ListedDebt {
  /** Names the listing at the bureau for ever. */
  readonly key: string
  readonly cpf: string
  readonly name: string | undefined
  readonly contract: string
  readonly contractDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
  /** Proof that the debtor was notified before. */
  readonly noticedAt: Date
}

/** What the bureau knows under a key. */
export interface BureauListing {
  readonly state: 'LISTED' | 'REMOVED' | 'NONE'
  /** Of what is listed, where the bureau says it. */
  readonly amountCentavos?: Centavos | undefined
  readonly providerId: string | undefined
}

export type ListingAnswer =
  | { readonly outcome: 'done'; readonly listing: BureauListing }
  /** For good: the same request would be refused again. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** The request may have had its effect: it is asked for by its key before anything is repeated. */
  | { readonly outcome: 'unknown'; readonly code: string }

/** The credit bureau that lists debts. No call rejects, and every call ends by a deadline. */
export interface ListingsPort {
  list(debt: ListedDebt): Promise<ListingAnswer>
  /** Sets the amount of what is listed: the same request may be repeated. */
  lower(key: string, amountCentavos: Centavos): Promise<ListingAnswer>
  remove(key: string): Promise<ListingAnswer>
  find(key: string): Promise<ListingAnswer>
}
