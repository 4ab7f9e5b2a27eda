import type { Answer } from '../../../contract/presented.ts'
import type { SummaryAnswer } from '../../../contract/shop-reports.ts'
import type { summarizeStatement } from '../../../domains/shop-reports/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'

export function presentSummary(
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
  summary: Awaited<ReturnType<typeof summarizeStatement>>,
): Answer<typeof SummaryAnswer> {
  return {
    from,
    to,
    openingBalance: presentReais(summary.openingCentavos),
    sales: presentReais(summary.salesCentavos),
    commission: presentReais(summary.commissionCentavos),
    retention: presentReais(summary.retentionCentavos),
    cancellations: presentReais(summary.cancellationsCentavos),
    returns: presentReais(summary.returnsCentavos),
    costs: presentReais(summary.costsCentavos),
    adjustments: presentReais(summary.adjustmentsCentavos),
    transferred: presentReais(summary.transferredCentavos),
    closingBalance: presentReais(summary.closingCentavos),
  }
}
