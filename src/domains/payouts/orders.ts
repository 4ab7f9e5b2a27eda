import { PAYOUT_STATES } from '../../contract/desk-payouts.ts'
import { Refused } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'
import {
  allowsSuccessor,
  composePayoutKey,
  describeForgedOrder,
  findPayoutTransition,
  hashLines,
  isFinal,
  type NewPayoutOrder,
  type PayoutEvent,
  type PayoutLine,
  type PayoutOrder,
  PROGRAM,
} from './order.ts'
import { checkPayee, type Payee } from './payee.ts'
import {
  endLines,
  findOrderIdOf,
  findOrderRow,
  insertEvent,
  insertOrderRow,
  listEndedOrderIds,
  listLines,
  listOrderRows,
  listTransferRows,
  lockOrderRow,
  type NewOrderRow,
  type OrderRow,
  type OrderSearch,
  replacePayee,
  type TransferSearch,
  updateOrderRow,
} from './store.ts'

/**
 * Writes the order. Booking it is the caller's part, in the same transaction. Throws InputError or Refused.
 */
export async function insertOrder(
  tx: Transaction,
  secrets: Secrets,
  made: NewPayoutOrder,
  now: Date,
): Promise<PayoutOrder> {
  const { kind, subject, lines = [], nettedCentavos = 0, createdBy = PROGRAM } = made
  checkAmounts(made)
  checkPayee(made.payee)
  const id = newId(now.getTime())
  const obligation = await chooseObligation(tx, secrets, made, id)
  const plain = {
    id,
    payoutKey: composePayoutKey(id),
    kind,
    subject,
    obligation,
    retailerId: made.retailerId ?? null,
    transactionId: made.transactionId ?? null,
    lenderAccountId: made.lenderAccountId,
    amountCentavos: made.amountCentavos,
    nettedCentavos,
    payeeBox: seal(secrets.sealing, payeeContext(id), JSON.stringify(made.payee)),
    dueOn: made.dueOn,
    replaces: made.replaces ?? null,
    needsApproval: made.needsApproval,
    createdBy,
    createdAt: now,
    linesHash: hashLines(lines),
    state: 'created',
    version: 1,
  } as const
  const unset = { approvedBy: null, rail: null, providerId: null, settledAt: null }
  const fresh = { ...unset, failureKind: null, failureCode: null, attempts: 0, dueAt: now, problem: null }
  const mac = orderMac.compute(secrets, { ...plain, ...fresh })
  await insertOnce(tx, { ...plain, mac }, lines)
  insertEvent(tx, id, {
    position: 1,
    event: 'created',
    state: 'created',
    actor: createdBy,
    code: null,
    at: now,
  })
  return toOrder(secrets, { ...plain, ...fresh, mac })
}

function checkAmounts({ kind, amountCentavos, lines = [], nettedCentavos = 0 }: NewPayoutOrder): void {
  if (!Number.isSafeInteger(amountCentavos) || amountCentavos <= 0)
    throw new Refused(`amountCentavos ${amountCentavos} cannot be paid`)
  if (kind !== 'RETAILER') {
    if (lines.length > 0 || nettedCentavos !== 0)
      throw new Refused(`lines are for retailers, not for ${kind}`)
    return
  }
  const sum = lines.reduce((total, line) => total + line.amountCentavos, 0)
  if (sum !== amountCentavos + nettedCentavos)
    throw new Refused(`lines add up to ${sum}, not to ${amountCentavos} and ${nettedCentavos} netted`)
}

async function chooseObligation(
  tx: Transaction,
  secrets: Secrets,
  { kind, subject, obligation, replaces }: NewPayoutOrder,
  id: string,
): Promise<string> {
  if (replaces === undefined) return `${kind}:${obligation ?? (kind === 'RETAILER' ? id : subject)}`
  const before = await lockOrder(tx, secrets, replaces)
  if (before === undefined) throw new Refused(`replaces: there is no order ${replaces}`)
  if (!allowsSuccessor(before.state))
    throw new Refused(
      `order ${replaces} is ${before.state}: only a failed, canceled or returned one is replaced`,
    )
  return before.obligation
}

const REFUSALS: Readonly<Record<string, string>> = {
  payout_orders_one_per_obligation: 'this debt has an order that is not failed, canceled or returned',
  payout_orders_one_successor: 'the order was replaced already',
  payout_lines_once: 'a purchase is in another order already',
}

