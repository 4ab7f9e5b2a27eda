import type { Answer } from '../../../contract/presented.ts'
import type { FiguresAnswer } from '../../../contract/shop-reports.ts'
import type { readFigures } from '../../../domains/shop-reports/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'

type Read = Awaited<ReturnType<typeof readFigures>>
type Body = Answer<typeof FiguresAnswer>

export function presentFigures(
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
  { days, total }: Read,
): Body {
  return {
    from,
    to,
    days: days.map(day => ({ date: day.date, ...presentCounted(day) })),
    total: presentCounted(total),
  }
}

const presentCounted = (counted: Read['total']): Body['total'] => ({
  applications: counted.applications,
  approvals: counted.approvals,
  sales: counted.sales,
  salesAmount: presentReais(counted.salesCentavos),
  averageTicket: counted.averageCentavos === undefined ? null : presentReais(counted.averageCentavos),
  transfers: counted.transfers,
  transferredAmount: presentReais(counted.transferredCentavos),
})
