import type { App } from '../../../app/app.ts'
import type { PayoutResult } from '../../../contract/desk.ts'
import { RequestError } from '../../../contract/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Decision, type DeskDecision, decideAtDesk, decideLocked } from '../../desk/index.ts'
import { postEntries } from '../../ledger/index.ts'
import type { Operator } from '../../operators/index.ts'
import { findFollower } from '../apply-outcome.ts'
import { approveOrder } from '../approve-orders.ts'
import { computePayoutFailedEntry } from '../entries.ts'
import { findMoneyHold } from '../money-hold.ts'
import type { PayoutOrder } from '../order.ts'
import { lockOrder, moveOrder } from '../orders.ts'
import { wasDoubted } from '../store.ts'

interface PayoutDecision {
  readonly orderId: string
  readonly result: PayoutResult
  readonly reason: string
  /** The version of the order as shown. */
  readonly version: number
}

/**
 * A person decides on an order that the program may not approve. Two people approve: one proposes, and an approver who has
 * neither proposed nor made the order answers. One person may decline.
 */
export function decidePayout(
  app: App,
  operator: Operator,
  { orderId, result, reason, version }: PayoutDecision,
): Promise<Decision> {
  return decideAtDesk(app, operator, async tx => {
    const order = await lockWaiting(app, tx, orderId)
    if (order?.version !== version) throw new RequestError('desk_case_changed')
    return composeDecision(app, tx, operator, order, { result, reason })
  })
}

/** An order made by hand counts as proposed by its maker, in the same transaction. */
export function proposeMadeOrder(
  app: App,
  tx: Transaction,
  operator: Operator,
  order: PayoutOrder,
  reason: string,
): Promise<Decision> {
  const wanted = composeDecision(app, tx, operator, order, { result: 'APPROVE', reason })
  return decideLocked(app, tx, operator, wanted)
}

function composeDecision(
  app: App,
  tx: Transaction,
  operator: Operator,
  order: PayoutOrder,
  { result, reason }: Pick<PayoutDecision, 'result' | 'reason'>,
): DeskDecision {
  const { id, version, amountCentavos } = order
  return {
    subject: { kind: 'payout', id },
    version,
    purchase: undefined,
    result,
    target: undefined,
    reason,
    amountCentavos,
    needsFourEyes: false,
    alwaysFourEyes: result === 'APPROVE' ? 'PAYOUT' : undefined,
    audit: { decided: 'payout.decide', proposed: 'payout.propose', details: { version, amountCentavos } },
    apply: () => apply(app, tx, operator, order, result),
  }
}

/** The effect of an approved proposal; undefined when the order moved meanwhile. */
export async function lockProposedPayout(
  app: App,
  tx: Transaction,
  proposal: Decision,
  operator: Operator,
): Promise<(() => Promise<unknown>) | undefined> {
  const order = await lockWaiting(app, tx, proposal.subject.id)
  if (order?.version !== proposal.version) return undefined
  if (order.amountCentavos !== proposal.amountCentavos) return undefined
  return () => apply(app, tx, operator, order, proposal.result as PayoutResult)
}

/** Throws when there is no such order; undefined when it does not wait for a decision. */
async function lockWaiting(
  { secrets }: App,
  tx: Transaction,
  orderId: string,
): Promise<PayoutOrder | undefined> {
  const order = isId(orderId) ? await lockOrder(tx, secrets, orderId) : undefined
  if (order === undefined) throw new RequestError('desk_not_found')
  return order.state === 'created' || order.state === 'approved' ? order : undefined
}

async function apply(
  app: App,
  tx: Transaction,
  operator: Operator,
  order: PayoutOrder,
  result: PayoutResult,
): Promise<void> {
  const { secrets, clock } = app
  if (result === 'APPROVE') {
    if (order.createdBy === operator.id) throw new RequestError('desk_four_eyes')
    if ((await findMoneyHold(app)) !== undefined) throw new RequestError('desk_money_held')
  }
  const now = clock.now()
  const moved =
    result === 'APPROVE'
      ? await approveOrder(tx, secrets, order, operator.id, now)
      : await declineOrder(app, tx, order, { by: operator.id, now })
  if (moved === undefined) throw new RequestError('desk_case_changed')
}

/**
 * A person stops an order that no bank has: it is owed as before. Undefined when it is too late, and for an order that was
 * ever in doubt: a request for it may still reach the bank.
 */
async function declineOrder(
  app: App,
  tx: Transaction,
  order: PayoutOrder,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<PayoutOrder | undefined> {
  if (await wasDoubted(tx, order.id)) return undefined
  const { secrets } = app
  const declined = await moveOrder(tx, secrets, order, 'declined', { actor: by, now })
  if (declined === undefined) return undefined
  postEntries(tx, secrets, [computePayoutFailedEntry(order, now)], now)
  await findFollower(app, order.kind)?.onFailed(tx, declined)
  return declined
}
