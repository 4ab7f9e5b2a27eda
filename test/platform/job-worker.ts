import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createJobRunner } from '../../src/platform/jobs/runner.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

/** A worker for tests to kill: it prints a line when it starts a job, and each job takes a while. */
const database = openDatabase({
  connection: JSON.parse(process.env.WORKER_CONNECTION ?? '{}') as object,
  poolSize: 5,
  applicationName: 'crediario-job-worker',
  onError: () => {},
})
const runner = createJobRunner({
  database,
  clock: systemClock,
  log: createLog({ level: 'silent' }),
  leaseMs: Number(process.env.WORKER_LEASE_MS),
  pollMs: 20,
})
runner.register({
  async work(payload) {
    process.stdout.write(`${String(payload)}\n`)
    await delay(60_000)
  },
})
runner.start()
setInterval(() => {}, 60_000)
