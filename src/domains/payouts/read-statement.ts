import type { StatementKind } from '../../contract/statement.ts'
import { addDays, type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listRetailerMovements, sumRetailerMovements, sumRetailerMovementsByKind } from '../ledger/index.ts'
import { listPurchaseFacts } from '../purchases/index.ts'

export interface RetailerStatementLine {
  readonly date: CalendarDate
  readonly kind: StatementKind
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  /** Positive: in favour of the retailer. */
  readonly amountCentavos: Centavos
  readonly balanceCentavos: Centavos
  readonly reference: string | undefined
  /** Of a CANCELLATION: what it has cost, and not what was to be paid for the purchase. */
  readonly isCost: boolean
}

interface RetailerStatement {
  readonly openingCentavos: Centavos
  /** Read as they are asked for; the last balance is the closing one. */
  readonly pages: AsyncGenerator<readonly RetailerStatementLine[], void>
}

const PAGE = 1_000

type RetailerMovement = Awaited<ReturnType<typeof listRetailerMovements>>['movements'][number]

/** Kinds of entries that are something else than an adjustment. A contract is several lines. */
const KINDS: Readonly<Partial<Record<RetailerMovement['kind'], StatementKind>>> = {
  reversal: 'CANCELLATION',
  'contract-reversed': 'CANCELLATION',
  clawback: 'CANCELLATION',
  'clawback-costs': 'CANCELLATION',
  'clawback-received': 'TRANSFER',
  transfer: 'TRANSFER',
  'payout-paid': 'TRANSFER',
  'payout-returned': 'TRANSFER',
}

/** Everything that was booked between lender and retailer from the first day to the last, in its order. */
export async function readStatement(
  database: Queryable,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<RetailerStatement> {
  const after = boundBefore(from)
  const openingCentavos = await sumRetailerMovements(database, retailerId, { after: '', before: after })
  const range = { after, before: boundBefore(addDays(to, 1)) }
  return { openingCentavos, pages: readPages(database, retailerId, range, openingCentavos) }
}

/** Lines of one kind, added up. */
type LineSum = Pick<RetailerStatementLine, 'kind' | 'isCost' | 'amountCentavos'>

/** What the lines of a statement come to. A large shop has too many of them to read each. */
export async function sumStatement(
  database: Queryable,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<{ readonly openingCentavos: Centavos; readonly sums: readonly LineSum[] }> {
  const [after, before] = [boundBefore(from), boundBefore(addDays(to, 1))]
  const [openingCentavos, movements] = await Promise.all([
    sumRetailerMovements(database, retailerId, { after: '', before: after }),
    sumRetailerMovementsByKind(database, retailerId, { after, before }),
  ])
  const ids = [...new Set(movements.flatMap(({ transactionId }) => transactionId ?? []))]
  const orders = await listPurchaseFacts(database, ids, retailerId)
  const about = { reference: '', bookedAt: endOfDay(to), entryId: '' }
  return {
    openingCentavos,
    sums: movements.flatMap(movement =>
      composeLines({ ...movement, ...about }, orders.get(movement.transactionId ?? '')),
    ),
  }
}

/** The instant at which a day begins. */
const boundBefore = (day: CalendarDate): string => computeIdBound(endOfDay(addDays(day, -1)).getTime() + 1)

async function* readPages(
  database: Queryable,
  retailerId: string,
  range: { readonly after: string; readonly before: string },
  openingCentavos: Centavos,
): AsyncGenerator<readonly RetailerStatementLine[], void> {
  let after: string | undefined = range.after
  let balanceCentavos = openingCentavos
  while (after !== undefined) {
    const page = await listRetailerMovements(database, retailerId, { ...range, after }, PAGE)
    const { movements }: typeof page = page
    const ids = [...new Set(movements.flatMap(({ transactionId }) => transactionId ?? []))]
    const orders = await listPurchaseFacts(database, ids, retailerId)
    const lines = movements
      .flatMap(movement => composeLines(movement, orders.get(movement.transactionId ?? '')))
      .map(line => {
        balanceCentavos += line.amountCentavos
        return { ...line, balanceCentavos }
      })
    if (lines.length > 0) yield lines
    after = page.next
  }
}

type OrderFacts = { readonly orderId: string; readonly isReplaced: boolean }
type Unbalanced = Omit<RetailerStatementLine, 'balanceCentavos'>

function composeLines(movement: RetailerMovement, order: OrderFacts | undefined): Unbalanced[] {
  const { amountCentavos, commissionCentavos, retentionCentavos } = movement
  const line = (kind: StatementKind, amount: Centavos): Unbalanced => ({
    date: calendarDateAt(movement.bookedAt),
    kind,
    transactionId: movement.transactionId ?? undefined,
    orderId: order?.orderId,
    amountCentavos: amount,
    reference: kind === 'TRANSFER' ? movement.reference.split(':').at(-1) : undefined,
    isCost: movement.kind === 'clawback-costs',
  })
  if (movement.kind !== 'contract') return [line(chooseKind(movement, order), amountCentavos)]
  return [
    line('SALE', amountCentavos + commissionCentavos + retentionCentavos),
    line('COMMISSION', -commissionCentavos),
    line('RETENTION', -retentionCentavos),
  ].filter(each => each.amountCentavos !== 0)
}

function chooseKind({ kind }: RetailerMovement, order: OrderFacts | undefined): StatementKind {
  const known = KINDS[kind] ?? 'ADJUSTMENT'
  return known === 'CANCELLATION' && order?.isReplaced === true ? 'RETURN' : known
}
