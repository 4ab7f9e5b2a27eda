import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Billet } from './billet.ts'
import { countDelay, describeDebt } from './debt.ts'

/** Whether line and barcode can be paid: every bank refuses a title that the own bank has not registered. */
export const isRegistered = ({
  registration,
  paymentStatus,
}: Pick<Billet, 'registration' | 'paymentStatus'>) =>
  registration === 'registered' || paymentStatus === 'PAID'

/** Days late of the oldest open installment; undefined when none is late. */
export function findOverdueDays(billets: readonly Billet[], today: CalendarDate): number | undefined {
  const delays = billets
    .filter(
      ({ kind, paymentStatus, canceledAt }) =>
        kind === 'installment' && paymentStatus === 'PENDING' && canceledAt === undefined,
    )
    .map(billet => countDelay(describeDebt(billet), today))
  const longest = Math.max(0, ...delays)
  return longest === 0 ? undefined : longest
}

/** Without the billets in whose place another was issued. */
export function omitReplaced(billets: readonly Billet[]): Billet[] {
  const replaced = new Set(billets.map(({ replaces }) => replaces))
  return billets.filter(({ id }) => !replaced.has(id))
}
