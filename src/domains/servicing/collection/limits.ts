import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'

/** Within any seven days. */
const MOST_CONTACT_DAYS = 3
const WEEK_MS = 7 * 24 * 3_600_000

export interface Contact<Channel extends string> {
  readonly channel: Channel
  readonly at: Date
}

/** From when on contacts count. */
export const computeContactWindow = (now: Date): Date => new Date(now.getTime() - WEEK_MS)

/**
 * A customer is contacted once a day on each channel, and on three days of any seven. What is beyond is not sent: the
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
