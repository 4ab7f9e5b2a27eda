import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describeLoad, getMedian, type LoadResult } from './http/load.ts'
import { createOptionStock } from './purchases/option-stock.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import { authorizeFor } from './purchases.ts'
import type { BenchResult } from './result.ts'

const LOANS = Number(process.env.BENCH_LOANS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** A million loans in one hour of the night. */
const GOAL_PER_SECOND = 1_000_000 / 3_600
const MEMORY_MEGABYTES = 64
const SLOWER = 1.1

interface AccrualReport {
  readonly accrued: number
  readonly elapsedMs: number
  readonly earlyMegabytes: number
  readonly peakMegabytes: number
}

/** Running loans of all ages, of which one month end is not booked. */
const ADD_LOANS = `INSERT INTO loans (transaction_id, retailer_id, started_on, first_due_date, interest_rate_pm,
    interest_centavos, fee_centavos, retention_centavos, open_centavos, unearned_centavos, deferred_fee_centavos,
    deferred_retention_centavos, accrued_through, next_accrual, ended_on)
  SELECT lpad(to_hex(n), 24, '0'), $1, due - 30, due, (ARRAY[1.99, 3.99, 4.99])[n % 3 + 1], 30000, 1500, 4860,
    array_fill(13000 + (n % 997), ARRAY[12]), 30000, 1500, 4860, NULL, '2026-03-31', NULL
  FROM generate_series(1, $2::integer) n, LATERAL (SELECT date '2026-03-05' + n % 56 AS due) d`

/** What loans earned in a month is booked by a chore, beside requests. */
export async function benchAccrual(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    await stage.run(ADD_LOANS, [stage.retailerId, LOANS])
    await stage.run('VACUUM ANALYZE loans')
    const report = await finish(
      startWorker(stage, { ACCRUAL_NOW: '2026-04-02T12:00:00Z', ACCRUAL_DUTY: '1' }),
    )
    const results = [describeSpeed(report), describeMemory(report)]
    return ROUNDS === 0 ? results : [...results, await benchBeside(stage)]
  } finally {
    await stage.close()
  }
}

function describeSpeed({ accrued, elapsedMs }: AccrualReport): BenchResult {
  const perSecond = (accrued * 1_000) / elapsedMs
  return {
    claim: 'the accrual of a million loans takes an hour at most',
    ratio: GOAL_PER_SECOND / perSecond,
    goal: 'at most 1',
    ok: accrued === LOANS && perSecond >= GOAL_PER_SECOND,
    figures: { loans: accrued, 'loans per second': perSecond },
  }
}

function describeMemory({ earlyMegabytes, peakMegabytes }: AccrualReport): BenchResult {
  return {
    claim: 'the memory of the accrual does not grow with the loans',
    ratio: peakMegabytes / earlyMegabytes,
    goal: `at most ${MEMORY_MEGABYTES} MB above the first quarter`,
    ok: peakMegabytes - earlyMegabytes <= MEMORY_MEGABYTES,
    figures: { 'first quarter MB': earlyMegabytes, 'peak MB': peakMegabytes },
  }
}

/** /authorize with and without the chore beside it, alternating. The loans have years of month ends to catch up with. */
async function benchBeside(stage: PurchaseStage): Promise<BenchResult> {
  const ours = await stage.startOurs()
  const stock = await createOptionStock(stage, ours)
  const measured = { alone: [] as LoadResult[], beside: [] as LoadResult[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const alone = await authorizeFor(stage, ours, stock)
    const worker = startWorker(stage, { ACCRUAL_NOW: '2028-04-02T12:00:00Z' })
    const beside = await authorizeFor(stage, ours, stock)
    worker.kill('SIGTERM')
    await finish(worker)
    // The first round is warm-up.
    if (round === 0) continue
    measured.alone.push(alone)
    measured.beside.push(beside)
  }
  await ours.stop()
  const [alone, beside] = [getMedian(measured.alone), getMedian(measured.beside)]
  const ratio = alone.requestsPerSecond / beside.requestsPerSecond
  return {
    claim: '/authorize while loans are accrued',
    ratio,
    goal: `at most ${SLOWER} × the time without`,
    ok: ratio <= SLOWER,
    figures: { ...describeLoad('alone', alone), ...describeLoad('beside', beside) },
  }
}

function startWorker(stage: PurchaseStage, env: Readonly<Record<string, string>>): ChildProcess {
  const entry = join(import.meta.dirname, 'purchases', 'accrual-worker.ts')
  const connection = JSON.stringify(stage.connection)
  return fork(entry, { env: { ...process.env, ACCRUAL_CONNECTION: connection, ...env }, stdio: 'inherit' })
}

async function finish(worker: ChildProcess): Promise<AccrualReport> {
  const [report] = (await once(worker, 'message')) as [AccrualReport]
  return report
}
