import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TestClock } from '../../../test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createLog } from '../telemetry/log.ts'
import {
  computeRetryDelayMs,
  countDeadJobs,
  enqueueJob,
  fireSchedule,
  JobPostponed,
  listDeadJobs,
  listSecondsSinceSuccess,
  MAX_ATTEMPTS,
  reviveJob,
} from './queue.ts'
import { createJobRunner, type JobHandler, type JobRunnerOptions } from './runner.ts'

let db: TestDatabase
let clock: TestClock

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())
beforeEach(async () => {
  clock = new TestClock()
  await db.database.run({ name: '', text: 'TRUNCATE jobs, job_schedules' }, [])
})

function newRunner(handlers: Record<string, JobHandler>, options: Partial<JobRunnerOptions> = {}) {
  const log = createLog({ level: 'silent' })
  const runner = createJobRunner({ database: db.database, clock, log, pollMs: 20, ...options })
  runner.register(handlers)
  return runner
}

const job = (key: string, payload: unknown = null, runAt = clock.now()) => ({
  kind: 'work',
  key,
  runAt,
  payload,
})
const countJobs = async (): Promise<number> =>
  (await db.database.run<{ n: number }>({ name: '', text: 'SELECT count(*) AS n FROM jobs' }, []))[0]?.n ?? -1

test('a job exists exactly when the change that enqueued it was committed', async () => {
  const seen: unknown[] = []
  const runner = newRunner({ work: async payload => seen.push(payload) })
  await assert.rejects(
    db.database.transaction(async tx => {
      await enqueueJob(tx, job('rolled back'))
      throw new Error('the change failed')
    }),
  )
  await db.database.transaction(tx => enqueueJob(tx, job('kept', { a: [1, 'two'] })))
  assert.equal(await runner.runDueJobs(), 1)
  assert.deepEqual(seen, [{ a: [1, 'two'] }])
  assert.equal(await countJobs(), 0)
})

test('a job enqueued many times before it runs is run once, at the earliest time and with the last payload', async () => {
  const seen: unknown[] = []
  const runner = newRunner({ work: async payload => seen.push(payload) })
  const later = new Date(clock.now().getTime() + 60_000)
  await enqueueJob(db.database, job('one', 1, later))
  await Promise.all(Array.from({ length: 10 }, () => enqueueJob(db.database, job('one', 2))))
  assert.equal(await runner.runDueJobs(), 1)
  assert.deepEqual(seen, [2])
})

test('a job enqueued while it runs is run once more', async () => {
  let runs = 0
  const runner = newRunner({
    async work() {
      runs += 1
      if (runs === 1) await enqueueJob(db.database, job('one'))
    },
  })
  await enqueueJob(db.database, job('one'))
  await runner.runDueJobs()
  assert.equal(runs, 2)
  assert.equal(await countJobs(), 0)
})

test('a job waits for its time by the deployment’s clock', async () => {
  const runner = newRunner({ work: async () => {} })
  await enqueueJob(db.database, job('tomorrow', null, new Date(clock.now().getTime() + 86_400_000)))
  assert.equal(await runner.runDueJobs(), 0)
  clock.advance({ days: 1 })
  assert.equal(await runner.runDueJobs(), 1)
})

test('a job that has nothing to do yet runs at the time that it names, without an attempt or a failure', async () => {
  const attempts: number[] = []
  const due = new Date(clock.now().getTime() + 60_000)
  const runner = newRunner({
    async work(_, { attempt }) {
      attempts.push(attempt)
      if (clock.now() < due) throw new JobPostponed(due)
    },
  })
  await enqueueJob(db.database, job('waiting'))
  assert.equal(await runner.runDueJobs(), 1)
  clock.advance({ ms: 59_999 })
  assert.equal(await runner.runDueJobs(), 0)
  clock.advance({ ms: 1 })
  assert.equal(await runner.runDueJobs(), 1)
  assert.deepEqual(attempts, [1, 1])
  assert.equal(await countJobs(), 0)
})

test('two workers share one queue: each job runs on one of them, and both get jobs', async () => {
  const runs = new Map<string, string[]>()
  const handler =
    (worker: string): JobHandler =>
    async payload => {
      runs.set(String(payload), [...(runs.get(String(payload)) ?? []), worker])
      await delay(2)
    }
  const workers = ['a', 'b'].map(name => newRunner({ work: handler(name) }))
  await Promise.all(Array.from({ length: 100 }, (_, n) => enqueueJob(db.database, job(`j${n}`, n))))
  await Promise.all(workers.map(worker => worker.runDueJobs()))
  assert.equal(runs.size, 100)
  assert.deepEqual(
    [...runs.values()].filter(by => by.length !== 1),
    [],
  )
  assert.equal(new Set([...runs.values()].flat()).size, 2)
})

