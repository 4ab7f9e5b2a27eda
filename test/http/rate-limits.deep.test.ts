import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase, type Statement } from '../../src/platform/db/database.ts'
import { createRateLimit, removeOldRateWindows } from '../../src/platform/http/rate-limit.ts'
import { removeOldUnknownKeyAttempts } from '../../src/platform/http/unknown-keys.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { KEY, post, prepareToys, SLOW_KEY, startToyServer, type ToyServer } from './toy-server.ts'

let testDatabase: TestDatabase
const servers: ToyServer[] = []

before(async () => {
  testDatabase = await openTestDatabase()
  await prepareToys(testDatabase.database)
})

after(async () => {
  for (const server of servers) await server.stop()
  await testDatabase.close()
})

async function start(...overrides: Parameters<typeof startToyServer>[1][]): Promise<ToyServer> {
  const server = await startToyServer(testDatabase, overrides[0])
  servers.push(server)
  return server
}

const good = { name: 'a', amount: 1 }

test('row 25: over the limit of its second a key gets 429 with Retry-After and RateLimit headers', async () => {
  const server = await start()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => post(server, '/toy', { ...good, apiKey: SLOW_KEY })),
  )
  const limited = answers.filter(answer => answer.status === 429)
  assert.ok(limited.length >= 20, `${limited.length} of 60 limited`)
  for (const { body, headers } of limited) {
    assert.deepEqual([body.code, body.message], ['rate_limited', 'Too many requests'])
    assert.deepEqual(
      ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(name =>
        headers.get(name),
      ),
      ['1', '20', '0', '1'],
    )
  }
  assert.equal((await post(server, '/toy', { ...good, apiKey: KEY })).status, 200)
  await delay(1_000)
  assert.notEqual((await post(server, '/toy', { ...good, apiKey: SLOW_KEY })).status, 429)
})

test('the limit holds over several processes together, in every second, without a statement per request', async () => {
  const limit = 100
  const statements: string[] = []
  const processes = Array.from({ length: 3 }, () =>
    createRateLimit({
      ...testDatabase.database,
      run(statement, values) {
        statements.push(statement.name)
        return testDatabase.database.run(statement, values)
      },
    }),
  )
  const allowed = new Map<number, number>()
  let requests = 0
  const endsAt = performance.now() + 3_200
  const hammer = async (worker: number) => {
    while (performance.now() < endsAt) {
      const limiter = processes[worker % processes.length]
      if (limiter === undefined) throw new Error('no limiter')
      const decision = await limiter.take('shared-key', limit)
      requests += 1
      if (decision.isAllowed) {
        // Counted by this machine's clock, which is also the database's. An answer that arrives just after a second
        // begins may have been allowed in the second before, so it does not count for the new one.
        const now = Date.now()
        const second = Math.floor(now / 1000)
        if (now % 1000 >= 25) allowed.set(second, (allowed.get(second) ?? 0) + 1)
      } else await delay(5)
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, worker) => hammer(worker)))
  const seconds = [...allowed.values()]
  assert.ok(Math.max(...seconds) <= limit, String(seconds))
  // Leases must not waste the budget of a second. Seconds in which the machine was busy with other work do not count.
  assert.ok(Math.max(...seconds) >= limit * 0.5, String(seconds))
  assert.ok(statements.length < requests / 4, `${statements.length} statements for ${requests} requests`)
})

test('two servers on one database share the limit of a key', async () => {
  const [one, two] = [await start(), await start()]
  await delay(1_000 - (Date.now() % 1_000) + 5)
  const startedAt = Math.floor(Date.now() / 1000)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      post(i % 2 === 0 ? one : two, '/toy', { ...good, apiKey: SLOW_KEY }),
    ),
  )
  const seconds = Math.floor(Date.now() / 1000) - startedAt + 1
  const served = answers.filter(answer => answer.status !== 429).length
  assert.ok(served <= 20 * seconds && served > 0, `${served} served in ${seconds} s`)
})

