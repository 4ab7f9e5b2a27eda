import type { App } from '../../app/app.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { TransferLineKind, TransferStatus, TransfersQuery } from '../../contract/shop-reports.ts'
import { addDays, type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound, isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import { accountOf, listGenuineEntries } from '../ledger/index.ts'
import { listTransfers, type PayoutOrder, readTransfer as readOrder } from '../payouts/index.ts'
import { listPurchaseFacts } from '../purchases/index.ts'
import { assignNetting, listOwedBack, type Netted, nameNetting } from './netting.ts'

interface ShopTransfer {
  readonly id: string
  readonly status: TransferStatus
  readonly amountCentavos: Centavos
  readonly nettedCentavos: Centavos
  readonly orders: number
  readonly date: CalendarDate
  readonly orderedAt: Date
  readonly settledAt: Date | undefined
  readonly bankReference: string | undefined
  readonly documentNumber: string
}

interface ShopTransferLine {
  readonly kind: TransferLineKind
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  readonly amountCentavos: Centavos
}

const STATUS_OF: Readonly<Record<PayoutOrder['state'], TransferStatus>> = {
  created: 'SCHEDULED',
  approved: 'SCHEDULED',
  sending: 'SENT',
  accepted: 'SENT',
  // The bank is asked until it says.
  unknown: 'SENT',
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'CANCELED',
  returned: 'RETURNED',
}

/** The newest first. */
export async function searchTransfers(
  { database, secrets }: App,
  retailerId: string,
  query: Omit<TransfersQuery, 'limit'>,
  limit: number,
): Promise<{ readonly transfers: readonly ShopTransfer[]; readonly next: string | null }> {
  const from = query.from === undefined ? undefined : parseDay('from', query.from)
  const to = query.to === undefined ? undefined : parseDay('to', query.to)
  if (from !== undefined && to !== undefined && from > to)
    throw invalidParameter('from', 'must not be after to')
  const bound = (day: CalendarDate): string => computeIdBound(endOfDay(day).getTime() + 1)
  const last = to === undefined ? 'g' : bound(to)
  const { transfers, next } = await listTransfers(database, secrets, retailerId, {
    after: from === undefined ? '' : bound(addDays(from, -1)),
    before: query.after !== undefined && query.after < last ? query.after : last,
    limit,
  })
  return {
    transfers: transfers.map(({ order, lineCount }) => describe(order, lineCount)),
    next: next ?? null,
  }
}

/** Undefined when this retailer has no such transfer. Throws ForgedRow. */
export async function readTransfer(
  { database, secrets }: App,
  retailerId: string,
  transferId: string,
): Promise<{ readonly transfer: ShopTransfer; readonly lines: readonly ShopTransferLine[] } | undefined> {
  const found = isId(transferId) ? await readOrder(database, secrets, retailerId, transferId) : undefined
  if (found === undefined) return undefined
  const { order, lines: paid } = found
  const netted = order.nettedCentavos === 0 ? [] : await findNetted({ database, secrets }, order)
  const ids = [...paid, ...netted].flatMap(({ transactionId }) => transactionId ?? [])
  const facts = await listPurchaseFacts(database, { ids: [...new Set(ids)], retailerId })
  const orderIdOf = (id: string | undefined): string | undefined => facts.get(id ?? '')?.orderId
  return {
    transfer: describe(order, paid.length),
    lines: [
      ...paid.map(({ transactionId, amountCentavos }) => ({
        kind: 'SALE' as const,
        transactionId,
        orderId: orderIdOf(transactionId),
        amountCentavos,
      })),
      ...netted.map(part => ({
        kind: nameKind(part, facts.get(part.transactionId ?? '')?.isReplaced === true),
        transactionId: part.transactionId,
        orderId: orderIdOf(part.transactionId),
        amountCentavos: -part.amountCentavos,
      })),
    ],
  }
}

/** What was kept from it. A part that no debt explains is one without a purchase, so that the lines always add up. */
async function findNetted(
  { database, secrets }: Pick<App, 'database' | 'secrets'>,
  order: PayoutOrder,
): Promise<readonly Netted[]> {
  const account = accountOf.clawback(order.subject)
  // Few: only what ended after its transfer, and what was kept or paid for it.
  const changes = listOwedBack(await listGenuineEntries(database, secrets, { accounts: [account] }), account)
  const kept = assignNetting(changes).get(nameNetting(order.id)) ?? []
  const rest = order.nettedCentavos - kept.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  return rest === 0 ? kept : [...kept, { kind: 'clawback', transactionId: undefined, amountCentavos: rest }]
}

function nameKind({ kind, transactionId }: Netted, isReplaced: boolean): TransferLineKind {
  if (transactionId === undefined) return 'ADJUSTMENT'
  if (kind === 'clawback-costs') return 'COST'
  if (kind === 'clawback' || isReplaced) return 'RETURN'
  return kind === 'contract-reversed' || kind === 'reversal' ? 'CANCELLATION' : 'ADJUSTMENT'
}

function describe(order: PayoutOrder, orders: number): ShopTransfer {
  const { id, state, amountCentavos, nettedCentavos, dueOn, createdAt, settledAt } = order
  return {
    id,
    status: STATUS_OF[state],
    amountCentavos,
    nettedCentavos,
    orders,
    date: state === 'paid' && settledAt !== undefined ? calendarDateAt(settledAt) : dueOn,
    orderedAt: createdAt,
    settledAt,
    bankReference: order.providerId,
    documentNumber: order.payoutKey,
  }
}
