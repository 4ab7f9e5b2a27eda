import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { askUntilConnected, openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { type Database, openDatabase, type Statement } from './database.ts'
import { DatabaseUnavailable } from './database-errors.ts'

let testDatabase: TestDatabase
let database: Database

const insert: Statement = { name: 'insert', text: 'INSERT INTO things (id, parent) VALUES ($1, $2)' }
const list: Statement = { name: 'list', text: 'SELECT id FROM things ORDER BY id' }
const clear: Statement = { name: 'clear', text: 'TRUNCATE things' }
const backend: Statement = { name: 'backend', text: 'SELECT pg_backend_pid() AS pid' }
const sleep: Statement = { name: 'sleep', text: 'SELECT pg_sleep($1)' }

before(async () => {
  testDatabase = await openTestDatabase()
  database = testDatabase.database
  const text = 'CREATE TABLE things (id bigint CONSTRAINT things_pkey PRIMARY KEY, parent bigint)'
  await database.run({ name: 'create', text }, [])
})

after(() => testDatabase.close())

function openWith(poolSize: number, connection = testDatabase.connection): Database {
  return openDatabase({ connection, poolSize, applicationName: 'database-test', onError: () => {} })
}

/** Milliseconds until the call was refused as unavailable. */
async function measureRefusal(call: Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await assert.rejects(call, DatabaseUnavailable)
  return performance.now() - startedAt
}

/** Other load can only slow a try down: the fastest of some counts. */
async function expectRefusal(limitMs: number, call: () => Promise<unknown>): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && fastestMs >= limitMs; tries++)
    fastestMs = Math.min(fastestMs, await measureRefusal(call()))
  assert.ok(fastestMs < limitMs, `${fastestMs}`)
  return fastestMs
}

async function listIds(): Promise<number[]> {
  return (await database.run<{ id: number }>(list, [])).map(row => row.id)
}

test('whole numbers come as numbers, dates and decimals as text, bytes as buffers', async () => {
  const text = `SELECT 9007199254740991::int8 AS big, array[1::int8, NULL] AS bigs, '2024-02-29'::date AS day,
    array['2024-02-29'::date] AS days, 1.50::numeric AS decimal, '\\x00ff'::bytea AS bytes, NULL::date AS none`
  assert.deepEqual(await database.run({ name: 'values', text }, []), [
    {
      big: 9007199254740991,
      bigs: [1, null],
      day: '2024-02-29',
      days: ['2024-02-29'],
      decimal: '1.50',
      bytes: Buffer.from([0, 255]),
      none: null,
    },
  ])
})

test('a whole number that would lose digits is refused, not rounded', async () => {
  await assert.rejects(
    database.run({ name: 'unsafe', text: 'SELECT 9007199254740993::int8' }, []),
    RangeError,
  )
})

test('a violated constraint keeps its SQLSTATE and name, and the connection stays in use', async () => {
  const single = openWith(1)
  try {
    const [before] = await single.run<{ pid: number }>(backend, [])
    await single.run(insert, [1, null])
    await assert.rejects(single.run(insert, [1, null]), { code: '23505', constraint: 'things_pkey' })
    assert.deepEqual(await single.run(backend, []), [before])
  } finally {
    await single.close()
    await database.run(clear, [])
  }
})

test('a value that cannot be serialized does not break the statement for the next caller', async () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  const single = openWith(1)
  try {
    await single.run(insert, [2, null])
    await assert.rejects(single.run(insert, [circular, null]), TypeError)
    await single.run(insert, [3, null])
    assert.deepEqual(await listIds(), [2, 3])
  } finally {
    await single.close()
    await database.run(clear, [])
  }
})

test('statements issued together run in order, in one transaction', async () => {
  const rows = await database.transaction(async tx => {
    const [, , seen] = await Promise.all([
      tx.run(insert, [1, null]),
      tx.run(insert, [2, 1]),
      tx.run<{ id: number }>(list, []),
    ])
    assert.deepEqual(await listIds(), [])
    return seen
  })
  assert.deepEqual(rows, [{ id: 1 }, { id: 2 }])
  assert.deepEqual(await listIds(), [1, 2])
  await database.run(clear, [])
})

