import type { App } from '../../app/app.ts'
import type { HeldReason } from '../../contract/shop-reports.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { listInvoiceStates } from '../invoices/index.ts'
import { accountOf, computeBalances } from '../ledger/index.ts'
import { listEndedTransfersFor, sumTransfersByDay } from '../payouts/index.ts'
import { readUntransferred } from '../purchases/index.ts'
import { computeSettlementDay, findPayee } from '../retailers/index.ts'

interface CalendarRow {
  readonly date: CalendarDate | undefined
  readonly kind: 'SENT' | 'SCHEDULED' | 'HELD'
  readonly reason: HeldReason | undefined
  readonly amountCentavos: Centavos
  readonly nettedCentavos: Centavos
  readonly orders: number
}

interface ShopBalance {
  readonly asOf: Date
  readonly balanceCentavos: Centavos
  readonly sentCentavos: Centavos
  readonly scheduledCentavos: Centavos
  readonly heldCentavos: Centavos
  readonly owedBackCentavos: Centavos
  readonly otherCentavos: Centavos
  readonly nextTransfer:
    | { readonly date: CalendarDate; readonly amountCentavos: Centavos; readonly orders: number }
    | undefined
  /** By day, then what has none. */
  readonly calendar: readonly CalendarRow[]
}

/** What lender and retailer owe each other now, and what of it is paid when. */
export async function readBalance(app: App, retailerId: string): Promise<ShopBalance> {
  const { database, secrets, clock } = app
  const now = clock.now()
  const today = calendarDateAt(now)
  const accounts = [
    accountOf.retailer(retailerId),
    accountOf.clawback(retailerId),
    accountOf.inTransit(retailerId),
  ] as const
  const [balances, payout, { scheduled: due, held }, open] = await Promise.all([
    computeBalances(database, accounts),
    findPayee(database, secrets, retailerId),
    readUntransferred(database, retailerId),
    sumTransfersByDay(database, retailerId, 'open'),
  ])
  const [owed, owedBackCentavos, sent] = accounts.map(account => balances.get(account) ?? 0) as [
    number,
    number,
    number,
  ]
  const obstacle = payout.isSuspended
    ? 'SHOP_SUSPENDED'
    : payout.payee === undefined
      ? 'ACCOUNT_MISSING'
      : undefined
  const planned: CalendarRow[] = due.map(({ day, count, amountCentavos }) => ({
    ...(obstacle === undefined
      ? {
          kind: 'SCHEDULED',
          reason: undefined,
          date: laterOf(computeSettlementDay(payout.schedule, day), today),
        }
      : { kind: 'HELD', reason: obstacle, date: undefined }),
    amountCentavos,
    nettedCentavos: 0,
    orders: count,
  }))
  const waiting = (await explainHeld(app, held)).map(({ reason, amountCentavos }) => ({
    date: undefined,
    kind: 'HELD' as const,
    reason,
    amountCentavos,
    nettedCentavos: 0,
    orders: 1,
  }))
  const scheduled = net(merge(planned.filter(({ kind }) => kind === 'SCHEDULED')), owedBackCentavos)
  const heldRows = merge([...planned.filter(({ kind }) => kind === 'HELD'), ...waiting])
  const sentRows = open.map(({ day, count, amountCentavos }) => ({
    date: laterOf(day, today),
    kind: 'SENT' as const,
    reason: undefined,
    amountCentavos,
    nettedCentavos: 0,
    orders: count,
  }))
  const [scheduledCentavos, heldCentavos] = [sum(scheduled), sum(heldRows)]
  const next = scheduled.find(row => row.amountCentavos > row.nettedCentavos)
  return {
    asOf: now,
    balanceCentavos: -owed - owedBackCentavos - sent,
    sentCentavos: -sent,
    scheduledCentavos,
    heldCentavos,
    owedBackCentavos,
    otherCentavos: -owed - scheduledCentavos - heldCentavos,
    nextTransfer: next?.date && {
      date: next.date,
      amountCentavos: next.amountCentavos - next.nettedCentavos,
      orders: next.orders,
    },
    calendar: [...[...merge(sentRows), ...scheduled].sort(byDate), ...heldRows],
  }
}

const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)

const byDate = (one: CalendarRow, other: CalendarRow): number =>
  (one.date ?? '').localeCompare(other.date ?? '')

const sum = (rows: readonly CalendarRow[]): Centavos =>
  rows.reduce((total, { amountCentavos }) => total + amountCentavos, 0)

/** One row for each day and reason. */
function merge(rows: readonly CalendarRow[]): CalendarRow[] {
  const groups = Map.groupBy(rows, ({ date, reason }) => `${date ?? ''} ${reason ?? ''}`)
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : {
            ...first,
            amountCentavos: sum([first, ...others]),
            orders: [first, ...others].reduce((total, row) => total + row.orders, 0),
          },
    )
    .sort(byDate)
}

/** What is owed back is kept from the next transfers. */
function net(rows: readonly CalendarRow[], owedBack: Centavos): CalendarRow[] {
  let left = Math.max(0, owedBack)
  return rows.map(row => {
    const nettedCentavos = Math.min(left, row.amountCentavos)
    left -= nettedCentavos
    return { ...row, nettedCentavos }
  })
}

type HeldSale = Awaited<ReturnType<typeof readUntransferred>>['held'][number]

interface ExplainedSale extends HeldSale {
  readonly reason: HeldReason
  /** The transfer that failed or came back. */
  readonly transferId: string | undefined
}

/** A transfer that failed waits for a person; every other sale without a day waits for its invoice. */
export async function explainHeld(
  { database }: App,
  held: readonly HeldSale[],
): Promise<readonly ExplainedSale[]> {
  const ids = held.flatMap(({ id, replacesId }) => (replacesId === null ? [id] : [id, replacesId]))
  const [failed, invoices] = await Promise.all([
    listEndedTransfersFor(database, ids),
    listInvoiceStates(
      database,
      held.map(({ id }) => id),
    ),
  ])
  return held.map(sale => {
    const ended = failed.get(sale.id) ?? failed.get(sale.replacesId ?? '')
    if (ended === undefined)
      return { ...sale, reason: nameReason(invoices.get(sale.id)), transferId: undefined }
    const reason = ended.state === 'returned' ? 'TRANSFER_RETURNED' : 'TRANSFER_FAILED'
    return { ...sale, reason, transferId: ended.id }
  })
}

type InvoiceState =
  Awaited<ReturnType<typeof listInvoiceStates>> extends ReadonlyMap<string, infer State> ? State : never

function nameReason(state: InvoiceState | undefined): HeldReason {
  switch (state) {
    case undefined:
    case 'WITHDRAWN':
      return 'INVOICE_MISSING'
    case 'RECEIVED':
    case 'DESK':
      return 'INVOICE_UNDER_REVIEW'
    case 'REFUSED':
      return 'INVOICE_REFUSED'
    case 'VALIDATED':
      return 'LENDER'
  }
}
