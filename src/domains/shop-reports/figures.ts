import type { App } from '../../app/app.ts'
import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import { type Centavos, divideCentavos } from '../../kernel/money.ts'
import { sumTransfersByDay } from '../payouts/index.ts'
import { listSalesByDay } from '../purchases/index.ts'

interface Figures {
  readonly applications: number
  readonly approvals: number
  readonly sales: number
  readonly salesCentavos: Centavos
  /** Undefined without a sale. */
  readonly averageCentavos: Centavos | undefined
  readonly transfers: number
  readonly transferredCentavos: Centavos
}

interface FiguresOfDay extends Figures {
  readonly date: CalendarDate
}

/** A bank decides long before: only so many days of orders are looked at. */
const LONGEST_TRANSFER_DAYS = 120

/** One row for each day, and all of them together. */
export async function readFigures(
  { database }: App,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<{ readonly days: readonly FiguresOfDay[]; readonly total: Figures }> {
  const [sales, transfers] = await Promise.all([
    listSalesByDay(database, retailerId, { from, to }),
    sumTransfersByDay(database, retailerId, {
      orderedAfter: computeIdBound(endOfDay(addDays(from, -LONGEST_TRANSFER_DAYS)).getTime()),
      paidFrom: new Date(endOfDay(addDays(from, -1)).getTime() + 1),
      paidBefore: new Date(endOfDay(to).getTime() + 1),
    }),
  ])
  const transfersOn = new Map(transfers.map(row => [row.day, row]))
  const days = sales.map(({ date, begun, signed, sold, soldCentavos }) => ({
    date,
    ...computeAverage({
      applications: begun,
      approvals: signed,
      sales: sold,
      salesCentavos: soldCentavos,
      transfers: transfersOn.get(date)?.count ?? 0,
      transferredCentavos: transfersOn.get(date)?.amountCentavos ?? 0,
    }),
  }))
  return { days, total: computeAverage(days.reduce(add, NOTHING)) }
}

type Counted = Omit<Figures, 'averageCentavos'>

const NOTHING: Counted = {
  applications: 0,
  approvals: 0,
  sales: 0,
  salesCentavos: 0,
  transfers: 0,
  transferredCentavos: 0,
}

const add = (one: Counted, other: Counted): Counted => ({
  applications: one.applications + other.applications,
  approvals: one.approvals + other.approvals,
  sales: one.sales + other.sales,
  salesCentavos: one.salesCentavos + other.salesCentavos,
  transfers: one.transfers + other.transfers,
  transferredCentavos: one.transferredCentavos + other.transferredCentavos,
})

const computeAverage = (counted: Counted): Figures => ({
  ...counted,
  averageCentavos: counted.sales === 0 ? undefined : divideCentavos(counted.salesCentavos, counted.sales),
})
