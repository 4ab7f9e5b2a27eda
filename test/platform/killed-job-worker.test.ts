import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { enqueueJob, listDeadJobs, MAX_ATTEMPTS } from '../../src/platform/jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../../src/platform/jobs/runner.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const LEASE_MS = 900
let db: TestDatabase

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())

async function startWorker(): Promise<{ child: ChildProcess; begun: Promise<unknown> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      WORKER_CONNECTION: JSON.stringify(db.connection),
      WORKER_LEASE_MS: String(LEASE_MS),
    },
  })
  return { child, begun: once(child.stdout ?? child, 'data') }
}

function newRunner(clock: TestClock, work: (payload: unknown) => Promise<unknown>): JobRunner {
  const runner = createJobRunner({
    database: db.database,
    clock,
    log: createLog({ level: 'silent' }),
    leaseMs: LEASE_MS,
  })
  runner.register({ work })
  return runner
}

test('a killed worker’s jobs run elsewhere once their lease ends, not before, however far the clock moved', async () => {
  const clock = new TestClock()
  const done: unknown[] = []
  const other = newRunner(clock, async payload => done.push(payload))
  await enqueueJob(db.database, { kind: 'work', key: 'one', runAt: clock.now(), payload: 'one' })
  const { child, begun } = await startWorker()
  await begun
  clock.advance({ days: 30 })
  assert.equal(await other.runDueJobs(), 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAtMs = performance.now()
  assert.equal(await other.runDueJobs({ waitMs: 10_000 }), 1)
  assert.ok(performance.now() - killedAtMs < LEASE_MS + 1_000)
  assert.deepEqual(done, ['one'])
})

test('a job that kills every worker is given up after its attempts, and is visible', async () => {
  const clock = new TestClock()
  let runs = 0
  const runner = newRunner(clock, async () => (runs += 1))
  await enqueueJob(db.database, { kind: 'work', key: 'deadly', runAt: clock.now(), payload: null })
  await db.database.run(
    {
      name: '',
      text: `UPDATE jobs SET attempts = $1, claim_id = 'gone', leased_until = clock_timestamp() WHERE intent = 'deadly'`,
    },
    [MAX_ATTEMPTS],
  )
  await delay(5)
  await runner.runDueJobs()
  assert.equal(runs, 0)
  assert.deepEqual(
    (await listDeadJobs(db.database, 10)).map(({ key }) => key),
    ['deadly'],
  )
})