test('a statement that fails after tx.send fails the transaction, and nothing is committed', async () => {
  const work = database.transaction(async tx => {
    tx.send(insert, [1, null])
    tx.send(insert, [1, null])
    tx.send(insert, [2, null])
  })
  await assert.rejects(work, { code: '23505' })
  assert.deepEqual(await listIds(), [])
})

test('sent and awaited statements run in the order in which they were issued', async () => {
  const seen = await database.transaction(async tx => {
    tx.send(insert, [1, null])
    const first = tx.run<{ id: number }>(list, [])
    tx.send(insert, [2, null])
    return Promise.all([first, tx.run<{ id: number }>(list, [])])
  })
  assert.deepEqual(seen, [[{ id: 1 }], [{ id: 1 }, { id: 2 }]])
  assert.deepEqual(await listIds(), [1, 2])
  await database.run(clear, [])
})

test('an error that the callback swallowed still fails the transaction', async () => {
  const work = database.transaction(async tx => {
    await tx.run(insert, [1, null])
    await tx.run(insert, [1, null]).catch(() => {})
    return 'done'
  })
  await assert.rejects(work, { code: '23505' })
  assert.deepEqual(await listIds(), [])
})

test('statements after a failed one report the cause, not that the transaction is aborted', async () => {
  const work = database.transaction(async tx => {
    tx.send(insert, [1, null])
    tx.send(insert, [1, null])
    await tx.run(list, [])
  })
  await assert.rejects(work, { code: '23505' })
})

test('an error thrown by the callback rolls back, arrives unchanged and frees the connection', async () => {
  const single = openWith(1)
  const thrown = Object.assign(new Error('Connection terminated by a rule of ours'), { code: 'ENOENT' })
  try {
    const [before] = await single.run<{ pid: number }>(backend, [])
    const work = single.transaction(async tx => {
      await tx.run(insert, [1, null])
      throw thrown
    })
    await assert.rejects(work, error => error === thrown)
    assert.deepEqual(await listIds(), [])
    assert.deepEqual(await single.run(backend, []), [before])
  } finally {
    await single.close()
  }
})

test('a statement after the end of its transaction is refused', async () => {
  const escaped = await database.transaction(async tx => ({ tx }))
  await assert.rejects(escaped.tx.run(insert, [1, null]), /after the end of its transaction/)
  assert.throws(() => escaped.tx.send(insert, [1, null]), /after the end of its transaction/)
})

test('a deadlock is resolved by running the loser again', async () => {
  await Promise.all([database.run(insert, [1, 0]), database.run(insert, [2, 0])])
  const bump: Statement = { name: 'bump', text: 'UPDATE things SET parent = parent + 1 WHERE id = $1' }
  const runs = [0, 0]
  const meet = Promise.withResolvers<void>()
  const cross = (index: number, first: number, second: number) =>
    database.transaction(async tx => {
      await tx.run(bump, [first])
      runs[index] = (runs[index] ?? 0) + 1
      if (runs[0] !== 0 && runs[1] !== 0) meet.resolve()
      await meet.promise
      await tx.run(bump, [second])
    })
  await Promise.all([cross(0, 1, 2), cross(1, 2, 1)])
  assert.ok((runs[0] ?? 0) + (runs[1] ?? 0) > 2)
  const parents = await database.run({ name: 'parents', text: 'SELECT parent FROM things ORDER BY id' }, [])
  assert.deepEqual(parents, [{ parent: 2 }, { parent: 2 }])
  await database.run(clear, [])
})

test('a transaction that collides every time is tried three times and then reported as unavailable', async () => {
  let runs = 0
  const collide: Statement = { name: 'collide', text: `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$` }
  const work = database.transaction(tx => {
    runs += 1
    return tx.run(collide, [])
  })
  await assert.rejects(work, DatabaseUnavailable)
  assert.equal(runs, 3)
})

test('sessions carry their name, their time-outs and one time zone, and compile no plan', async () => {
  const text = `SELECT current_setting('application_name') AS name, current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone, current_setting('jit') AS jit`
  const [settings] = await database.run({ name: 'settings', text }, [])
  assert.deepEqual(settings, {
    name: 'crediario-test',
    statement: '5s',
    idle: '10s',
    zone: 'UTC',
    jit: 'off',
  })
})

