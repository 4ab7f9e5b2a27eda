import { newId } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../db/database.ts'
import { scrubLine } from '../telemetry/scrub.ts'

export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly payload: unknown
  /** Includes the current attempt. */
  readonly attempts: number
  readonly asked: number
  readonly claimId: string
}

/** A job is free when no worker holds a lease on it, or the lease has expired. */
const FREE = '(leased_until IS NULL OR leased_until <= clock_timestamp())'

/*
 * An attempt is counted when the job is claimed, not when it fails: a job that crashes its worker must also run out of
 * attempts. Only kinds that this program knows are claimed, so that an older version leaves the jobs of a newer one
 * alone.
 */
const CLAIM: Statement = {
  name: 'jobs.claim',
  text: `WITH due AS MATERIALIZED (
      SELECT id FROM jobs WHERE dead_at IS NULL AND run_at <= $1 AND ${FREE} AND kind = ANY ($2)
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE jobs j SET claim_id = $3, leased_until = clock_timestamp() + $4 * interval '1 millisecond', attempts = j.attempts + 1
    FROM due WHERE j.id = due.id
    RETURNING j.id, j.kind, j.intent AS key, j.payload, j.attempts, j.asked, j.claim_id`,
}
const COUNT_HELD: Statement = {
  name: 'jobs.count-held',
  text: `SELECT count(*) AS count FROM jobs WHERE dead_at IS NULL AND run_at <= $1 AND NOT ${FREE} AND kind = ANY ($2)`,
}
const RENEW: Statement = {
  name: 'jobs.renew',
  text: `UPDATE jobs SET leased_until = clock_timestamp() + $3 * interval '1 millisecond'
    WHERE id = $1 AND claim_id = $2 RETURNING id`,
}
const REMOVE: Statement = {
  name: 'jobs.remove-done',
  text: 'DELETE FROM jobs WHERE id = $1 AND claim_id = $2 AND asked = $3 RETURNING id',
}
const RELEASE: Statement = {
  name: 'jobs.release-done',
  text: 'UPDATE jobs SET claim_id = NULL, leased_until = NULL, attempts = 0 WHERE id = $1 AND claim_id = $2',
}
const POSTPONE: Statement = {
  name: 'jobs.postpone',
  text: `UPDATE jobs SET claim_id = NULL, leased_until = NULL, run_at = $3, last_error = $4 WHERE id = $1 AND claim_id = $2`,
}
/* Asked for again meanwhile, it runs at once: what has changed may be what it waits for. */
const RESUME: Statement = {
  name: 'jobs.resume-later',
  text: `UPDATE jobs SET claim_id = NULL, leased_until = NULL, attempts = 0,
      run_at = CASE WHEN asked = $3 THEN $4 ELSE run_at END
    WHERE id = $1 AND claim_id = $2`,
}
const MARK_DEAD: Statement = {
  name: 'jobs.bury',
  text: `UPDATE jobs SET claim_id = NULL, leased_until = NULL, dead_at = $3, last_error = coalesce($4, last_error)
    WHERE id = $1 AND claim_id = $2`,
}

export async function claimJob(
  db: Queryable,
  wanted: { readonly now: Date; readonly kinds: readonly string[]; readonly leaseMs: number },
): Promise<ClaimedJob | undefined> {
  const { now, kinds, leaseMs } = wanted
  return (await db.run<ClaimedJob>(CLAIM, [now, kinds, newId(), leaseMs]))[0]
}

/** Due jobs that a worker is running now. */
export async function countHeldJobs(db: Queryable, now: Date, kinds: readonly string[]): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_HELD, [now, kinds]))[0]?.count ?? 0
}

/** False when the lease had expired and another worker claimed the job. */
export async function renewClaim(db: Queryable, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  return (await db.run(RENEW, [job.id, job.claimId, leaseMs])).length > 0
}

export async function finishJob(db: Queryable, job: ClaimedJob): Promise<void> {
  const removed = await db.run(REMOVE, [job.id, job.claimId, job.asked])
  if (removed.length === 0) await db.run(RELEASE, [job.id, job.claimId])
}

export async function postponeJob(
  db: Queryable,
  job: ClaimedJob,
  failure: { readonly runAt: Date; readonly error: string },
): Promise<void> {
  await db.run(POSTPONE, [job.id, job.claimId, failure.runAt, failure.error])
}

export async function resumeJobLater(db: Queryable, job: ClaimedJob, runAt: Date): Promise<void> {
  await db.run(RESUME, [job.id, job.claimId, job.asked, runAt])
}

export async function markJobDead(
  db: Queryable,
  job: ClaimedJob,
  death: { readonly at: Date; readonly error: string | null },
): Promise<void> {
  await db.run(MARK_DEAD, [job.id, job.claimId, death.at, death.error])
}

const MAX_LENGTH = 500

/**
 * Stored with the job for the operator. The text of a database error may quote a person's row, so only its code is
 * kept.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const isFromDatabase = 'severity' in error && 'routine' in error
  const message = isFromDatabase ? '' : `: ${error.message}`
  const line = scrubLine(JSON.stringify(`${error.constructor.name}${code}${message}`.slice(0, MAX_LENGTH)))
  return String(JSON.parse(line))
}
