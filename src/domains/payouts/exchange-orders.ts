import type { App } from '../../app/app.ts'
import { computeNextQuestion } from '../../kernel/backoff.ts'
import { findPayee } from '../retailers/index.ts'
import { applyOutcome, findFollower } from './apply-outcome.ts'
import { drainOrders } from './approve-orders.ts'
import { paysByFiles } from './cnab/store.ts'
import { findMoneyHold, requireMoneyFree } from './money-hold.ts'
import type { PayoutEvent, PayoutOrder } from './order.ts'
import { lockOrder, moveOrder, type OrderChange } from './orders.ts'
import type { PayoutOutcome, PayoutRail, PayoutRefusal, RailAnswer } from './rail.ts'
import { postponeOrder, wasSent } from './store.ts'

/** An App with a bank that pays out over HTTP. */
type PayingApp = App & { readonly payoutRail: PayoutRail }

/** Longer than any call: nobody else takes the order meanwhile. */
const ATTEMPT_MS = 60_000
const SUSPENDED_MS = 3_600_000
const OTHER_RAIL_MS = 3_600_000

/** Sends approved orders, unless money is held. Returns how many were given to the bank. */
export async function sendDue(app: PayingApp): Promise<number> {
  if ((await findMoneyHold(app)) !== undefined) return 0
  return drainOrders(app, ['approved'], id => sendOne(app, id))
}

/** Queries the bank about orders that it has, or may have. Returns how many it answered. */
export function askDue(app: PayingApp): Promise<number> {
  return drainOrders(app, ['sending', 'accepted', 'unknown'], id => askOne(app, id))
}

async function sendOne(app: PayingApp, id: string): Promise<boolean> {
  await requireMoneyFree(app)
  const begun = await beginSending(app, id)
  if (begun === undefined) return false
  const { order, isRepeated } = begun
  const { payoutRail } = app
  // First query the bank for an order that may have been sent before.
  const found = isRepeated ? await payoutRail.find(order.payoutKey) : undefined
  const isNew = found === undefined || isNotFound(found)
  await takeAnswer(app, order, isNew ? await payoutRail.send(order) : found)
  return true
}

/** The intent is committed before the bank is called: after a crash it is known that the call may have been made. */
function beginSending(
  app: PayingApp,
  id: string,
): Promise<{ readonly order: PayoutOrder; readonly isRepeated: boolean } | undefined> {
  const { database, secrets, clock, payoutRail } = app
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
    if (sending !== undefined) await findFollower(app, order.kind)?.onSent?.(tx, sending, now)
    return sending && { order: sending, isRepeated }
  })
}

async function askOne(app: PayingApp, id: string): Promise<boolean> {
  const order = await beginAsking(app, id)
  if (order === undefined) return false
  const answer = await app.payoutRail.find(order.payoutKey)
  if (isNotFound(answer)) return sendAgain(app, order)
  if (answer.outcome !== 'done') {
    await postpone(app, order, describe(answer))
    return false
  }
  await takeAnswer(app, order, answer)
  return true
}

/** An order whose call was never answered is in doubt from now on. */
function beginAsking(app: PayingApp, id: string): Promise<PayoutOrder | undefined> {
  const { database, secrets, clock, payoutRail } = app
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
async function sendAgain(app: PayingApp, order: PayoutOrder): Promise<boolean> {
  const { payoutRail, log } = app
  if (order.state !== 'unknown') {
    log.error({ payoutId: order.id }, 'the bank does not know a payout that it had accepted')
    await postpone(app, order, 'NOT_FOUND')
    return false
  }
  const hold = await findMoneyHold(app)
  if (hold !== undefined) {
    await postpone(app, order, 'MONEY_HELD')
    return false
  }
  const sending = await move(app, order, 'sent-again', { dueAt: inAttempt(app) })
  if (sending === undefined) return false
  await takeAnswer(app, sending, await payoutRail.send(sending))
  return true
}

const inAttempt = ({ clock }: PayingApp): Date => new Date(clock.now().getTime() + ATTEMPT_MS)

/** Refusals after which the same order may be accepted later: the bank has done nothing. */
const DEFERRING: readonly PayoutRefusal['kind'][] = ['UNAVAILABLE', 'DENIED', 'INSUFFICIENT_FUNDS', 'LIMIT']
/** Refusals that only another order can fix. */
const FAILING: readonly PayoutRefusal['kind'][] = ['INVALID', 'PAYEE_INVALID', 'UNSUPPORTED']

async function takeAnswer(app: PayingApp, order: PayoutOrder, answer: RailAnswer): Promise<void> {
  if (answer.outcome === 'done') return applyAnswer(app, order, toOutcome(answer.value))
  if (answer.outcome === 'refused' && FAILING.includes(answer.kind))
    return applyAnswer(app, order, { state: 'failed', kind: answer.kind, code: answer.code })
  const dueAt = computeNextQuestion(app.clock.now(), order.attempts)
  if (answer.outcome === 'refused' && DEFERRING.includes(answer.kind)) {
    if (answer.kind === 'DENIED' || answer.kind === 'INSUFFICIENT_FUNDS')
      app.log.error(
        { payoutId: order.id, code: `${answer.kind} ${answer.code}` },
        'the bank makes no payouts',
      )
    await move(app, order, 'deferred', { code: answer.code, problem: answer.kind, dueAt })
    return
  }
  const code = answer.outcome === 'refused' ? answer.code : 'NO_ANSWER'
  await move(app, order, 'doubted', { code, problem: describe(answer), dueAt })
}

async function applyAnswer(app: PayingApp, order: PayoutOrder, outcome: PayoutOutcome): Promise<void> {
  const { database, clock, log, payoutRail } = app
  const now = clock.now()
  // Query the bank at once about an order that it has just accepted.
  const dueAt = order.state === 'accepted' ? computeNextQuestion(now, order.attempts) : now
  const applied = await database.transaction(tx =>
    applyOutcome(app, tx, order.id, outcome, { actor: payoutRail.name, now, dueAt }),
  )
  if (applied.result === 'repeated' && !applied.order.settledAt) await postpone(app, applied.order, '')
  if (applied.result !== 'refused') return
  log.error({ payoutId: order.id, code: applied.why }, 'the bank reported an impossible payout state')
  const later = { code: applied.why, problem: applied.why, dueAt: computeNextQuestion(now, order.attempts) }
  if ((await move(app, order, 'doubted', later)) === undefined) await postpone(app, order, applied.why)
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

/** Undefined when the order moved meanwhile, or this move is not allowed. */
function move(
  { database, secrets, clock, payoutRail }: PayingApp,
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

async function postpone({ database, clock }: PayingApp, order: PayoutOrder, problem: string): Promise<void> {
  const dueAt = computeNextQuestion(clock.now(), order.attempts)
  await postponeOrder(database, order, { attempts: order.attempts, dueAt, problem })
}

const isNotFound = (answer: RailAnswer): boolean =>
  answer.outcome === 'refused' && answer.kind === 'NOT_FOUND'

const describe = (answer: Exclude<RailAnswer, { outcome: 'done' }>): string =>
  answer.outcome === 'unknown' ? 'NO_ANSWER' : `${answer.kind} ${answer.code}`.slice(0, 100)
