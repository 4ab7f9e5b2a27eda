import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { askUntilConnected, openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../test/support/postgres-proxy.ts'
import { migrate } from '../../schema/migrate.ts'
import { openPresence } from '../http/presence.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseUnavailable } from './database-errors.ts'

let testDatabase: TestDatabase
let one: PostgresProxy
let two: PostgresProxy

before(async () => {
  testDatabase = await openTestDatabase()
  one = await startPostgresProxy(testDatabase.connection)
  two = await startPostgresProxy(testDatabase.connection)
})
after(async () => {
  await one.close()
  await two.close()
  await testDatabase.close()
})
beforeEach(() => {
  for (const proxy of [one, two]) {
    proxy.setMode('passes')
    proxy.cut()
  }
})

function connectTo(...proxies: PostgresProxy[]): { connectionString: string } {
  const { user, password, database } = testDatabase.connection
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const login = `${user}:${encodeURIComponent(String(password))}`
  return {
    connectionString: `postgres://${login}@${hosts}/${database}?target_session_attrs=read-write`,
  }
}

const open = (...proxies: PostgresProxy[]): Database =>
  openDatabase({
    connection: connectTo(...proxies),
    poolSize: 4,
    applicationName: 'servers-test',
    onError: () => {},
  })

const countOf = (proxy: PostgresProxy) => {
  const before = proxy.connectionCount
  return () => proxy.connectionCount - before
}
const write = (database: Database) =>
  database.transaction(tx =>
    tx.run({ name: '', text: 'UPDATE schema_migrations SET name = name WHERE number = 1' }, []),
  )

/** A connection may take longer than its deadline on a busy machine. */
const writeSoon = (database: Database) => askUntilConnected(() => write(database))

test('the first server that accepts writes is used, in the order of the list', async () => {
  const database = open(one, two)
  const ofTwo = countOf(two)
  await writeSoon(database)
  assert.equal(ofTwo(), 0)
  await database.close()
})

for (const mode of ['is read-only', 'hangs up', 'is silent'] as const)
  test(`a server that ${mode} is passed over, and not asked again`, async () => {
    one.setMode(mode)
    const database = open(one, two)
    await writeSoon(database)
    const ofOne = countOf(one)
    await Promise.all(Array.from({ length: 8 }, () => writeSoon(database)))
    assert.equal(ofOne(), 0)
    await database.close()
  })

test('when the primary moves, the next statement follows it, and goes back when it moves back', async () => {
  two.setMode('is read-only')
  const database = open(one, two)
  await writeSoon(database)
  for (const [former, next] of [
    [one, two],
    [two, one],
  ] as const) {
    former.setMode('hangs up')
    former.cut()
    next.setMode('passes')
    // A statement on a connection that has just been cut may fail, as it does with one server.
    await writeSoon(database)
    const ofNext = countOf(next)
    const ofFormer = countOf(former)
    await Promise.all(Array.from({ length: 4 }, () => writeSoon(database)))
    assert.ok(ofNext() <= 4)
    assert.equal(ofFormer(), 0)
  }
  await database.close()
})

test('a primary that becomes read-only without cutting its connections is left', async () => {
  const database = open(one, two)
  await writeSoon(database)
  one.setMode('is read-only')
  await database.run({ name: '', text: 'SET default_transaction_read_only = on' }, [])
  await assert.rejects(write(database), DatabaseUnavailable)
  const ofTwo = countOf(two)
  await writeSoon(database)
  assert.ok(ofTwo() > 0)
  await database.close()
})

test('with no server that accepts writes, the database is unavailable, and each server’s reason is named', async () => {
  one.setMode('is read-only')
  two.setMode('hangs up')
  const database = open(one, two)
  const startedAt = performance.now()
  await assert.rejects(write(database), (error: unknown) => {
    assert.ok(error instanceof DatabaseUnavailable)
    assert.match(
      error.message,
      new RegExp(`none of the 2 servers .*:${one.port}: it is read-only; .*:${two.port}: Connection term`),
    )
    return true
  })
  assert.ok(performance.now() - startedAt < 10_000)
  await database.close()
})

test('one server with target_session_attrs is refused while it is read-only, and used afterwards', async () => {
  one.setMode('is read-only')
  const database = open(one)
  await assert.rejects(write(database), /read-only/)
  one.setMode('passes')
  await writeSoon(database)
  await database.close()
})

test('presence and migrations follow the primary too', async () => {
  one.setMode('is read-only')
  const connection = connectTo(one, two)
  await migrate({ connection })
  const ofTwo = countOf(two)
  const presence = await openPresence({ connection, onError: () => {} })
  assert.equal(typeof presence.owner, 'number')
  assert.equal(ofTwo(), 1)
  await presence.close()
})

test('a migration without a server that accepts writes says so in one sentence', async () => {
  one.setMode('is read-only')
  two.setMode('is read-only')
  await assert.rejects(migrate({ connection: connectTo(one, two) }), {
    message: /^The database cannot be reached: none of the 2 servers accepts writes \(.*\)$/,
  })
})
