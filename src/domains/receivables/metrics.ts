import type { App } from '../../app/app.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { listAccounts } from '../lender/index.ts'
import { readUsedShares } from './billets/store/our-numbers.ts'
import { countRegistrationCases, readUnregistered } from './billets/store/registration-cases.ts'
import { countOpenCases } from './billets/store/suspense-cases.ts'
import { countWaitingCharges } from './pix/charge-store.ts'
import { listLags } from './watch-watermarks.ts'

/** Counting stops here, so that a metric does not cost more when a queue is long. */
const MOST_COUNTED = 10_000

/** Billets and payments that wait, for the bank or for the desk. */
export function addReceivableMetrics(metrics: Metrics, app: App): void {
  const { database, secrets, deploymentClock: clock, pixApi } = app
  const addGauge = (name: string, help: string, read: () => Promise<number>): void =>
    metrics.addGauge(name, help, () => read().catch(() => Number.NaN))
  const addGauges = (name: string, help: string, read: () => Promise<ReadonlyMap<string, number>>): void =>
    metrics.addGauges(name, help, 'account', () => read().catch(() => new Map<string, number>()))

  if (pixApi !== undefined)
    addGauge(
      'crediario_pix_charges_waiting',
      'Pix charges waiting to be registered or removed at the payment service provider',
      () => countWaitingCharges(database, MOST_COUNTED),
    )
  addGauge(
    'crediario_billets_unregistered',
    'Billets with a registration pending at the bank',
    async () => (await readUnregistered(database)).count,
  )
  addGauge(
    'crediario_billets_unregistered_oldest_seconds',
    'Seconds since the oldest of them was issued; 0 when there is none',
    async () => {
      const { oldestAt } = await readUnregistered(database)
      return oldestAt === null ? 0 : (clock.now().getTime() - oldestAt.getTime()) / 1000
    },
  )
  addGauge(
    'crediario_registration_cases',
    'Billets that a bank refused to register or to write off, waiting at the desk',
    () => countRegistrationCases(database, MOST_COUNTED),
  )
  addGauge('crediario_suspense_cases', 'Payments that could not be credited, waiting at the desk', () =>
    countOpenCases(database, MOST_COUNTED),
  )
  addGauges(
    'crediario_our_numbers_used',
    'Share of the billet numbers of an account that is used',
    async () => readUsedShares(database, (await listAccounts(database, secrets)).accounts),
  )
  addGauges(
    'crediario_bank_watermark_lag_business_days',
    'Business days for which payments may still be unknown, by lender account and rail',
    () => listLags(app),
  )
}
