import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

/** `BENCH_CONTRACTS=1000000 npm run bench -- closing` is the full run; it needs some 10 GB of disk. */
const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 100_000)
/** A million contracts in ten minutes. */
const GOAL_PER_SECOND = 1_000_000 / 600
const MEMORY_MEGABYTES = 64
const AT_ONCE = 50_000

interface ClosingReport {
  readonly contracts: number
  readonly differences: readonly string[]
  readonly bookedMs: number
  readonly closedMs: number
  readonly earlyMegabytes: number
  readonly peakMegabytes: number
}

const ID = `lpad(to_hex(n), 24, '0')`

/** Running contracts of twelve installments, of which up to three are paid; the last month end is not booked. */
const ADD_LOANS = `INSERT INTO loans (transaction_id, retailer_id, started_on, first_due_date, interest_rate_pm,
    interest_centavos, fee_centavos, retention_centavos, open_centavos, unearned_centavos, deferred_fee_centavos,
    deferred_retention_centavos, accrued_through, next_accrual, ended_on, provided_through)
  SELECT ${ID}, $1, due - 30, due, (ARRAY[1.99, 3.99, 4.99])[n % 3 + 1], 30000, 1500, 4860,
    array_fill(0::bigint, ARRAY[n % 4]) || array_fill(13000::bigint, ARRAY[12 - n % 4]), 30000, 1500, 4860,
    NULL, '2026-03-31', NULL, '2026-02-28'
  FROM generate_series($2::integer, $3::integer) n,
    LATERAL (SELECT (date '2026-03-05' + n % 56 - make_interval(months => n % 4))::date AS due) d`

const ADD_ENTRIES = `INSERT INTO ledger_entries (id, kind, retailer_id, transaction_id, reference, occurred_at, booked_on, memo, mac)
  SELECT e.prefix || lpad(to_hex(n), 20, '0'), e.kind, $1, ${ID}, e.kind || ':' || e.prefix || n, e.day, e.day::date, '{}', decode(repeat('00', 32), 'hex')
  FROM generate_series($2::integer, $3::integer) n,
    LATERAL (SELECT 'c000' AS prefix, 'contract' AS kind, timestamptz '2026-01-05 15:00Z' AS day
      UNION ALL SELECT 'd00' || k, 'payment', timestamptz '2026-02-01 15:00Z' + make_interval(days => k)
      FROM generate_series(1, n % 4) k) e`

const ADD_POSTINGS = `INSERT INTO ledger_postings (entry_id, line, account, amount_centavos)
  SELECT 'c000' || lpad(to_hex(n), 20, '0'), p.line, p.account, p.amount
  FROM generate_series($2::integer, $3::integer) n,
    LATERAL (VALUES (1, 'customer:' || ${ID}, 156000), (2, 'unearned-interest:' || ${ID}, -30000),
      (3, 'deferred-fee:' || ${ID}, -1500), (4, 'deferred-retention:' || ${ID}, -4860), (5, 'iof-payable', -2600),
      (6, 'commission-payable:' || $1, -2400), (7, 'retailer:' || $1, -114640)) p(line, account, amount)
  UNION ALL SELECT 'd00' || k || lpad(to_hex(n), 20, '0'), p.line, p.account, p.amount
  FROM generate_series($2::integer, $3::integer) n, generate_series(1, n % 4) k,
    LATERAL (VALUES (1, 'bank:' || $1, 13000), (2, 'customer:' || ${ID}, -13000)) p(line, account, amount)`

/** The month end of a large book: snapshot, comparison and seal, after its chores have booked interest and provisions. */
export async function benchClosing(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    await fill(stage)
    const report = await close(stage)
    return [describeSpeed(report), describeMemory(report)]
  } finally {
    await stage.close()
  }
}

async function fill(stage: PurchaseStage): Promise<void> {
  for (const table of ['ledger_entries', 'ledger_postings'])
    await stage.run(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (let first = 1; first <= CONTRACTS; first += AT_ONCE) {
    const values = [stage.retailerId, first, Math.min(CONTRACTS, first + AT_ONCE - 1)]
    for (const text of [ADD_LOANS, ADD_ENTRIES, ADD_POSTINGS]) await stage.run(text, values)
  }
  for (const table of ['ledger_entries', 'ledger_postings'])
    await stage.run(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await stage.run('VACUUM ANALYZE loans, ledger_entries, ledger_postings')
}

async function close(stage: PurchaseStage): Promise<ClosingReport> {
  const entry = join(import.meta.dirname, 'purchases', 'closing-worker.ts')
  const worker = fork(entry, {
    env: { ...process.env, CLOSING_CONNECTION: JSON.stringify(stage.connection) },
    stdio: 'inherit',
  })
  const [report] = (await once(worker, 'message')) as [ClosingReport]
  return report
}

function describeSpeed({ contracts, differences, bookedMs, closedMs }: ClosingReport): BenchResult {
  const perSecond = (contracts * 1_000) / closedMs
  return {
    claim: 'the closing of a million contracts takes ten minutes at most, to the centavo',
    ratio: GOAL_PER_SECOND / perSecond,
    goal: 'at most 1',
    ok: contracts === CONTRACTS && differences.length === 0 && perSecond >= GOAL_PER_SECOND,
    figures: {
      contracts,
      'contracts per second': perSecond,
      'seconds of the closing': closedMs / 1_000,
      'seconds of its chores before': bookedMs / 1_000,
      ...(differences[0] === undefined ? {} : { difference: differences[0] }),
    },
  }
}

function describeMemory({ earlyMegabytes, peakMegabytes }: ClosingReport): BenchResult {
  return {
    claim: 'the memory of the closing does not grow with the contracts',
    ratio: peakMegabytes / earlyMegabytes,
    goal: `at most ${MEMORY_MEGABYTES} MB above the first quarter`,
    ok: peakMegabytes - earlyMegabytes <= MEMORY_MEGABYTES,
    figures: { 'first quarter MB': earlyMegabytes, 'peak MB': peakMegabytes },
  }
}
