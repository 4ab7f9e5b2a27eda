import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChildService, startChildService } from '../support/child-service.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'

const DAY_MS = 86_400_000
const WAIT_MS = 60_000
let db: TestDatabase

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())

const query = <Row>(text: string): Promise<Row[]> => db.database.run<Row>({ name: '', text }, [])

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`)
    await delay(50)
  }
}

/** Real programs on one database, whose only purchase-like work is their chores. */
test('a worker five days ahead runs nothing and stops no chore of others; with its clock set right it works', async () => {
  const fired = async (): Promise<{ name: string; ahead: boolean }[]> =>
    query(`SELECT name, fired_slot > clock_timestamp() + interval '1 day' AS ahead FROM job_schedules`)
  const env = { DATABASE_URL: writeDatabaseUrl(db.connection), ROLE: 'worker', LOG_LEVEL: 'info' }
  const skewed = startSkewed(env)
  await waitFor('the line about its clock', async () =>
    (await skewed).printed().includes('differs from the database’s'),
  )
  await delay(1_000)
  assert.deepEqual(await fired(), [])
  // As a worker of an older version would have left them: all chores recorded five days ahead.
  await query(
    `INSERT INTO job_schedules (name, fired_slot) VALUES ('expire-stale', clock_timestamp() + interval '5 days')`,
  )
  const healthy = await startChildService(env)
  await waitFor('the healthy worker’s chores', async () => {
    const rows = await fired()
    return rows.length > 10 && rows.every(({ ahead }) => !ahead)
  })
  await healthy.end()
  await query('DELETE FROM job_schedules')
  process.kill((await skewed).pid, 'SIGUSR2')
  await waitFor('the corrected worker’s chores', async () => (await fired()).length > 10)
  await (await skewed).end()
})

/** Alive, but never ready: nobody waits for that. */
async function startSkewed(env: Readonly<Record<string, string>>): Promise<ChildService> {
  const preload = join(import.meta.dirname, '..', 'support', 'skewed-clock.ts')
  return startChildService(
    { ...env, CLOCK_SKEW_MS: String(5 * DAY_MS), NODE_OPTIONS: `--import=${preload}` },
    { probe: '/health' },
  )
}
