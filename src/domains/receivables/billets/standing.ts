import { nextBusinessDay } from '../../../brazil/business-days.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type Billet, isRegistered } from './billet.ts'
import { computeCharges } from './credit.ts'
import { computeLastPayDate, countDelay, type Due, describeDebt, findFace, isPaidInPart } from './debt.ts'
import { isCopyable } from './second-copy.ts'

/**
 * The state of a billet for its payer on a given day: `late` can still be paid, `expired` cannot, and `registering` not
 * yet.
 */
type BilletStanding = 'open' | 'late' | 'expired' | 'paid' | 'canceled' | 'registering'

/** A billet as its payer sees it on a given day. */
interface DescribedBillet {
  readonly standing: BilletStanding
  /** By line and barcode. A Pix needs no registration, so one that is being registered may have a code already. */
  readonly isPayable: boolean
  /** Whether the installment may have a second copy. */
  readonly isCopyable: boolean
  readonly isPaidInPart: boolean
  readonly lastPayDate: CalendarDate
  /** Of an installment that is neither paid nor canceled; 0 for everything else. */
  readonly daysLate: number
  /** The due date of the installment, from which the delay of its second copy counts too. */
  readonly owedSince: CalendarDate
  /** Without the charges that a second copy asks for besides. */
  readonly faceCentavos: Centavos
  /** What it asks for on that day. */
  readonly due: Due
}

export function describeBillet(billet: Billet, today: CalendarDate): DescribedBillet {
  const standing = computeStanding(billet, today)
  const isOpen = standing !== 'paid' && standing !== 'canceled'
  const debt = describeDebt(billet)
  return {
    standing,
    isPayable: standing === 'open' || standing === 'late',
    isCopyable: isOpen && isCopyable(billet, today),
    isPaidInPart: isPaidInPart(billet),
    lastPayDate: computeLastPayDate(billet),
    daysLate: isOpen && billet.kind === 'installment' ? countDelay(debt, today) : 0,
    owedSince: debt.dueDate,
    faceCentavos: findFace(billet),
    due: computeCharges(billet, today),
  }
}

export function computeStanding(billet: Billet, today: CalendarDate): BilletStanding {
  if (billet.paymentStatus === 'PAID') return 'paid'
  if (billet.canceledAt !== undefined) return 'canceled'
  if (today > computeLastPayDate(billet)) return 'expired'
  if (!isRegistered(billet)) return 'registering'
  return today > nextBusinessDay(billet.dueDate) ? 'late' : 'open'
}
