import type { App } from '../../app/app.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Entry, postEntries } from '../ledger/index.ts'
import { computePayoutFailedEntry, computePayoutPaidEntry, computePayoutReturnedEntry } from './entries.ts'
import { createTransferFollower } from './follow-transfers.ts'
import type { PayoutEvent, PayoutKind, PayoutOrder } from './order.ts'
import { findOrder, lockOrder, moveOrder, type OrderChange } from './orders.ts'
import type { PayoutOutcome } from './rail.ts'
import { createRefundFollower } from './refunds/order-refunds.ts'
import { listPaidOrderIds } from './store.ts'

/** What follows when an order of a kind ends, in the transaction that books it. */
export interface PayoutFollower {
  /** A person ordered the debt again, after the previous order failed or was returned. */
  onReplaced?(tx: Transaction, successor: PayoutOrder): Promise<void>
  /** Called when the intent to send is recorded, before the bank is called. */
  onSent?(tx: Transaction, order: PayoutOrder, now: Date): Promise<void>
  onPaid(tx: Transaction, order: PayoutOrder, paidAt: Date): Promise<void>
  /** Failed or canceled: the debt is owed as before. */
  onFailed(tx: Transaction, order: PayoutOrder): Promise<void>
  /** Paid, and sent back by the payee's bank: the debt is owed again. */
  onReturned(tx: Transaction, order: PayoutOrder): Promise<void>
}

/** Where the outcome came from: a rail, a file, an operator. */
interface OutcomeSource {
  readonly actor: string
  readonly now: Date
  /** For orders that go on: when the bank is asked next. */
  readonly dueAt?: Date
  readonly attempts?: number
}

type AppliedOutcome =
  | { readonly result: 'applied'; readonly order: PayoutOrder }
  /** The order was in this state already. */
  | { readonly result: 'repeated'; readonly order: PayoutOrder }
  /** Nothing was changed; a person has to look. */
  | { readonly result: 'refused'; readonly why: 'UNKNOWN_ORDER' | 'OTHER_AMOUNT' | 'IMPOSSIBLE' }

/**
 * Applies a bank's report on an order: state, entry and what follows from it, in the caller's transaction. An outcome
 * that does not fit the order changes nothing. Throws ForgedRow.
 */
export async function applyOutcome(
  app: App,
  tx: Transaction,
  orderId: string,
  outcome: PayoutOutcome,
  source: OutcomeSource,
  find = findFollower,
): Promise<AppliedOutcome> {
  const { secrets } = app
  const order = await lockOrder(tx, secrets, orderId)
  if (order === undefined) return { result: 'refused', why: 'UNKNOWN_ORDER' }
  if (outcome.amountCentavos !== undefined && outcome.amountCentavos !== order.amountCentavos)
    return { result: 'refused', why: 'OTHER_AMOUNT' }
  if (order.state === outcome.state) return { result: 'repeated', order }
  // The payment itself was not reported: the money left before it came back.
  const from =
    outcome.state === 'returned' && order.state !== 'paid'
      ? await settle(app, tx, order, { state: 'paid', at: outcome.at }, source, find)
      : order
  const moved = from && (await settle(app, tx, from, outcome, source, find))
  return moved ? { result: 'applied', order: moved } : { result: 'refused', why: 'IMPOSSIBLE' }
}

async function settle(
  app: App,
  tx: Transaction,
  order: PayoutOrder,
  outcome: PayoutOutcome,
  source: OutcomeSource,
  find: typeof findFollower,
): Promise<PayoutOrder | undefined> {
  const { secrets } = app
  const moved = await moveOrder(tx, secrets, order, EVENT_OF[outcome.state], describeChange(outcome, source))
  if (moved === undefined) return undefined
  const { now } = source
  const follower = find(app, order.kind)
  const book = (entry: Entry): void => postEntries(tx, secrets, [entry], now)
  switch (outcome.state) {
    case 'paid':
      book(computePayoutPaidEntry(order, outcome.at ?? now))
      await follower?.onPaid(tx, moved, outcome.at ?? now)
      break
    case 'failed':
    case 'canceled':
      book(computePayoutFailedEntry(order, now))
      await follower?.onFailed(tx, moved)
      break
    case 'returned':
      book(computePayoutReturnedEntry(order, outcome.at ?? now))
      await follower?.onReturned(tx, moved)
      break
    case 'accepted':
    case 'unknown':
      break
  }
  return moved
}

const EVENT_OF: Readonly<Record<PayoutOutcome['state'], PayoutEvent>> = {
  accepted: 'accepted',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
  returned: 'returned',
  unknown: 'doubted',
}

function describeChange(outcome: PayoutOutcome, source: OutcomeSource): OrderChange {
  const { now, actor, dueAt, attempts } = source
  const code = 'code' in outcome ? outcome.code : undefined
  return {
    actor,
    now,
    code,
    ...(dueAt && { dueAt }),
    ...(attempts !== undefined && { attempts }),
    ...('providerId' in outcome && { providerId: outcome.providerId }),
    ...('at' in outcome && outcome.at && { settledAt: outcome.at }),
    ...(outcome.state === 'failed' && { failure: { kind: outcome.kind, code: outcome.code } }),
    ...(outcome.state === 'returned' && { failure: { kind: 'RETURNED', code: outcome.code } }),
    ...(outcome.state === 'unknown' && { problem: outcome.code }),
  }
}

/** What follows from the end of an order, by its kind; for taxes and premiums only the books change. */
export function findFollower(app: App, kind: PayoutKind): PayoutFollower | undefined {
  if (kind === 'RETAILER') return createTransferFollower(app)
  return kind === 'REFUND' ? createRefundFollower(app) : undefined
}

/** How long the payee's bank may send money back. */
const RETURN_DAYS = 7
const DAY_MS = 86_400_000
const PAGE = 100

/** Asks whether payouts of the last days came back. Returns how many did. */
export async function recheckPaid(app: App): Promise<number> {
  const { database, clock } = app
  const since = new Date(clock.now().getTime() - RETURN_DAYS * DAY_MS)
  let returned = 0
  let after = ''
  for (;;) {
    const ids = await listPaidOrderIds(database, since, after, PAGE)
    for (const id of ids) if (await recheckOrder(app, id)) returned += 1
    after = ids.at(-1) ?? after
    if (ids.length < PAGE) return returned
  }
}

/** True when the order had been paid and came back. */
async function recheckOrder(app: App, id: string): Promise<boolean> {
  const { database, secrets, clock, log, payoutRail } = app
  const order: PayoutOrder | undefined = await findOrder(database, secrets, id)
  if (order?.state !== 'paid' || payoutRail === undefined || order.rail !== payoutRail.name) return false
  const answer = await payoutRail.find(order.payoutKey)
  if (answer.outcome !== 'done' || answer.value.state !== 'returned') return false
  const { amountCentavos, at, failure } = answer.value
  const applied = await database.transaction(tx =>
    applyOutcome(
      app,
      tx,
      id,
      { state: 'returned', code: failure?.code ?? 'UNSPECIFIED', amountCentavos, at },
      { actor: payoutRail.name, now: clock.now() },
    ),
  )
  if (applied.result === 'refused')
    log.error({ payoutId: id, code: applied.why }, 'the bank reported an impossible payout state')
  if (applied.result === 'applied') log.warn({ payoutId: id, code: failure?.code }, 'a payout was returned')
  return applied.result === 'applied'
}