async function insertOnce(tx: Transaction, row: NewOrderRow, lines: readonly PayoutLine[]): Promise<void> {
  try {
    await insertOrderRow(tx, row, lines)
  } catch (error) {
    const refusal = REFUSALS[findBrokenConstraint(error) ?? '']
    if (refusal === undefined) throw error
    throw new Refused(`${row.obligation}: ${refusal}`, { cause: error })
  }
}

/** Throws ForgedRow. */
export async function findOrder(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<PayoutOrder | undefined> {
  const row = await findOrderRow(db, id)
  return row && toOrder(secrets, row)
}

/** Throws ForgedRow. */
export async function lockOrder(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<PayoutOrder | undefined> {
  const row = await lockOrderRow(tx, id)
  return row && toOrder(secrets, row)
}

/** The newest order that pays for one of these purchases. Throws ForgedRow. */
export async function findTransferOrder(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<PayoutOrder | undefined> {
  const id = await findOrderIdOf(db, transactionIds)
  return id === undefined ? undefined : findOrder(db, secrets, id)
}

/** The newest first; orders that were changed outside the program by their ids. */
export async function listOrders(
  db: Queryable,
  secrets: Secrets,
  search: OrderSearch,
): Promise<{ readonly orders: PayoutOrder[]; readonly forgedIds: string[] }> {
  const rows = await listOrderRows(db, search)
  return {
    orders: rows.filter(row => orderMac.isGenuine(secrets, row)).map(row => toOrder(secrets, row)),
    forgedIds: rows.filter(row => !orderMac.isGenuine(secrets, row)).map(({ id }) => id),
  }
}

/** A transfer to a retailer, with how many purchases it pays. */
interface ListedTransfer {
  readonly order: PayoutOrder
  readonly lineCount: number
}

/**
 * The newest first, without those that were changed outside the program: the upkeep reports them. `next` is where the rest
 * begins, as long as there may be any.
 */
export async function listTransfers(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  search: TransferSearch,
): Promise<{ readonly transfers: readonly ListedTransfer[]; readonly next: string | undefined }> {
  const rows = await listTransferRows(db, retailerId, { ...search, limit: search.limit + 1 })
  const shown = rows.slice(0, search.limit)
  return {
    transfers: shown
      .filter(row => orderMac.isGenuine(secrets, row))
      .map(({ lineCount, ...row }) => ({ order: toOrder(secrets, row), lineCount })),
    next: rows.length > shown.length ? shown.at(-1)?.id : undefined,
  }
}

const SCANNED_AT_A_TIME = 500

/**
 * Orders that may still be paid and were changed outside the program, or whose sealed payee belongs to another order. Ended
 * ones are checked when somebody uses them: their number grows for ever.
 */
export async function listForgedOrderIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const forged: string[] = []
  for (const state of PAYOUT_STATES.filter(each => !isFinal(each))) {
    let before: string | undefined
    for (;;) {
      const rows = await listOrderRows(db, { state, before, limit: SCANNED_AT_A_TIME })
      forged.push(
        ...rows.filter(row => !orderMac.isGenuine(secrets, row) || !opens(secrets, row)).map(({ id }) => id),
      )
      before = rows.at(-1)?.id
      if (rows.length < SCANNED_AT_A_TIME) break
    }
  }
  return forged
}

function opens({ sealing }: Secrets, { id, payeeBox }: OrderRow): boolean {
  try {
    open(sealing, payeeContext(id), payeeBox)
    return true
  } catch {
    return false
  }
}

/** Has the shape of a payee, so that code that reads an order still works. */
const NOBODY: Payee = {
  name: '-',
  document: '00000000000',
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '00000000000' },
}

/** Erases the payees of the ended orders of these transactions; the amounts stay. */
export async function forgetPayees(
  tx: Transaction,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<void> {
  for (const id of await listEndedOrderIds(tx, transactionIds))
    replacePayee(tx, id, seal(secrets.sealing, payeeContext(id), JSON.stringify(NOBODY)))
}

/** Throws ForgedRow when the lines are not those of the order. */
export async function getOrderLines(db: Queryable, order: PayoutOrder): Promise<PayoutLine[]> {
  const lines = await listLines(db, order.id)
  if (!hashLines(lines).equals(order.linesHash)) throw describeForgedOrder(order.id)
  return lines
}

/** A retailer's transfer with its lines; undefined where this retailer has none of the id. Throws ForgedRow. */
export async function readTransfer(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  id: string,
): Promise<{ readonly order: PayoutOrder; readonly lines: readonly PayoutLine[] } | undefined> {
  const order = await findOrder(db, secrets, id)
  if (order?.kind !== 'RETAILER' || order.subject !== retailerId) return undefined
  return { order, lines: await getOrderLines(db, order) }
}

export interface OrderChange {
  readonly actor: string
  readonly now: Date
  readonly code?: string | undefined
  readonly approvedBy?: string
  readonly rail?: string
  readonly providerId?: string | undefined
  readonly settledAt?: Date
  readonly failure?: { readonly kind: string; readonly code: string }
  /** When a job is to look at the order next; at once when absent. */
  readonly dueAt?: Date
  readonly attempts?: number
  readonly problem?: string
}

/** Moves a locked order. Undefined when the table has no such move; nothing is written then. */
export async function moveOrder(
  tx: Transaction,
  secrets: Secrets,
  order: PayoutOrder,
  event: PayoutEvent,
  change: OrderChange,
): Promise<PayoutOrder | undefined> {
  const state = findPayoutTransition(order.state, event)
  if (state === undefined) return undefined
  const { actor, now, code } = change
  const before = await lockOrderRow(tx, order.id)
  if (before === undefined || before.version !== order.version)
    throw new Error(`payout order ${order.id} moved under its lock`)
  const row = {
    ...before,
    state,
    approvedBy: change.approvedBy ?? before.approvedBy,
    rail: change.rail ?? before.rail,
    providerId: change.providerId ?? before.providerId,
    settledAt: isFinal(state) ? (change.settledAt ?? now) : null,
    failureKind: change.failure?.kind ?? before.failureKind,
    failureCode: change.failure?.code ?? before.failureCode,
    version: before.version + 1,
    attempts: change.attempts ?? before.attempts,
    dueAt: change.dueAt ?? now,
    problem: change.problem ?? null,
  }
  const moved = { ...row, mac: orderMac.compute(secrets, row) }
  if (!(await updateOrderRow(tx, before, moved)))
    throw new Error(`payout order ${order.id} moved under its lock`)
  insertEvent(tx, order.id, { position: row.version, event, state, actor, code: code ?? null, at: now })
  if (allowsSuccessor(state)) endLines(tx, order.id)
  return toOrder(secrets, moved)
}

const payeeContext = (id: string): string => `payout_orders.payee_box:${id}`

/** The sealed payee opens for this order only. */
const orderMac = defineMac('payout_orders', (row: Omit<OrderRow, 'mac' | 'payeeBox'>) => [
  row.id,
  row.payoutKey,
  row.kind,
  row.subject,
  row.obligation,
  row.retailerId,
  row.transactionId,
  row.lenderAccountId,
  row.amountCentavos,
  row.nettedCentavos,
  row.dueOn,
  row.replaces,
  row.needsApproval,
  row.createdBy,
  row.createdAt,
  row.linesHash,
  row.state,
  row.approvedBy,
  row.rail,
  row.providerId,
  row.settledAt,
  row.failureKind,
  row.failureCode,
  row.version,
])

function toOrder(secrets: Secrets, row: OrderRow): PayoutOrder {
  if (!orderMac.isGenuine(secrets, row)) throw describeForgedOrder(row.id)
  const { payeeBox, mac: _, ...plain } = row
  return {
    ...plain,
    retailerId: row.retailerId ?? undefined,
    transactionId: row.transactionId ?? undefined,
    replaces: row.replaces ?? undefined,
    approvedBy: row.approvedBy ?? undefined,
    rail: row.rail ?? undefined,
    providerId: row.providerId ?? undefined,
    settledAt: row.settledAt ?? undefined,
    failureKind: row.failureKind ?? undefined,
    failureCode: row.failureCode ?? undefined,
    problem: row.problem ?? undefined,
    payee: JSON.parse(open(secrets.sealing, payeeContext(row.id), payeeBox).toString()) as Payee,
  }
}
