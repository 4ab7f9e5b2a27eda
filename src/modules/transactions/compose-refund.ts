import { addBusinessDays } from '../../brazil/business-days.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Refund } from './purchase.ts'

const REFUND_BUSINESS_DAYS = 10

/** Money goes back within ten business days. */
export function composeRefund(valueCentavos: Centavos, now: Date): Refund {
  return { valueCentavos, maxRefundDate: addBusinessDays(calendarDateAt(now), REFUND_BUSINESS_DAYS) }
}
