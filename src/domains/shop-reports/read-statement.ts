import type { StatementKind } from '../../contract/statement.ts'
import { addDays, type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readRetailerMovements, sumRetailerMovementsByKind } from '../ledger/index.ts'
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

type Movements = Awaited<ReturnType<typeof readRetailerMovements>>
type RetailerMovement = Movements['pages'] extends AsyncGenerator<readonly (infer Each)[]> ? Each : never

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
  const range = { after: boundBefore(from), before: boundBefore(addDays(to, 1)) }
  const movements = await readRetailerMovements(database, retailerId, range)
  const { openingCentavos } = movements
  return { openingCentavos, pages: composePages(database, retailerId, movements) }
}

/** Lines of one kind, added up. */
type LineSum = Pick<RetailerStatementLine, 'kind' | 'isCost' | 'amountCentavos'>

/** What the lines of a statement come to. A large shop has too many of them to read each. */
export async function sumStatement(
  database: Queryable,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<{ readonly openingCentavos: Centavos; readonly sums: readonly LineSum[] }> {
  const range = { after: boundBefore(from), before: boundBefore(addDays(to, 1)) }
  const { openingCentavos, sums: movements } = await sumRetailerMovementsByKind(database, retailerId, range)
  const ids = [...new Set(movements.flatMap(({ transactionId }) => transactionId ?? []))]
  const orders = await listPurchaseFacts(database, { ids, retailerId })
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

async function* composePages(
  database: Queryable,
  retailerId: string,
  { openingCentavos, pages }: Movements,
): AsyncGenerator<readonly RetailerStatementLine[], void> {
  let balanceCentavos = openingCentavos
  for await (const movements of pages) {
    const ids = [...new Set(movements.flatMap(({ transactionId }) => transactionId ?? []))]
    const orders = await listPurchaseFacts(database, { ids, retailerId })
    const lines = movements
      .flatMap(movement => composeLines(movement, orders.get(movement.transactionId ?? '')))
      .map(line => {
        balanceCentavos += line.amountCentavos
        return { ...line, balanceCentavos }
      })
    if (lines.length > 0) yield lines
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