test('more than 20 unknown keys in a minute from one address get 429, a known key still works', async () => {
  const server = await start({ unknownKeyLimitPerMinute: 20 })
  const statuses: number[] = []
  for (let i = 0; i < 25; i++)
    statuses.push((await post(server, '/toy', { ...good, apiKey: `sk_guess_${i}` })).status)
  assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(5).fill(429)])
  const other = await start({ unknownKeyLimitPerMinute: 20 })
  const limited = await post(other, '/toy', { ...good, apiKey: 'sk_guess_on_another_process' })
  assert.equal(limited.status, 429)
  const retryAfter = Number(limited.headers.get('retry-after'))
  assert.ok(retryAfter > 30 && retryAfter <= 60)
  assert.equal((await post(server, '/toy', { ...good, apiKey: KEY })).status, 200)
})

test('row 26: X-Forwarded-For is ignored unless a trusted proxy sends it', async () => {
  const server = await start({ unknownKeyLimitPerMinute: 1 })
  const forge = (on: ToyServer, i: number) =>
    post(on, '/toy', { ...good, apiKey: 'sk_guess' }, { 'x-forwarded-for': `203.0.113.${i}` })
  assert.deepEqual([(await forge(server, 1)).status, (await forge(server, 2)).status], [429, 429])
  const behindProxy = await start({ unknownKeyLimitPerMinute: 1, trustedProxies: ['127.0.0.1'] })
  assert.deepEqual([(await forge(behindProxy, 3)).status, (await forge(behindProxy, 4)).status], [401, 401])
  assert.equal((await forge(behindProxy, 3)).status, 429)
})

test('addresses are not stored in the clear and old counters are removed', async () => {
  const { database } = testDatabase
  const listAttempts: Statement = {
    name: 'list_attempts',
    text: 'SELECT address_hash AS hash FROM unknown_key_attempts',
  }
  const rows = await database.run<{ hash: Buffer }>(listAttempts, [])
  assert.ok(rows.length > 0)
  for (const { hash } of rows) assert.ok(!hash.includes('127.0.0.1'))
  const age: Statement = {
    name: 'age_attempts',
    text: `WITH attempts AS (UPDATE unknown_key_attempts SET window_started_at = window_started_at - interval '2 hours')
      UPDATE rate_windows SET window_second = window_second - 7200`,
  }
  await database.run(age, [])
  await removeOldUnknownKeyAttempts(database)
  await removeOldRateWindows(database)
  const countRows: Statement = {
    name: 'count_guards',
    text: 'SELECT FROM unknown_key_attempts UNION ALL SELECT FROM rate_windows',
  }
  assert.deepEqual(await database.run(countRows, []), [])
})

test('row 27: without a database every keyed request is 503 with Retry-After within 2 seconds, and not ready', async () => {
  const connection = { ...testDatabase.connection, host: '127.0.0.1', port: 1 }
  const database = openDatabase({ connection, poolSize: 2, applicationName: 'test', onError: () => {} })
  const server = await startToyServer({ database, connection })
  const startedAt = performance.now()
  const answer = await post(server, '/toy', { ...good, apiKey: KEY })
  assert.ok(performance.now() - startedAt < 2_000)
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.message, answer.headers.get('retry-after')],
    [503, 'service_unavailable', 'Service temporarily unavailable', '1'],
  )
  assert.equal((await fetch(`${server.url}/ready`)).status, 503)
  assert.equal((await fetch(`${server.url}/health`)).status, 200)
  await server.stop()
  await database.close()
})

test('row 27: with every connection busy a request is 503 within 2 seconds', async () => {
  const { connection } = testDatabase
  const database = openDatabase({ connection, poolSize: 1, applicationName: 'test', onError: () => {} })
  const server = await startToyServer({ database, connection })
  assert.equal((await fetch(`${server.url}/ready`)).status, 200)
  const busy = database.run({ name: 'sleep', text: 'SELECT pg_sleep(2.5)' }, [])
  const startedAt = performance.now()
  const answer = await post(server, '/toy', { ...good, apiKey: KEY })
  assert.ok(performance.now() - startedAt < 2_000)
  assert.equal(answer.status, 503)
  await busy
  assert.equal((await post(server, '/toy', { ...good, apiKey: KEY })).status, 200)
  await server.stop()
  await database.close()
})
