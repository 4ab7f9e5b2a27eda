import type { App } from '../../app/app.ts'
import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type RetailerStatementLine, readStatement, sumStatement } from './read-statement.ts'

type Part =
  | 'sales'
  | 'commission'
  | 'retention'
  | 'cancellations'
  | 'returns'
  | 'costs'
  | 'adjustments'
  | 'transferred'

type StatementSummary = Readonly<Record<`${'opening' | 'closing' | Part}Centavos`, Centavos>>

/** From the sales of a period to what was transferred: the lines of its statement, added up by what they are. */
export async function summarizeStatement(
  { database }: App,
  retailerId: string,
  days: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<StatementSummary> {
  const { openingCentavos, sums: lines } = await sumStatement(database, retailerId, days)
  const sums: Record<Part, Centavos> = {
    sales: 0,
    commission: 0,
    retention: 0,
    cancellations: 0,
    returns: 0,
    costs: 0,
    adjustments: 0,
    transferred: 0,
  }
  for (const line of lines) sums[choosePart(line)] += line.amountCentavos
  const closingCentavos = lines.reduce((sum, { amountCentavos }) => sum + amountCentavos, openingCentavos)
  return {
    openingCentavos,
    salesCentavos: sums.sales,
    commissionCentavos: sums.commission,
    retentionCentavos: sums.retention,
    cancellationsCentavos: sums.cancellations,
    returnsCentavos: sums.returns,
    costsCentavos: sums.costs,
    adjustmentsCentavos: sums.adjustments,
    transferredCentavos: sums.transferred,
    closingCentavos,
  }
}

/** The first lines of a statement, and the balance that all of them lead to. */
export async function readFirstLines(
  { database }: App,
  retailerId: string,
  days: { readonly from: CalendarDate; readonly to: CalendarDate },
  most: number,
): Promise<{
  readonly openingCentavos: Centavos
  readonly closingCentavos: Centavos
  readonly lines: readonly RetailerStatementLine[]
  readonly isCut: boolean
}> {
  const next = addDays(days.to, 1)
  const [{ openingCentavos, pages }, { openingCentavos: closingCentavos }] = await Promise.all([
    readStatement(database, retailerId, days),
    readStatement(database, retailerId, { from: next, to: next }),
  ])
  const lines: RetailerStatementLine[] = []
  for await (const page of pages) {
    lines.push(...page)
    if (lines.length > most) break
  }
  return { openingCentavos, closingCentavos, lines: lines.slice(0, most), isCut: lines.length > most }
}

function choosePart({ kind, isCost }: Pick<RetailerStatementLine, 'kind' | 'isCost'>): Part {
  switch (kind) {
    case 'SALE':
      return 'sales'
    case 'COMMISSION':
      return 'commission'
    case 'RETENTION':
      return 'retention'
    case 'CANCELLATION':
      return isCost ? 'costs' : 'cancellations'
    case 'RETURN':
      return isCost ? 'costs' : 'returns'
    case 'TRANSFER':
      return 'transferred'
    case 'ADJUSTMENT':
      return 'adjustments'
  }
}
