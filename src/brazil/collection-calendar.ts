import { addDays, addMonths, type CalendarDate } from '../kernel/calendar-date.ts'
import { addBusinessDays, nextBusinessDay } from './business-days.ts'
import { nextContactDay } from './contact-days.ts'

/** What happens when, as long as an installment is not paid. Every contact is on a day on which contacts are allowed. */
export interface CollectionCalendar {
  readonly lastDayWithoutCharges: CalendarDate
  readonly reminder: CalendarDate
  readonly dueDayReminder: CalendarDate
  readonly firstNotice: CalendarDate
  readonly secondNotice: CalendarDate
  readonly secondCopyOffer: CalendarDate
  /** Written, with proof of delivery, before the debt may be listed (CDC, art. 43 §2). */
  readonly listingNotice: CalendarDate
  readonly earliestListing: CalendarDate
  readonly renegotiationOffer: CalendarDate
  /** Afterwards only a second copy can be paid. */
  readonly billetExpires: CalendarDate
  readonly accelerationNotice: CalendarDate
  readonly acceleration: CalendarDate
  /** Interest is earned only when it is received from this day on (CMN Resolution 4.966/2021, art. 3 and 17). */
  readonly problemAsset: CalendarDate
  readonly writeOffReview: CalendarDate
  /** Listing and collection end (CDC, art. 43 §1). */
  readonly listingEnds: CalendarDate
}

const DAYS_FROM_NOTICE_TO_LISTING = 10
const DEFAULT_AFTER_DAYS = 91
/** After so many months the provision is the whole debt. */
const WRITE_OFF_AFTER_MONTHS = 15
const LISTING_MONTHS = 60
const LISTING_REMOVAL_BUSINESS_DAYS = 5

/** The days of a notice count from the last day without charges, those of a default from the due date. */
export function computeCollectionCalendar(dueDate: CalendarDate): CollectionCalendar {
  const lastDayWithoutCharges = nextBusinessDay(dueDate)
  const contact = (days: number) => nextContactDay(addDays(lastDayWithoutCharges, days))
  const listingNotice = contact(15)
  const problemAsset = addDays(dueDate, DEFAULT_AFTER_DAYS)
  return {
    lastDayWithoutCharges,
    reminder: nextContactDay(addDays(dueDate, -3)),
    dueDayReminder: nextContactDay(dueDate),
    firstNotice: contact(1),
    secondNotice: contact(5),
    secondCopyOffer: contact(10),
    listingNotice,
    earliestListing: addDays(listingNotice, DAYS_FROM_NOTICE_TO_LISTING),
    renegotiationOffer: contact(30),
    billetExpires: addDays(dueDate, 30),
    accelerationNotice: contact(60),
    acceleration: problemAsset,
    problemAsset,
    writeOffReview: addMonths(problemAsset, WRITE_OFF_AFTER_MONTHS),
    listingEnds: addMonths(dueDate, LISTING_MONTHS),
  }
}

/** The creditor has a paid debt removed from the credit bureaux by this day (STJ, Súmula 548). */
export function computeListingRemoval(paymentAvailableOn: CalendarDate): CalendarDate {
  return addBusinessDays(paymentAvailableOn, LISTING_REMOVAL_BUSINESS_DAYS)
}
