import { nextBusinessDay } from '../../../brazil/business-days.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Billet } from '../billet.ts'
import { computeLastPayDate } from '../compose.ts'

/** The state of a billet for its payer on a given day: `late` can still be paid, `expired` cannot. */
export type BilletStanding = 'open' | 'late' | 'expired' | 'paid' | 'canceled'

export function computeStanding(billet: Billet, today: CalendarDate): BilletStanding {
  if (billet.paymentStatus === 'PAID') return 'paid'
  if (billet.canceledAt !== undefined) return 'canceled'
  if (today > computeLastPayDate(billet)) return 'expired'
  return today > nextBusinessDay(billet.dueDate) ? 'late' : 'open'
}

export const isPayable = (standing: BilletStanding) => standing === 'open' || standing === 'late'
