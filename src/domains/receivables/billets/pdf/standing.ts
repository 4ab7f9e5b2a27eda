import { nextBusinessDay } from '../../../../brazil/business-days.ts'
import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Billet } from '../billet.ts'
import { computeLastPayDate } from '../compose.ts'
import { isRegistered } from '../registration.ts'

/**
 * The state of a billet for its payer on a given day: `late` can still be paid, `expired` cannot, and `registering` not
 * yet.
 */
export type BilletStanding = 'open' | 'late' | 'expired' | 'paid' | 'canceled' | 'registering'

export function computeStanding(billet: Billet, today: CalendarDate): BilletStanding {
  if (billet.paymentStatus === 'PAID') return 'paid'
  if (billet.canceledAt !== undefined) return 'canceled'
  if (today > computeLastPayDate(billet)) return 'expired'
  if (!isRegistered(billet)) return 'registering'
  return today > nextBusinessDay(billet.dueDate) ? 'late' : 'open'
}

export const isPayable = (standing: BilletStanding) => standing === 'open' || standing === 'late'
