import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'

/** A debt as a credit bureau is told of it. */
export interface ListedDebt {
  /** Names the listing at the bureau for ever. */
  readonly key: string
  readonly cpf: string
  readonly name: string | undefined
  readonly contract: string
  readonly contractDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
  /** Proof that the debtor was told before. */
  readonly noticedAt: Date
}

/** What the bureau knows under a key. */
export interface BureauListing {
  readonly state: 'LISTED' | 'REMOVED' | 'NONE'
  readonly providerId: string | undefined
}

export type ListingAnswer =
  | { readonly outcome: 'done'; readonly listing: BureauListing }
  /** For good: the same request would be refused again. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** The request may have had its effect: it is asked for by its key before anything is repeated. */
  | { readonly outcome: 'unknown'; readonly code: string }

/** Where debts are listed. No call rejects, and every call ends by a deadline. */
export interface ListingsPort {
  list(debt: ListedDebt): Promise<ListingAnswer>
  remove(key: string): Promise<ListingAnswer>
  find(key: string): Promise<ListingAnswer>
}
