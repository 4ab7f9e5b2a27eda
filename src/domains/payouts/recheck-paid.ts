import { applyOutcome } from './apply-outcome.ts'
import type { PayoutOrder } from './order.ts'
import { findOrder } from './orders.ts'
import type { PayoutContext } from './payout-context.ts'
import { createPayoutFollowers } from './payout-followers.ts'
import { listPaidOrderIds } from './store.ts'

/** The payee's bank may send money back for so long. */
const RETURN_DAYS = 7
const DAY_MS = 86_400_000
const PAGE = 100

/** Asks whether payouts of the last days came back. Returns how many did. */
export async function recheckPaid(context: PayoutContext): Promise<number> {
  const { database, clock } = context
  const since = new Date(clock.now().getTime() - RETURN_DAYS * DAY_MS)
  let returned = 0
  let after = ''
  for (;;) {
    const ids = await listPaidOrderIds(database, since, after, PAGE)
    for (const id of ids) if (await recheckOrder(context, id)) returned += 1
    after = ids.at(-1) ?? after
    if (ids.length < PAGE) return returned
  }
}

/** True when the order had been paid and came back. */
export async function recheckOrder(context: PayoutContext, id: string): Promise<boolean> {
  const { database, secrets, clock, log, payoutRail } = context
  const order: PayoutOrder | undefined = await findOrder(database, secrets, id)
  if (order?.state !== 'paid' || payoutRail === undefined || order.rail !== payoutRail.name) return false
  const answer = await payoutRail.find(order.payoutKey)
  if (answer.outcome !== 'done' || answer.value.state !== 'returned') return false
  const { amountCentavos, at, failure } = answer.value
  const applied = await database.transaction(tx =>
    applyOutcome(
      { secrets, followers: createPayoutFollowers(context) },
      tx,
      id,
      { state: 'returned', code: failure?.code ?? 'UNSPECIFIED', amountCentavos, at },
      { actor: payoutRail.name, now: clock.now() },
    ),
  )
  if (applied.result === 'refused')
    log.error({ payoutId: id, code: applied.why }, 'the bank reported an impossible payout state')
  if (applied.result === 'applied') log.warn({ payoutId: id, code: failure?.code }, 'a payout came back')
  return applied.result === 'applied'
}
