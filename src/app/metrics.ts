import { countLateRemovals } from '../domains/collection/listing-store.ts'
import { addLedgerMetrics } from '../domains/ledger/store/imbalance.ts'
import { addLoanMetrics } from '../domains/loans/reports.ts'
import { addPayoutMetrics } from '../domains/payouts/metrics.ts'
import { countRecentPurchases } from '../domains/purchases/store/lists.ts'
import { addReceivableMetrics } from '../domains/receivables/metrics.ts'
import { type DifferenceCase, listDifferences } from '../domains/statements/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import type { Database } from '../platform/db/database.ts'
import { countDeadJobs, listSecondsSinceSuccess, readDueJobs } from '../platform/jobs/queue.ts'
import type { Siblings } from '../platform/processes/siblings.ts'
import { VERSION } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { App } from './app.ts'
import type { Role } from './config/config.ts'

/** Counting stops here. */
const COUNTED = 10_000

/** Metrics of the domains, in addition to those of requests and webhooks. */
export function addFigures(metrics: Metrics, services: App): void {
  addLedgerMetrics(metrics, services)
  addDeadJobsGauge(metrics, services.database)
  addReceivableMetrics(metrics, services)
  addDifferencesGauge(metrics, services)
  addTimeGauges(metrics, services)
  addPurchaseTotals(metrics, services.authorizations)
  addPayoutMetrics(metrics, services)
  addRemovalGauge(metrics, services)
  addLoanMetrics(metrics, services)
  addLoadFigures(metrics, services)
}

function addDeadJobsGauge(metrics: Metrics, database: Database): void {
  const help = 'Background jobs given up, waiting for an operator'
  metrics.addGauge('crediario_dead_jobs', help, () => countDeadJobs(database).catch(() => Number.NaN))
}

function addDifferencesGauge(metrics: Metrics, { database, deploymentClock: clock }: App): void {
  const read = (pick: (cases: readonly DifferenceCase[]) => number) => () =>
    listDifferences(database, COUNTED).then(pick, () => Number.NaN)
  const help = 'Differences between books and bank statements waiting for an explanation'
  metrics.addGauge(
    'crediario_bank_differences',
    help,
    read(cases => cases.length),
  )
  const age = 'Seconds since the oldest of them was found; 0 when there is none'
  const computeAge = ([oldest]: readonly DifferenceCase[]): number =>
    oldest === undefined ? 0 : (clock.now().getTime() - oldest.openedAt.getTime()) / 1000
  metrics.addGauge('crediario_bank_differences_oldest_seconds', age, read(computeAge))
}

function addTimeGauges(metrics: Metrics, { database, deploymentClock: clock }: App): void {
  const skew = 'Seconds by which the clock of this machine is ahead of the database’s'
  metrics.addGauge('crediario_clock_skew_seconds', skew, () => clock.skewMs / 1000)
  const age = 'Seconds since any worker last completed each periodic job'
  const read = (): Promise<ReadonlyMap<string, number>> =>
    listSecondsSinceSuccess(database).catch(() => new Map<string, number>())
  metrics.addGauges('crediario_chore_seconds_since_success', age, 'chore', read)
}

function addRemovalGauge(metrics: Metrics, { database, deploymentClock: clock }: App): void {
  const help = 'Debts not removed from the credit bureau within the legal deadline: always 0'
  metrics.addGauge('crediario_listing_removals_late', help, () =>
    countLateRemovals(database, calendarDateAt(clock.now())).catch(() => Number.NaN),
  )
}

function addPurchaseTotals(metrics: Metrics, { countBySource }: App['authorizations']): void {
  const help = 'Purchases that this process authorized, by the source of the sale'
  metrics.addTotals('crediario_purchases_total', help, 'source', () => countBySource)
}

const DAY_MS = 24 * 3_600_000
const RECENT_READ_MS = 30_000
type Recent = Awaited<ReturnType<typeof countRecentPurchases>>
/** Counting stops here, so that a metric does not cost more when the queue is long. */
const MOST_COUNTED = 10_000

/** Metrics of this process, its queue and its sales. */
function addLoadFigures(metrics: Metrics, services: App): void {
  const build = new Map([[VERSION, 1]])
  metrics.addGauges(
    'crediario_build_info',
    '1, labelled with the running version',
    'version',
    async () => build,
  )
  addPoolGauge(metrics, services.database)
  addQueueGauges(metrics, services)
  addCallMetrics(metrics, services)
  addSalesFigures(metrics, services)
}

function addPoolGauge(metrics: Metrics, database: Database): void {
  const help = 'Database connections of this process, busy or idle, and callers waiting for one'
  metrics.addGauges(
    'crediario_database_connections',
    help,
    'state',
    async () => new Map(Object.entries(database.readPool())),
  )
}

function addQueueGauges(metrics: Metrics, { database, clock }: App): void {
  const unknown = { count: Number.NaN, oldestSeconds: Number.NaN }
  const read = () => readDueJobs(database, clock.now(), MOST_COUNTED).catch(() => unknown)
  const due = 'Background jobs that are due or running'
  metrics.addGauge('crediario_jobs_due', due, async () => (await read()).count)
  const age = 'Seconds since the oldest of them was due; 0 when there is none'
  metrics.addGauge('crediario_jobs_oldest_due_seconds', age, async () => (await read()).oldestSeconds)
}

function addCallMetrics(metrics: Metrics, { calls }: App): void {
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

function addSalesFigures(metrics: Metrics, { database, clock, decisionCounts }: App): void {
  const decisions = 'Credit decisions of this process, by result'
  metrics.addTotals('crediario_decisions_total', decisions, 'result', () => decisionCounts)
  const unknown: Recent = { byStatus: new Map(), byStepReached: new Map() }
  let known = Promise.resolve(unknown)
  let readAtMs = Number.NEGATIVE_INFINITY
  const readRecent = (): Promise<Recent> => {
    if (performance.now() - readAtMs > RECENT_READ_MS) {
      readAtMs = performance.now()
      const since = new Date(clock.now().getTime() - DAY_MS)
      known = countRecentPurchases(database, since, MOST_COUNTED).catch(() => unknown)
    }
    return known
  }
  const recent = 'Purchases authorized within a day, by current status'
  metrics.addGauges(
    'crediario_purchases_last_day',
    recent,
    'status',
    async () => (await readRecent()).byStatus,
  )
  const reached = 'Purchases authorized within a day that have reached this step'
  metrics.addGauges(
    'crediario_purchases_reached_last_day',
    reached,
    'step',
    async () => (await readRecent()).byStepReached,
  )
}

/** Processes of this machine, as their supervisor counts them; a process started alone counts itself. */
export function addProcessFigures(metrics: Metrics, role: Role, siblings: Siblings | undefined): void {
  const alone = new Map([[role as string, 1]])
  const running = 'Processes of this program on this machine, by role'
  metrics.addGauges('crediario_processes', running, 'part', async () =>
    siblings === undefined ? alone : new Map(Object.entries(siblings.figures.running)),
  )
  const restarts = 'Processes that exited unexpectedly and were restarted'
  metrics.addTotal('crediario_process_restarts_total', restarts, () => siblings?.figures.restarts ?? 0)
}
