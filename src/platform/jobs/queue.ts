import { computeBackoffMs } from '../../kernel/backoff.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database, Queryable, Statement, Transaction } from '../db/database.ts'

interface NewJob {
  readonly kind: string
  /** What the job is about. A second job with the same key, enqueued before the first has run, is merged into it. */
  readonly key: string
  /** By the deployment's clock. */
  readonly runAt: Date
  readonly payload: unknown
}

/*
 * Enqueuing a dead job revives it. Enqueuing a running job makes it run once more: it may have read the data before the
 * change that enqueues it now.
 */
const ENQUEUE: Statement = {
  name: 'jobs.enqueue',
  text: `INSERT INTO jobs AS j (id, kind, intent, payload, run_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (kind, intent) DO UPDATE SET payload = excluded.payload, run_at = least(j.run_at, excluded.run_at),
      asked = j.asked + 1, attempts = CASE WHEN j.dead_at IS NULL THEN j.attempts ELSE 0 END, dead_at = NULL`,
}
/*
 * A new slot replaces the previous one, run time included: a process that has not yet seen the clock move must not run
 * a slot that is in the future by its own clock.
 */
const ENQUEUE_SLOT: Statement = {
  name: 'jobs.enqueue-slot',
  text: `INSERT INTO jobs AS j (id, kind, intent, payload, run_at) VALUES ($1, $2, 'schedule', 'null', $3)
    ON CONFLICT (kind, intent) DO UPDATE SET run_at = excluded.run_at, asked = j.asked + 1,
      attempts = CASE WHEN j.dead_at IS NULL THEN j.attempts ELSE 0 END, dead_at = NULL`,
}
/*
 * Decides which worker fires the slot: only one of them gets a row back. A slot that is still ahead of the deployment's
 * time, as the database knows it, was recorded by a wrong clock: it must not stop the schedule until then.
 */
const FIRE: Statement = {
  name: 'jobs.fire-schedule',
  text: `INSERT INTO job_schedules AS s (name, fired_slot) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET fired_slot = excluded.fired_slot
      WHERE s.fired_slot < excluded.fired_slot OR s.fired_slot > greatest(excluded.fired_slot,
        clock_timestamp() + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond')
        + interval '1 minute'
    RETURNING name`,
}
const NOTE_SUCCESS: Statement = {
  name: 'jobs.note-success',
  text: 'UPDATE job_schedules SET succeeded_at = clock_timestamp() WHERE name = $1',
}
const LIST_SUCCESSES: Statement = {
  name: 'jobs.list-successes',
  text: `SELECT name, extract(epoch FROM clock_timestamp() - succeeded_at)::float8 AS "seconds" FROM job_schedules`,
}
const LIST_DEAD: Statement = {
  name: 'jobs.list-dead',
  text: `SELECT id, kind, intent AS key, attempts, last_error, dead_at
    FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT $1`,
}
const COUNT_DEAD: Statement = {
  name: 'jobs.count-dead',
  text: 'SELECT count(*) AS count FROM jobs WHERE dead_at IS NOT NULL',
}
/** The age of what is due; workers that keep up leave nothing due for long. */
const READ_DUE: Statement = {
  name: 'jobs.read-due',
  text: `SELECT (SELECT count(*)::integer FROM (SELECT FROM jobs WHERE dead_at IS NULL AND run_at <= $1 LIMIT $2) due) AS count,
    (SELECT min(run_at) FROM jobs WHERE dead_at IS NULL) AS oldest_at`,
}
const REVIVE: Statement = {
  name: 'jobs.revive',
  text: `UPDATE jobs SET dead_at = NULL, attempts = 0, run_at = $2 WHERE id = $1 AND dead_at IS NOT NULL RETURNING id`,
}

/** Written in the transaction of the business change: both are committed, or neither. */
export async function enqueueJob(on: Queryable, job: NewJob): Promise<void> {
  await on.run(ENQUEUE, listValues(job))
}

/** As `enqueueJob`, without waiting for it: the statement travels with those that follow. */
export function sendJob(tx: Transaction, job: NewJob): void {
  tx.send(ENQUEUE, listValues(job))
}

function listValues({ kind, key, payload, runAt }: NewJob): unknown[] {
  return [newId(), kind, key, JSON.stringify(payload ?? null), runAt]
}

export interface Schedule {
  /** Also the kind of the job that does the work. */
  readonly name: string
  readonly everyMs: number
}

/** True for the one worker that fired the slot. Slots missed while no worker ran are not made up for. */
export function fireSchedule(database: Database, { name }: Schedule, slot: Date): Promise<boolean> {
  return database.transaction(async tx => {
    const won = await tx.run(FIRE, [name, slot])
    if (won.length === 0) return false
    await tx.run(ENQUEUE_SLOT, [newId(), name, slot])
    return true
  })
}

export async function noteSuccess(db: Queryable, name: string): Promise<void> {
  await db.run(NOTE_SUCCESS, [name])
}

/** The seconds since each schedule last completed, by the database's clock. */
export async function listSecondsSinceSuccess(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.run<{ name: string; seconds: number }>(LIST_SUCCESSES, [])
  return new Map(rows.map(({ name, seconds }) => [name, seconds]))
}

interface DeadJob {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly attempts: number
  readonly lastError: string | null
  readonly deadAt: Date
}

/** Newest first. */
export function listDeadJobs(db: Queryable, limit: number): Promise<DeadJob[]> {
  return db.run<DeadJob>(LIST_DEAD, [limit])
}

export async function countDeadJobs(db: Queryable): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_DEAD, []))[0]?.count ?? 0
}

interface DueJobs {
  /** Up to a limit. */
  readonly count: number
  readonly oldestSeconds: number
}

export async function readDueJobs(db: Queryable, now: Date, limit: number): Promise<DueJobs> {
  const [row] = await db.run<{ count: number; oldestAt: Date | null }>(READ_DUE, [now, limit])
  const waitedMs = row === undefined || row.oldestAt === null ? 0 : now.getTime() - row.oldestAt.getTime()
  return { count: row?.count ?? 0, oldestSeconds: Math.max(0, waitedMs / 1000) }
}

/** False when no dead job has that id. */
export async function reviveJob(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (await db.run(REVIVE, [id, now])).length > 0
}

/** Twelve attempts take a little more than an hour. */
export const MAX_ATTEMPTS = 12
const RETRY = { firstMs: 2_000, longestMs: 3_600_000 }

export const computeRetryDelayMs = (attempts: number, chance?: number): number =>
  computeBackoffMs(attempts - 1, RETRY, chance)

/** Thrown by a handler that has nothing to do before a certain time: counts neither as a failure nor as an attempt. */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date) {
    super(`the job waits until ${runAt.toISOString()}`)
    this.runAt = runAt
  }
}
