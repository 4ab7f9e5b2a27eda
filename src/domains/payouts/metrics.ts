import type { App } from '../../app/app.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { listOldDebts } from './desk/read-payouts.ts'
import { listMoneyHolds } from './money-hold.ts'
import { countDuesWithoutPayee } from './order-dues.ts'
import { countUnpayableRetailers } from './settle-retailers.ts'
import { countOpenOrders } from './store.ts'

/** Money that waits to leave, and what keeps it here. */
export function addPayoutMetrics(metrics: Metrics, app: App): void {
  const { database, clock } = app
  const addGauge = (name: string, help: string, read: () => Promise<number>): void =>
    metrics.addGauge(name, help, () => read().catch(() => Number.NaN))
  const count = () => countOpenOrders(database).catch(() => [])
  const states = 'Payout orders that have not ended, by kind and state'
  metrics.addGauges('crediario_payouts_open', states, 'order', async () => {
    const counts = await count()
    return new Map(counts.map(each => [`${each.kind}-${each.state}`, each.count]))
  })
  const oldest = 'Seconds since the oldest payout with an unknown outcome was ordered; 0 when there is none'
  metrics.addGauge('crediario_payouts_unknown_oldest_seconds', oldest, async () => {
    const unknown = (await count()).filter(({ state }) => state === 'unknown')
    const firstMs = Math.min(...unknown.map(({ oldestAt }) => oldestAt.getTime()))
    return unknown.length === 0 ? 0 : (clock.now().getTime() - firstMs) / 1000
  })
  addGauge(
    'crediario_payouts_without_payee',
    'Payouts to retailers, of taxes and of premiums that are due and have no payee',
    async () => (await countUnpayableRetailers(app)) + (await countDuesWithoutPayee(app)),
  )
  addGauge(
    'crediario_money_held',
    'Holds that stop payouts, such as for rewritten books: above 0 somebody has to look',
    async () => (await listMoneyHolds(app)).length,
  )
  addGauge(
    'crediario_retailers_in_debt',
    'Retailers that have owed more than they are owed for longer than RETAILER_DEBT_DAYS',
    async () => (await listOldDebts(app)).length,
  )
}
