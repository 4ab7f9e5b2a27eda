import { findPayee } from '../retailers/index.ts'
import { applyOutcome, type PayoutFollowers } from './apply-outcome.ts'
import { paysByFiles } from './cnab/store.ts'
import { drainOrders } from './drain-orders.ts'
import { findMoneyHold, requireMoneyFree } from './money-hold.ts'
import type { PayoutOrder } from './order.ts'
import { lockOrder, moveOrder, type OrderChange } from './orders.ts'
import { computeNextAsk, type PayoutContext } from './payout-context.ts'
import type { PayoutOutcome, PayoutRail, PayoutRefusal, RailAnswer } from './rail.ts'
import { postponeOrder, wasSent } from './store.ts'
import type { PayoutEvent } from './transitions.ts'

export interface PayoutExchange extends PayoutContext {
  readonly payoutRail: PayoutRail
  readonly followers: PayoutFollowers
}

/** Longer than any call: nobody else takes the order meanwhile. */
const ATTEMPT_MS = 60_000
const SUSPENDED_MS = 3_600_000
const OTHER_RAIL_MS = 3_600_000

/** Sends approved orders, unless money is held. Returns how many were given to the bank. */
export async function sendDue(context: PayoutExchange): Promise<number> {
  if ((await findMoneyHold(context)) !== undefined) return 0
  return drainOrders(context, ['approved'], id => sendOne(context, id))
}

/** Asks the bank about orders that it has, or may have. Returns how many it answered about. */
export function askDue(context: PayoutExchange): Promise<number> {
  return drainOrders(context, ['sending', 'accepted', 'unknown'], id => askOne(context, id))
}

async function sendOne(context: PayoutExchange, id: string): Promise<boolean> {
  await requireMoneyFree(context)
  const begun = await beginSending(context, id)
  if (begun === undefined) return false
  const { order, isRepeated } = begun
  const { payoutRail } = context
  // What may have been sent before is looked for first.
  const found = isRepeated ? await payoutRail.find(order.payoutKey) : undefined
  const isNew = found === undefined || isNotFound(found)
  await takeAnswer(context, order, isNew ? await payoutRail.send(order) : found)
  return true
}

/** The intent is committed before the bank is called: whoever goes on after a crash knows that it may have been. */
function beginSending(
  context: PayoutExchange,
  id: string,
): Promise<{ readonly order: PayoutOrder; readonly isRepeated: boolean } | undefined> {
  const { database, secrets, clock, payoutRail } = context
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    const now = clock.now()
    if (order?.state !== 'approved' || order.dueAt > now) return undefined
    if (order.retailerId !== undefined && order.kind === 'RETAILER') {
      const { isSuspended } = await findPayee(tx, secrets, order.retailerId)
      if (isSuspended) {
        const dueAt = new Date(now.getTime() + SUSPENDED_MS)
        await postponeOrder(tx, order, { attempts: order.attempts, dueAt, problem: 'RETAILER_SUSPENDED' })
        return undefined
      }
    }
    // A received Pix goes back through the bank that received it, never by a file.
    if (order.payee.returnOf === undefined && (await paysByFiles(tx, order.lenderAccountId))) {
      const dueAt = new Date(now.getTime() + OTHER_RAIL_MS)
      await postponeOrder(tx, order, { attempts: order.attempts, dueAt, problem: 'WAITS_FOR_FILE' })
      return undefined
    }
    const isRepeated = await wasSent(tx, id)
    const sending = await moveOrder(tx, secrets, order, 'sent', {
      actor: payoutRail.name,
      now,
      rail: payoutRail.name,
      attempts: order.attempts + 1,
      dueAt: new Date(now.getTime() + ATTEMPT_MS),
    })
    if (sending !== undefined) await context.followers[order.kind]?.onSent?.(tx, sending)
    return sending && { order: sending, isRepeated }
  })
}

async function askOne(context: PayoutExchange, id: string): Promise<boolean> {
  const order = await beginAsking(context, id)
  if (order === undefined) return false
  const answer = await context.payoutRail.find(order.payoutKey)
  if (isNotFound(answer)) return sendAgain(context, order)
  if (answer.outcome !== 'done') {
    await postpone(context, order, describe(answer))
    return false
  }
  await takeAnswer(context, order, answer)
  return true
}

/** An order whose call never came back is in doubt from now on. */
function beginAsking(context: PayoutExchange, id: string): Promise<PayoutOrder | undefined> {
  const { database, secrets, clock, payoutRail } = context
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    const now = clock.now()
    if (order === undefined || order.dueAt > now) return undefined
    if (order.rail !== payoutRail.name) {
      // Another rail has it, whose answers come by files.
      const later = { attempts: order.attempts, dueAt: new Date(now.getTime() + OTHER_RAIL_MS) }
      await postponeOrder(tx, order, { ...later, problem: order.problem ?? '' })
      return undefined
    }
    const dueAt = new Date(now.getTime() + ATTEMPT_MS)
    const attempts = order.attempts + 1
    if (order.state === 'sending')
      return moveOrder(tx, secrets, order, 'doubted', {
        actor: payoutRail.name,
        now,
        code: 'NO_ANSWER',
        problem: 'NO_ANSWER',
        attempts,
        dueAt,
      })
    if (order.state !== 'accepted' && order.state !== 'unknown') return undefined
    await postponeOrder(tx, order, { attempts, dueAt, problem: order.problem ?? '' })
    return { ...order, attempts, dueAt }
  })
}

