import { addBusinessDays } from '../../brazil/business-days.ts'
import type { RefundObstacle, RefundStatus, RefundWay } from '../../contract/refunds.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/** Money that is owed back. One refund is paid by one order; its predecessors failed. */
export interface RefundDue {
  readonly id: string
  /** Of the ledger entry that owes it. Several parts of one entry go different ways. */
  readonly reference: string
  readonly part: number
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly amountCentavos: Centavos
  readonly dueSince: Date
  readonly maxRefundDate: CalendarDate
  readonly state: RefundStatus
  readonly orderId: string | null
  readonly way: RefundWay | null
  /** The Pix payment that is given back. */
  readonly endToEndId: string | null
  readonly waitsFor: RefundObstacle | null
  readonly paidAt: Date | null
}

const REFUND_BUSINESS_DAYS = 10

/** Money goes back within ten business days. */
export function computeMaxRefundDate(dueSince: Date): CalendarDate {
  return addBusinessDays(calendarDateAt(dueSince), REFUND_BUSINESS_DAYS)
}

/** What the refunds of one transaction amount to. */
export interface RefundSummary {
  readonly valueCentavos: Centavos
  readonly status: RefundStatus
  /** When the last one was paid; undefined until all are. */
  readonly refundedAt: Date | undefined
}

const WORST_FIRST: readonly RefundStatus[] = ['FAILED', 'DUE', 'SENT', 'PAID']

/** Undefined when nothing was ever owed back. */
export function computeRefundSummary(
  refunds: readonly Pick<RefundDue, 'amountCentavos' | 'state' | 'paidAt'>[],
): RefundSummary | undefined {
  const status = WORST_FIRST.find(each => refunds.some(({ state }) => state === each))
  if (status === undefined) return undefined
  const paidAt = Math.max(...refunds.map(refund => refund.paidAt?.getTime() ?? 0))
  return {
    valueCentavos: refunds.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
    status,
    refundedAt: status === 'PAID' ? new Date(paidAt) : undefined,
  }
}