test('a failed job is retried after a growing delay, and is kept as dead after the last attempt', async () => {
  const times: number[] = []
  const runner = newRunner({
    async work() {
      times.push(clock.now().getTime())
      throw new Error('no luck for maria@example.com, CPF 529.982.247-25')
    },
  })
  await enqueueJob(db.database, job('unlucky'))
  assert.equal(await runner.runDueJobs(), 1)
  assert.equal(await runner.runDueJobs(), 0)
  for (let hours = 0; hours < 24 * 60 && (await countDeadJobs(db.database)) === 0; hours++) {
    clock.advance({ minutes: 1 })
    await runner.runDueJobs()
  }
  assert.equal(times.length, MAX_ATTEMPTS)
  const [dead] = await listDeadJobs(db.database, 10)
  assert.equal(dead?.key, 'unlucky')
  assert.equal(dead?.attempts, MAX_ATTEMPTS)
  assert.equal(dead?.lastError, 'Error: no luck for [email], CPF [number]')
  clock.advance({ days: 10 })
  assert.equal(await runner.runDueJobs(), 0)
  assert.equal(await reviveJob(db.database, dead?.id ?? '', clock.now()), true)
  assert.equal(await runner.runDueJobs(), 1)
})

test('retry delays double up to an hour and have jitter', () => {
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
    const middle = Math.min(3_600_000, 1_000 * 2 ** attempts)
    assert.equal(computeRetryDelayMs(attempts, 0), middle * 0.75)
    assert.equal(computeRetryDelayMs(attempts, 0.5), middle)
    assert.ok(computeRetryDelayMs(attempts, 0.999) < middle * 1.25)
  }
})

test('a schedule fires once per slot however many workers run, and once for slots that were missed', async () => {
  let runs = 0
  const workers = Array.from({ length: 3 }, () => {
    const runner = createJobRunner({ database: db.database, clock, log: createLog({ level: 'silent' }) })
    const tick = async (): Promise<void> => {
      runs += 1
    }
    runner.register({ tick }, [{ name: 'tick', everyMs: 60_000 }])
    return runner
  })
  const round = () => Promise.all(workers.map(worker => worker.runDueJobs()))
  for (let minute = 1; minute <= 5; minute++) {
    await round()
    await round()
    assert.equal(runs, minute)
    clock.advance({ minutes: 1 })
  }
  clock.advance({ days: 30 })
  await round()
  assert.equal(runs, 6)
})

test('a worker that has not seen a moved clock does not use up the slot of one that has', async () => {
  const slow = new TestClock()
  const seen: number[] = []
  const [ahead, behind] = [clock, slow].map(its => {
    const runner = createJobRunner({ database: db.database, clock: its, log: createLog({ level: 'silent' }) })
    runner.register({ tick: async () => seen.push(its.now().getTime()) }, [{ name: 'tick', everyMs: 60_000 }])
    return runner
  })
  await behind?.runDueJobs()
  clock.advance({ days: 4 })
  await enqueueSlotOf(clock.now())
  assert.equal(await behind?.runDueJobs(), 0)
  assert.equal(await ahead?.runDueJobs(), 1)
  assert.deepEqual(seen, [slow.now().getTime(), clock.now().getTime()])
})

const enqueueSlotOf = (now: Date): Promise<boolean> =>
  fireSchedule(
    db.database,
    { name: 'tick', everyMs: 60_000 },
    new Date(Math.floor(now.getTime() / 60_000) * 60_000),
  )

test('a stopping worker claims no new jobs and waits for the running ones', async () => {
  const finished: unknown[] = []
  const released = Promise.withResolvers<void>()
  const runner = newRunner(
    {
      async work(payload) {
        await released.promise
        finished.push(payload)
      },
    },
    { lanes: 1 },
  )
  await enqueueJob(db.database, job('first', 1))
  await enqueueJob(db.database, job('second', 2, new Date(clock.now().getTime())))
  runner.start()
  while (!(await isHeld())) await delay(5)
  const stopped = runner.stop()
  released.resolve()
  await stopped
  assert.equal(finished.length, 1)
  assert.equal(await countJobs(), 1)
})

test('a stopping worker waits up to a deadline, then aborts the jobs that still run', async () => {
  let wasAborted = false
  const runner = newRunner(
    {
      work: (_payload, { signal }) =>
        new Promise(resolve =>
          signal.addEventListener('abort', () => {
            wasAborted = true
            resolve(undefined)
          }),
        ),
    },
    { stopMs: 50 },
  )
  await enqueueJob(db.database, job('endless'))
  runner.start()
  while (!(await isHeld())) await delay(5)
  await runner.stop()
  assert.equal(wasAborted, true)
  while (await isHeld()) await delay(5)
})

