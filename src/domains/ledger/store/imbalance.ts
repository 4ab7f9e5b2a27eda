import type { App } from '../../../app/app.ts'
import { parseIdTime } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { StoredEntry } from './stored-entry.ts'

/** More of them wait only while nothing is sealed; those beyond are counted when they are. */
const MAX_UNSEALED = 2_000
/** Sealed entries that are summed again each time: the newest, and as many from a random position on. */
const SUMMED_AGAIN = 500

const ADD_IMBALANCE: Statement = {
  name: 'ledger.add-imbalance',
  text: `INSERT INTO ledger_sealed_imbalance AS i (centavos) VALUES ($1)
    ON CONFLICT (singleton) DO UPDATE SET centavos = i.centavos + excluded.centavos`,
}
const SELECT_IMBALANCE: Statement = {
  name: 'ledger.imbalance',
  text: `WITH chosen AS MATERIALIZED (
      (SELECT entry_id, false AS is_sealed FROM ledger_unsealed ORDER BY entry_id LIMIT $1)
      UNION (SELECT entry_id, true FROM ledger_seals ORDER BY position DESC LIMIT $2)
      UNION (SELECT entry_id, true FROM ledger_seals WHERE position >= $3 ORDER BY position LIMIT $2)
    ), summed AS MATERIALIZED (
      SELECT is_sealed, abs((SELECT sum(p.amount_centavos) FROM ledger_postings p WHERE p.entry_id = c.entry_id)) AS difference
      FROM chosen c
    )
    SELECT (coalesce(sum(difference) FILTER (WHERE NOT is_sealed), 0) + greatest(
      coalesce(sum(difference) FILTER (WHERE is_sealed), 0), coalesce((SELECT centavos FROM ledger_sealed_imbalance), 0)
    ))::bigint AS imbalance FROM summed`,
}
const OLDEST_UNSEALED: Statement = {
  name: 'ledger.oldest-unsealed',
  text: 'SELECT min(entry_id) AS id FROM ledger_unsealed',
}
const SELECT_LENGTH: Statement = {
  name: 'ledger.length',
  text: 'SELECT coalesce(max(position), 0)::bigint AS length FROM ledger_seals',
}

/** When the oldest entry without a seal was made, by the clock of the program that made it. */
async function findOldestUnsealed(db: Queryable): Promise<Date | undefined> {
  const id = (await db.run<{ id: string | null }>(OLDEST_UNSEALED, []))[0]?.id ?? undefined
  return id === undefined ? undefined : parseIdTime(id)
}

/** Call it with entries that are being sealed. The database refuses unbalanced ones, so there is nothing to write. */
export async function noteImbalance(tx: Transaction, entries: readonly StoredEntry[]): Promise<void> {
  const centavos = entries.reduce((sum, entry) => sum + computeDifference(entry), 0)
  if (centavos > 0) await tx.run(ADD_IMBALANCE, [centavos])
}

function computeDifference({ postings }: StoredEntry): Centavos {
  return Math.abs((postings ?? []).reduce((sum, [, , amountCentavos]) => sum + amountCentavos, 0))
}

/**
 * By how much entries miss zero: all of them as they were when they were sealed, those without a seal and a sample of
 * the others as they are. Any other value than 0 means tampering. The cost does not grow with the books; what was
 * changed after it was sealed is found in the end, and by `ledger verify` for certain.
 */
export async function computeImbalance(db: Queryable): Promise<Centavos> {
  const [{ length } = { length: 0 }] = await db.run<{ length: number }>(SELECT_LENGTH, [])
  const from = Math.floor(Math.random() * length) + 1
  const limits = [MAX_UNSEALED, SUMMED_AGAIN, from]
  return (await db.run<{ imbalance: number }>(SELECT_IMBALANCE, limits))[0]?.imbalance ?? 0
}

const IMBALANCE_READ_MS = 30_000

/** The imbalance is not computed at every scrape. An unavailable database must not hide the other metrics. */
export function addLedgerMetrics(metrics: Metrics, { database, realClock }: App): void {
  let known = { imbalance: Number.NaN, readAtMs: Number.NEGATIVE_INFINITY }
  const help = 'Centavos by which all ledger entries together differ from zero: always 0'
  metrics.addGauge('crediario_ledger_imbalance_centavos', help, async () => {
    if (performance.now() - known.readAtMs > IMBALANCE_READ_MS) {
      const imbalance = await computeImbalance(database).catch(() => Number.NaN)
      known = { imbalance, readAtMs: performance.now() }
    }
    return known.imbalance
  })
  const age = 'Seconds since the oldest ledger entry without a seal was made; 0 when there is none'
  metrics.addGauge('crediario_ledger_unsealed_oldest_seconds', age, () =>
    findOldestUnsealed(database).then(
      madeAt => (madeAt ? Math.max(0, (realClock.now().getTime() - madeAt.getTime()) / 1000) : 0),
      () => Number.NaN,
    ),
  )
}
