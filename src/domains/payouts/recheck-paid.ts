import type { App } from '../../app/app.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { PayoutOrder } from './order.ts'
import { findOrder } from './orders.ts'
import { listPaidOrderIds } from './store.ts'

/** The payee's bank may send money back for so long. */
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
export async function recheckOrder(app: App, id: string): Promise<boolean> {
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
  if (applied.result === 'applied') log.warn({ payoutId: id, code: failure?.code }, 'a payout came back')
  return applied.result === 'applied'
}
