import { findOldestUnsealed } from '../domains/books/index.ts'
import { countRecentPurchases, type RecentPurchases } from '../domains/purchases/index.ts'
import { countOpenCases } from '../domains/receivables/index.ts'
import type { Database } from '../platform/db/database.ts'
import { readDueJobs } from '../platform/jobs/queue.ts'
import { VERSION } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { Services } from './services.ts'

const DAY_MS = 24 * 3_600_000
const RECENT_READ_MS = 30_000
/** Counting ends here, so that a figure never costs more the worse things are. */
const MOST_COUNTED = 10_000

/** Figures about how this process and its queue are doing, and how sales go. */
export function addLoadFigures(metrics: Metrics, services: Services): void {
  const build = new Map([[VERSION, 1]])
  metrics.addGauges('crediario_build_info', '1, for the version that runs', 'version', async () => build)
  addPoolGauge(metrics, services.database)
  addQueueGauges(metrics, services)
  addSealGauge(metrics, services)
  addCallFigures(metrics, services)
  addSalesFigures(metrics, services)
}

function addPoolGauge(metrics: Metrics, database: Database): void {
  const help = 'Database connections of this process that are busy or idle, and callers that wait for one'
  metrics.addGauges(
    'crediario_database_connections',
    help,
    'state',
    async () => new Map(Object.entries(database.readPool())),
  )
}

function addQueueGauges(metrics: Metrics, { database, clock }: Services): void {
  const unknown = { count: Number.NaN, oldestSeconds: Number.NaN }
  const read = () => readDueJobs(database, clock.now(), MOST_COUNTED).catch(() => unknown)
  const due = 'Background jobs that are due and wait for a worker, or are running'
  metrics.addGauge('crediario_jobs_due', due, async () => (await read()).count)
  const age = 'Seconds since the oldest of them was due; 0 when there is none'
  metrics.addGauge('crediario_jobs_oldest_due_seconds', age, async () => (await read()).oldestSeconds)
}

function addSealGauge(metrics: Metrics, { database, realClock }: Services): void {
  const help = 'Seconds since the oldest ledger entry without a seal was made; 0 when there is none'
  metrics.addGauge('crediario_ledger_unsealed_oldest_seconds', help, () =>
    findOldestUnsealed(database).then(
      madeAt => (madeAt ? Math.max(0, (realClock.now().getTime() - madeAt.getTime()) / 1000) : 0),
      () => Number.NaN,
    ),
  )
}

function addCallFigures(metrics: Metrics, { calls }: Services): void {
  const help =
    'Calls to bureau, listings, analysis, messages, scanner, Pix and payouts, retries included: ok, refused, failed'
  const observe = metrics.addDurations('crediario_outside_call_duration_seconds', help, [
    'service',
    'outcome',
  ])
  calls.follow((service, { outcome, durationMs }) => observe({ service, outcome }, durationMs / 1000))
  const open = '1 while calls to this service fail at once, because it failed too often'
  metrics.addGauges(
    'crediario_outside_breaker_open',
    open,
    'service',
    async () => new Map([...calls.breakers].map(([service, isOpen]) => [service, Number(isOpen)])),
  )
}

function addSalesFigures(metrics: Metrics, { database, clock, decisionCounts }: Services): void {
  const decisions = 'Credit decisions of this process, by result'
  metrics.addTotals('crediario_decisions_total', decisions, 'result', () => decisionCounts)
  const suspense = 'Payments that could not be credited and wait at the desk'
  metrics.addGauge('crediario_suspense_cases', suspense, () =>
    countOpenCases(database, MOST_COUNTED).catch(() => Number.NaN),
  )
  const unknown: RecentPurchases = { byStatus: new Map(), byStepReached: new Map() }
  let known = Promise.resolve(unknown)
  let readAtMs = Number.NEGATIVE_INFINITY
  const readRecent = (): Promise<RecentPurchases> => {
    if (performance.now() - readAtMs > RECENT_READ_MS) {
      readAtMs = performance.now()
      const since = new Date(clock.now().getTime() - DAY_MS)
      known = countRecentPurchases(database, since, MOST_COUNTED).catch(() => unknown)
    }
    return known
  }
  const recent = 'Purchases authorized within a day, by the status that they have come to'
  metrics.addGauges(
    'crediario_purchases_last_day',
    recent,
    'status',
    async () => (await readRecent()).byStatus,
  )
  const reached = 'Purchases authorized within a day that have come to this step or past it'
  metrics.addGauges(
    'crediario_purchases_reached_last_day',
    reached,
    'step',
    async () => (await readRecent()).byStepReached,
  )
}
