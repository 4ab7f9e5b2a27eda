import { nextBusinessDay } from '../../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { PaymentMethod } from './payment.ts'

/** Banks take transfers of the day until about 17:00 in São Paulo. */
const LAST_TRANSFER_HOUR = 17

const hourInSaoPaulo = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The day for which a bank is asked to pay. Pix leaves on every day, transfers on business days only. */
export function choosePayDay(dueOn: CalendarDate, now: Date, method: PaymentMethod): CalendarDate {
  const today = calendarDateAt(now)
  if (method === 'PIX') return dueOn > today ? dueOn : today
  const isLate = Number(hourInSaoPaulo.format(now)) >= LAST_TRANSFER_HOUR
  const first = isLate ? addDays(today, 1) : today
  return nextBusinessDay(dueOn > first ? dueOn : first)
}
