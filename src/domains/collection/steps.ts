import { type CollectionCalendar, computeCollectionCalendar } from '../../brazil/collection-calendar.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'

interface StepRow {
  /** From the dates of an installment. */
  readonly on: (calendar: CollectionCalendar) => CalendarDate
  /** What the customer is sent; absent where the step is more than a message, and is taken elsewhere. */
  readonly template?: 'installment-reminder' | 'installment-late' | 'second-copy-offer' | 'agreement-offer'
}

/**
 * The policy: what happens to an installment that is not paid, in order of time. The days are those of
 * computeCollectionCalendar; "b" is the last day without charges.
 */
const STEPS = {
  /** Three days before. */
  reminder: { on: ({ reminder }) => reminder, template: 'installment-reminder' },
  'due-day': { on: ({ dueDayReminder }) => dueDayReminder, template: 'installment-reminder' },
  /** b+1. */
  'first-notice': { on: ({ firstNotice }) => firstNotice, template: 'installment-late' },
  /** b+5. */
  'second-notice': { on: ({ secondNotice }) => secondNotice, template: 'installment-late' },
  /** b+10. */
  'second-copy-offer': { on: ({ secondCopyOffer }) => secondCopyOffer, template: 'second-copy-offer' },
  /** b+15: needs a proof of delivery. */
  'listing-notice': { on: ({ listingNotice }) => listingNotice },
  /** b+30. */
  'agreement-offer': { on: ({ renegotiationOffer }) => renegotiationOffer, template: 'agreement-offer' },
  /** b+60: begins a period in which the delay can be cured. */
  'acceleration-notice': { on: ({ accelerationNotice }) => accelerationNotice },
} as const satisfies Readonly<Record<string, StepRow>>

export type CollectionStep = keyof typeof STEPS
type ReminderTemplate = NonNullable<StepRow['template']>

const ROWS: Readonly<Record<CollectionStep, StepRow>> = STEPS
const NAMES = Object.keys(STEPS) as readonly CollectionStep[]

/** The steps that are a message and nothing else, in order of time. */
export const REMINDER_STEPS: readonly CollectionStep[] = NAMES.filter(
  name => ROWS[name].template !== undefined,
)

/** Whether a message of this template is sent by a step, and by nothing else. */
export const isReminder = (template: string): boolean => NAMES.some(name => ROWS[name].template === template)

export const findTemplate = (step: CollectionStep): ReminderTemplate | undefined => ROWS[step].template

export const isAfter = (a: CollectionStep, b: CollectionStep): boolean => NAMES.indexOf(a) > NAMES.indexOf(b)

/** The newest message that is due: of several overdue ones only this one is sent. */
export function findDueReminder(dueDate: CalendarDate, today: CalendarDate): CollectionStep | undefined {
  const calendar = computeCollectionCalendar(dueDate)
  return REMINDER_STEPS.findLast(step => ROWS[step].on(calendar) <= today)
}

/** Before this many days ahead no step begins. */
const FIRST_STEP_DAYS_AHEAD = 3

/** The step has come for the installments that are due on this day or before it. */
export function computeReach(step: CollectionStep, today: CalendarDate): CalendarDate {
  return computeReachOf(ROWS[step].on, today)
}

/** An installment is reported as overdue on the day after its last day without charges, business day or not. */
export const computeOverdueReach = (today: CalendarDate): CalendarDate =>
  computeReachOf(({ lastDayWithoutCharges }) => addDays(lastDayWithoutCharges, 1), today)

function computeReachOf(on: StepRow['on'], today: CalendarDate): CalendarDate {
  let dueDate = addDays(today, FIRST_STEP_DAYS_AHEAD)
  while (on(computeCollectionCalendar(dueDate)) > today) dueDate = addDays(dueDate, -1)
  return dueDate
}

/** Within any seven days. */
const MOST_CONTACT_DAYS = 3
const WEEK_MS = 7 * 24 * 3_600_000

interface Contact<Channel extends string> {
  readonly channel: Channel
  readonly at: Date
}

/** Contacts count from this time on. */
export const computeContactWindow = (now: Date): Date => new Date(now.getTime() - WEEK_MS)

/**
 * A customer is contacted once a day on each channel, and on three days of any seven. Further messages are not sent: the
 * next step comes soon enough.
 */
export function listFreeChannels<Channel extends string>(
  channels: readonly Channel[],
  contacts: readonly Contact<Channel>[],
  now: Date,
): Channel[] {
  const today = calendarDateAt(now)
  const recent = contacts.filter(({ at }) => at > computeContactWindow(now))
  const days = new Set<CalendarDate>(recent.map(({ at }) => calendarDateAt(at)))
  if (!days.has(today) && days.size >= MOST_CONTACT_DAYS) return []
  const used = new Set(recent.filter(({ at }) => calendarDateAt(at) === today).map(({ channel }) => channel))
  return channels.filter(channel => !used.has(channel))
}
