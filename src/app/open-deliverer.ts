import {
  countDisabledEndpoints,
  countPending,
  createDeliverer,
  type Deliverer,
} from '../domains/webhooks/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ReportForgery } from '../platform/crypto/row-mac.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'
import type { GuardedClient } from '../platform/outbound/guarded-client.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

/** Counting a long queue is too expensive for every scrape. */
const READ_MS = 15_000

const RESULTS = { delivered: 'delivered', pending: 'failed', failed: 'given-up' } as const

/** The webhook deliverer with its metrics; the role of this process decides whether it polls. */
export function openDeliverer(context: {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly outbound: GuardedClient
  readonly log: Log
  readonly reportForgery: ReportForgery
  readonly metrics: Metrics
  readonly mayRun: () => boolean
}): Deliverer {
  const { database, clock, metrics, outbound: client } = context
  const help = 'Attempts to deliver a webhook: delivered, failed with a retry to come, or given up'
  const count = metrics.addCounter('crediario_webhook_attempts_total', help, 'result')
  addGauges(metrics, database, clock)
  return createDeliverer({ ...context, client, onAttempt: ({ status }) => count(RESULTS[status]) })
}

function addGauges(metrics: Metrics, database: Database, clock: Clock): void {
  const unknown = { count: Number.NaN, oldest: null, disabled: Number.NaN }
  let known: { count: number; oldest: Date | null; disabled: number } = unknown
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async (): Promise<typeof known> => {
    if (performance.now() - readAtMs > READ_MS) {
      readAtMs = performance.now()
      reading = Promise.all([countPending(database), countDisabledEndpoints(database)]).then(
        ([pending, disabled]) => {
          known = { ...pending, disabled }
        },
        () => {
          known = unknown
        },
      )
    }
    await reading
    return known
  }
  const add = (name: string, text: string, pick: (figures: typeof known) => number): void =>
    metrics.addGauge(`crediario_webhook_${name}`, text, async () => pick(await read()))
  add('deliveries_pending', 'Deliveries waiting for an attempt', ({ count }) => count)
  add('oldest_due_seconds', 'How long the most overdue delivery has been due', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000),
  )
  add('endpoints_disabled', 'Disabled endpoints', ({ disabled }) => disabled)
}
