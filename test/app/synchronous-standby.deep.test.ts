import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { type Database, openDatabase, type Statement } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'

const POOL = 2
const WAIT_MS = 30_000
const INSERT: Statement = { name: 'things.insert', text: 'INSERT INTO things (id) VALUES ($1)' }
let server: DebianPostgres
let database: Database
let other: Client

before(async () => {
  server = await startDebianPostgres()
  const connectionString = await server.createDatabase('crediario')
  other = new Client(connectionString)
  await other.connect()
  await other.query('CREATE TABLE things (id integer PRIMARY KEY)')
  database = openDatabase({
    connection: { connectionString },
    poolSize: POOL,
    applicationName: 'standby-test',
    onError: () => {},
  })
})
after(async () => {
  await database.close()
  await other.end()
  await server.stop()
})

/** A standby that never connects confirms as little as one that hangs. */
async function waitForStandby(name: string): Promise<void> {
  await other.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await other.query('SELECT pg_reload_conf()')
  await delay(500)
}

async function listIds(): Promise<number[]> {
  return (await other.query<{ id: number }>('SELECT id FROM things ORDER BY id')).rows.map(({ id }) => id)
}

async function countWaitingSessions(): Promise<number> {
  const { rows } = await other.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  )
  return rows[0]?.count ?? 0
}

const insert = (id: number): Promise<unknown> => database.transaction(tx => tx.run(INSERT, [id]))

test('a commit that no standby confirms is not acknowledged, nobody sees it, and it comes about when the standby answers', async () => {
  await insert(1)
  await waitForStandby('absent')
  const startedAt = performance.now()
  await Promise.all([2, 3].map(id => assert.rejects(insert(id), DatabaseUnavailable)))
  const refusedMs = performance.now() - startedAt
  assert.ok(refusedMs < 15_000, `refused after ${refusedMs} ms`)
  assert.deepEqual(await listIds(), [1])
  // Their connections are in use, and no others are opened beside them.
  await assert.rejects(insert(4), DatabaseUnavailable)
  await assert.rejects(database.ping(), DatabaseUnavailable)
  assert.equal(await countWaitingSessions(), POOL)

  await waitForStandby('')
  const deadline = performance.now() + WAIT_MS
  while ((await listIds()).length < 3) {
    assert.ok(performance.now() < deadline, 'in vain: the commits that waited')
    await delay(50)
  }
  await insert(4)
  assert.deepEqual(await listIds(), [1, 2, 3, 4])
})

test('a single statement that no standby confirms is not acknowledged either', async () => {
  await waitForStandby('absent')
  await assert.rejects(database.run(INSERT, [5]), DatabaseUnavailable)
  await waitForStandby('')
  await database.run(INSERT, [6])
})

test('a commit whose wait an operator canceled is not acknowledged', async () => {
  await waitForStandby('absent')
  const refused = assert.rejects(insert(7), DatabaseUnavailable)
  await delay(1_000)
  await other.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
  await refused
  await waitForStandby('')
})