test('a worker limited to some kinds or to a number of jobs leaves the rest alone', async () => {
  const runner = newRunner({ work: async () => {}, other: async () => {} })
  const now = clock.now()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await enqueueJob(db.database, job(key))
  await enqueueJob(db.database, { kind: 'other', key: 'a', runAt: now, payload: null })
  assert.equal(await runner.runDueJobs({ kinds: ['work'], maxJobs: 4 }), 4)
  assert.equal(await runner.runDueJobs({ kinds: ['work'] }), 2)
  assert.equal(await runner.runDueJobs(), 1)
})

test('a job of a kind that this worker does not know is left to one that does', async () => {
  const old = newRunner({ other: async () => {} })
  await enqueueJob(db.database, job('new kind'))
  assert.equal(await old.runDueJobs(), 0)
  assert.equal(await newRunner({ work: async () => {} }).runDueJobs(), 1)
})

/** So long that a busy machine renews it in time. */
const LEASE_MS = 1_000

test('a job that runs longer than its lease keeps the lease by renewing it', async () => {
  let runs = 0
  const readLease = async (): Promise<number> => {
    const text = 'SELECT leased_until AS until FROM jobs WHERE claim_id IS NOT NULL'
    const [row] = await db.database.run<{ until: Date }>({ name: '', text }, [])
    return row?.until.getTime() ?? Number.NaN
  }
  const handlers = {
    async work() {
      runs += 1
      const firstEnd = await readLease()
      // By now it would have ended, were it not renewed.
      while ((await readLease()) < firstEnd + LEASE_MS) await delay(20)
    },
  }
  const workers = [newRunner(handlers, { leaseMs: LEASE_MS }), newRunner(handlers, { leaseMs: LEASE_MS })]
  await enqueueJob(db.database, job('long'))
  for (const worker of workers) worker.start()
  while ((await countJobs()) > 0) await delay(10)
  await Promise.all(workers.map(worker => worker.stop()))
  assert.equal(runs, 1)
})

test('a worker asked to wait returns only when the jobs that another worker holds are done too', async () => {
  let isDone = false
  const released = Promise.withResolvers<void>()
  const slow = newRunner({ work: () => released.promise.then(() => (isDone = true)) })
  await enqueueJob(db.database, job('elsewhere'))
  slow.start()
  while (!(await isHeld())) await delay(5)
  const waiting = newRunner({ work: async () => {} }).runDueJobs({ waitMs: 60_000 })
  released.resolve()
  assert.equal(await waiting, 0)
  assert.equal(isDone, true)
  await slow.stop()
})

const isHeld = async (): Promise<boolean> =>
  (await db.database.run({ name: '', text: 'SELECT FROM jobs WHERE claim_id IS NOT NULL' }, [])).length > 0

test('a slot that a wrong clock recorded days ahead does not stop the schedule', async () => {
  const schedule = { name: 'chore', everyMs: 5_000 }
  const now = Date.now()
  const slot = new Date(now - (now % 5_000))
  assert.equal(await fireSchedule(db.database, schedule, new Date(slot.getTime() + 5 * 86_400_000)), true)
  assert.equal(await fireSchedule(db.database, schedule, slot), true)
  assert.equal(await fireSchedule(db.database, schedule, slot), false)
  // A worker that is a few seconds ahead is not a wrong clock: its slot stands.
  assert.equal(await fireSchedule(db.database, schedule, new Date(slot.getTime() + 5_000)), true)
  assert.equal(await fireSchedule(db.database, schedule, slot), false)
})

test('a runner that may not run claims no job and fires no schedule', async () => {
  let isSound = false
  let runs = 0
  const runner = newRunner({ work: async () => (runs += 1) }, { mayRun: () => isSound })
  runner.register({ chore: async () => (runs += 1) }, [{ name: 'chore', everyMs: 5_000 }])
  await enqueueJob(db.database, job('one'))
  assert.equal(await runner.runDueJobs(), 0)
  assert.equal(await countJobs(), 1)
  isSound = true
  await runner.runDueJobs()
  assert.equal(runs, 2)
})

test('the time since a schedule last ran to its end grows while it fails', async () => {
  let fails = true
  const runner = newRunner({})
  runner.register(
    {
      async chore() {
        if (fails) throw new Error('it fails')
      },
    },
    [{ name: 'chore', everyMs: 5_000 }],
  )
  await runner.runDueJobs()
  const backdate = {
    name: '',
    text: `UPDATE job_schedules SET succeeded_at = succeeded_at - interval '1 hour'`,
  }
  await db.database.run(backdate, [])
  clock.advance({ minutes: 2 })
  await runner.runDueJobs()
  assert.ok(((await listSecondsSinceSuccess(db.database)).get('chore') ?? 0) >= 3_600)
  fails = false
  clock.advance({ minutes: 2 })
  await runner.runDueJobs()
  assert.ok(((await listSecondsSinceSuccess(db.database)).get('chore') ?? 9_999) < 60)
})
