import { computeCollectionCalendar } from '../../../brazil/collection-calendar.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'

/** listing: before a debt is told to a credit bureau. acceleration: before a contract falls due as a whole. */
export type FormalNoticeKind = 'listing' | 'acceleration'

/** A notice that the law asks for before something is done to a debtor. */
export interface FormalNotice {
  readonly id: string
  readonly transactionId: string
  readonly kind: FormalNoticeKind
  /** Of the oldest open installment when it was asked for. */
  readonly dueDate: CalendarDate
  readonly askedAt: Date
  readonly sentAt: Date | null
  readonly channel: MessageChannel | null
  readonly providerId: string | null
  readonly deliveredAt: Date | null
  /** As the gateway wrote it. */
  readonly receipt: string | null
}

/** Law 8.078, art. 43 §2 has no number; ten days are what courts and bureaux keep. */
const DAYS_TO_PAY = 10
/** The contract's own clause. */
const DAYS_TO_CURE = 15

/** Without proof of delivery there is no listing (STJ, Tema 1.315). */
export function findEarliestListing({ deliveredAt }: FormalNotice): CalendarDate | undefined {
  return deliveredAt === null ? undefined : addDays(calendarDateAt(deliveredAt), DAYS_TO_PAY)
}

/** The day after the last one to pay what is overdue; undefined for a notice that was not sent. */
export function findCureEnd({ sentAt, deliveredAt }: FormalNotice): CalendarDate | undefined {
  const from = deliveredAt ?? sentAt
  return from === null ? undefined : addDays(calendarDateAt(from), DAYS_TO_CURE + 1)
}

/** The notices that a delay calls for by now; none when it is too old for anything to be done about it. */
export function listDueNotices(dueDate: CalendarDate, today: CalendarDate): FormalNoticeKind[] {
  const { listingNotice, listingEnds, accelerationNotice } = computeCollectionCalendar(dueDate)
  if (today >= listingEnds) return []
  return [
    ...(today >= listingNotice ? (['listing'] as const) : []),
    ...(today >= accelerationNotice ? (['acceleration'] as const) : []),
  ]
}

/** What a notice of today promises: nothing is done before this day. */
export function computeNotBefore(
  kind: FormalNoticeKind,
  dueDate: CalendarDate,
  today: CalendarDate,
): CalendarDate {
  if (kind === 'acceleration') return addDays(today, DAYS_TO_CURE)
  const { earliestListing } = computeCollectionCalendar(dueDate)
  const afterNotice = addDays(today, DAYS_TO_PAY)
  return earliestListing > afterNotice ? earliestListing : afterNotice
}