/** The bank does not know the order. In doubt it is sent once more, under the same key; one that it had accepted is not. */
async function sendAgain(context: PayoutExchange, order: PayoutOrder): Promise<boolean> {
  const { payoutRail, log } = context
  if (order.state !== 'unknown') {
    log.error({ payoutId: order.id }, 'the bank does not know a payout that it had accepted')
    await postpone(context, order, 'NOT_FOUND')
    return false
  }
  const hold = await findMoneyHold(context)
  if (hold !== undefined) {
    await postpone(context, order, 'MONEY_HELD')
    return false
  }
  const sending = await move(context, order, 'sent-again', { dueAt: inAttempt(context) })
  if (sending === undefined) return false
  await takeAnswer(context, sending, await payoutRail.send(sending))
  return true
}

const inAttempt = ({ clock }: PayoutExchange): Date => new Date(clock.now().getTime() + ATTEMPT_MS)

/** Refusals after which the same order may be taken later: the bank says that it has done nothing. */
const DEFERRING: readonly PayoutRefusal['kind'][] = ['UNAVAILABLE', 'DENIED', 'INSUFFICIENT_FUNDS', 'LIMIT']
/** Those that only another order mends. */
const FAILING: readonly PayoutRefusal['kind'][] = ['INVALID', 'PAYEE_INVALID', 'UNSUPPORTED']

async function takeAnswer(context: PayoutExchange, order: PayoutOrder, answer: RailAnswer): Promise<void> {
  if (answer.outcome === 'done') return applyAnswer(context, order, toOutcome(answer.value))
  if (answer.outcome === 'refused' && FAILING.includes(answer.kind))
    return applyAnswer(context, order, { state: 'failed', kind: answer.kind, code: answer.code })
  const dueAt = computeNextAsk(context.clock.now(), order.attempts)
  if (answer.outcome === 'refused' && DEFERRING.includes(answer.kind)) {
    if (answer.kind === 'DENIED' || answer.kind === 'INSUFFICIENT_FUNDS')
      context.log.error(
        { payoutId: order.id, code: `${answer.kind} ${answer.code}` },
        'the bank makes no payouts',
      )
    await move(context, order, 'deferred', { code: answer.code, problem: answer.kind, dueAt })
    return
  }
  const code = answer.outcome === 'refused' ? answer.code : 'NO_ANSWER'
  await move(context, order, 'doubted', { code, problem: describe(answer), dueAt })
}

async function applyAnswer(
  context: PayoutExchange,
  order: PayoutOrder,
  outcome: PayoutOutcome,
): Promise<void> {
  const { database, clock, log, payoutRail } = context
  const now = clock.now()
  // The bank is asked at once what became of an order that it has just taken.
  const dueAt = order.state === 'accepted' ? computeNextAsk(now, order.attempts) : now
  const applied = await database.transaction(tx =>
    applyOutcome(context, tx, order.id, outcome, { actor: payoutRail.name, now, dueAt }),
  )
  if (applied.result === 'repeated' && !applied.order.settledAt) await postpone(context, applied.order, '')
  if (applied.result !== 'refused') return
  log.error({ payoutId: order.id, code: applied.why }, 'the bank reported an impossible payout state')
  const later = { code: applied.why, problem: applied.why, dueAt: computeNextAsk(now, order.attempts) }
  if ((await move(context, order, 'doubted', later)) === undefined)
    await postpone(context, order, applied.why)
}

function toOutcome({
  state,
  amountCentavos,
  providerId,
  at,
  failure,
}: {
  readonly state: 'accepted' | 'paid' | 'failed' | 'canceled' | 'returned'
  readonly amountCentavos: number
  readonly providerId: string | undefined
  readonly at: Date | undefined
  readonly failure: { readonly kind: PayoutRefusal['kind']; readonly code: string } | undefined
}): PayoutOutcome {
  const { kind, code } = failure ?? { kind: 'INVALID', code: 'UNSPECIFIED' }
  switch (state) {
    case 'accepted':
      return { state, providerId, amountCentavos }
    case 'paid':
      return { state, providerId, amountCentavos, at }
    case 'failed':
      return { state, kind, code, amountCentavos }
    case 'canceled':
      return { state, code, amountCentavos }
    case 'returned':
      return { state, code, amountCentavos, at }
  }
}

/** Undefined when the order moved meanwhile, or may not move so. */
function move(
  { database, secrets, clock, payoutRail }: PayoutExchange,
  { id, version }: PayoutOrder,
  event: PayoutEvent,
  change: Omit<OrderChange, 'actor' | 'now'>,
): Promise<PayoutOrder | undefined> {
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    if (order?.version !== version) return undefined
    return moveOrder(tx, secrets, order, event, { ...change, actor: payoutRail.name, now: clock.now() })
  })
}

async function postpone(
  { database, clock }: PayoutExchange,
  order: PayoutOrder,
  problem: string,
): Promise<void> {
  const dueAt = computeNextAsk(clock.now(), order.attempts)
  await postponeOrder(database, order, { attempts: order.attempts, dueAt, problem })
}

const isNotFound = (answer: RailAnswer): boolean =>
  answer.outcome === 'refused' && answer.kind === 'NOT_FOUND'

const describe = (answer: Exclude<RailAnswer, { outcome: 'done' }>): string =>
  answer.outcome === 'unknown' ? 'NO_ANSWER' : `${answer.kind} ${answer.code}`.slice(0, 100)