test('a connection that the server ends is reported as unavailable, and the next call gets a new one', async () => {
  const single = openWith(1)
  try {
    const [row] = await single.run<{ pid: number }>(backend, [])
    const cut = assert.rejects(single.run(sleep, [5]), DatabaseUnavailable)
    await database.run({ name: 'terminate', text: 'SELECT pg_terminate_backend($1)' }, [row?.pid])
    await cut
    await single.ping()
  } finally {
    await single.close()
  }
})

test('without a server every call is refused as unavailable, at once', async () => {
  const nowhere = openWith(2, { ...testDatabase.connection, host: '/nonexistent' })
  await expectRefusal(500, () => nowhere.ping())
  await expectRefusal(500, () => nowhere.transaction(tx => tx.run(list, [])))
  await nowhere.close()
})

test('when all connections are busy a call is refused within 2 s', async () => {
  const single = openWith(1)
  await askUntilConnected(() => single.ping())
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const busy = single.transaction(async () => {
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  assert.ok((await expectRefusal(2_000, () => single.ping())) > 1_000)
  ended.resolve()
  await busy
  await single.close()
})

test('closing lets statements in flight finish and ends every connection cleanly, without an error', async () => {
  const errors: Error[] = []
  const { connection } = testDatabase
  const leaving = openDatabase({
    connection,
    poolSize: 3,
    applicationName: 'leaving',
    onError: e => errors.push(e),
  })
  await leaving.ping()
  const locked = Promise.withResolvers<void>()
  const unlocked = Promise.withResolvers<void>()
  const holding = database.transaction(async tx => {
    await tx.run({ name: 'hold', text: 'SELECT pg_advisory_xact_lock(7)' }, [])
    locked.resolve()
    await unlocked.promise
  })
  await locked.promise
  const lasts = [1, 2].map(() =>
    leaving.run<{ word: string }>(
      { name: 'last', text: `SELECT pg_advisory_xact_lock_shared(7), 'bye' AS word` },
      [],
    ),
  )
  const waiting = {
    name: 'waiting',
    text: `SELECT FROM pg_stat_activity WHERE application_name = 'leaving' AND wait_event = 'advisory'`,
  }
  await waitFor('two statements in flight', async () => (await database.run(waiting, [])).length === 2)
  const closed = leaving.close()
  unlocked.resolve()
  await Promise.all([holding, closed])
  assert.deepEqual(
    (await Promise.all(lasts)).map(([row]) => row?.word),
    ['bye', 'bye'],
  )
  assert.deepEqual(errors, [])
  await assert.rejects(leaving.ping(), DatabaseUnavailable)
  const count = {
    name: 'leaving',
    text: `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'leaving'`,
  }
  assert.deepEqual(await database.run(count, []), [{ count: 0 }])
})

test('a slow statement on a server that answers is not cut before its time-out', async () => {
  assert.deepEqual(await database.run({ name: 'slow', text: 'SELECT pg_sleep(2.5), 7 AS seven' }, []), [
    { pgSleep: '', seven: 7 },
  ])
})

/** A proxy to the server that can fall silent, like a dead network or a stopped server. */
async function openSilenceableProxy(): Promise<{ port: number; server: Server; silence: () => void }> {
  const sockets: Socket[] = []
  let isSilent = false
  const server = createServer(inbound => {
    const outbound = connect(`${testDatabase.connection.host}/.s.PGSQL.${testDatabase.connection.port}`)
    sockets.push(inbound, outbound)
    for (const socket of [inbound, outbound]) socket.on('error', () => {})
    if (isSilent) return
    inbound.pipe(outbound)
    outbound.pipe(inbound)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const silence = () => {
    isSilent = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  server.on('close', () => {
    for (const socket of sockets) socket.destroy()
  })
  return { port: address.port, server, silence }
}

test('a server that falls silent is reported as unavailable within 2 s, on an open connection or a new one', async () => {
  const way = await openSilenceableProxy()
  const far = openWith(2, { ...testDatabase.connection, host: '127.0.0.1', port: way.port })
  try {
    await far.ping()
    way.silence()
    const delays = await Promise.all([
      measureRefusal(far.ping()),
      measureRefusal(far.transaction(tx => tx.run(list, []))),
    ])
    assert.ok(Math.max(...delays) < 2_000, `${delays}`)
  } finally {
    const startedAt = performance.now()
    await far.close()
    assert.ok(performance.now() - startedAt < 3_000)
    way.server.close()
    way.server.emit('close')
  }
})
