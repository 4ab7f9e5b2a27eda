import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Statement } from '../../src/platform/db/database.ts'
import { removeExpiredIdempotencyKeys } from '../../src/platform/http/idempotency-store.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  type Answer,
  countToys,
  KEY,
  OTHER_KEY,
  post,
  prepareToys,
  sendRaw,
  startToyServer,
  type ToyServer,
} from './toy-server.ts'

let testDatabase: TestDatabase
let server: ToyServer
let other: ToyServer
let hasty: ToyServer

before(async () => {
  testDatabase = await openTestDatabase()
  await prepareToys(testDatabase.database)
  server = await startToyServer(testDatabase)
  other = await startToyServer(testDatabase)
  hasty = await startToyServer(testDatabase, { timeouts: { handlerMs: 300 } })
})

after(async () => {
  await server.stop()
  await other.stop()
  await hasty.stop()
  await testDatabase.close()
})

function send(path: string, body: object, key: string, on = server): Promise<Answer> {
  return post(on, path, { apiKey: KEY, ...body }, { 'idempotency-key': key })
}

function expectRefusal(answer: Answer, status: number, code: string, message: string): void {
  assert.deepEqual([answer.status, answer.body.code, answer.body.message], [status, code, message])
}

const listRunning: Statement = {
  name: 'list_running',
  text: `SELECT FROM idempotency_keys WHERE state = 'running'`,
}

const PATIENCE_MS = 20_000

async function waitForRunning(): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS
  while ((await testDatabase.database.run(listRunning, [])).length === 0) {
    assert.ok(performance.now() < endsAt, 'no request is running')
    await delay(20)
  }
}

/** Repeats the request while the answer is that the first one is still running. */
async function sendUntilFree(...request: Parameters<typeof send>): Promise<Answer> {
  const endsAt = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await send(...request)
    if (answer.body.code !== 'idempotency_in_progress' || performance.now() > endsAt) return answer
    await delay(100)
  }
}

test('the same key and body replays the stored answer on every process, effects happen once', async () => {
  const first = await send('/effect/replayed', { padding: 'é'.repeat(3_000) }, 'k-replay')
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null])
  for (const on of [server, other]) {
    const again = await send('/effect/replayed', { padding: 'é'.repeat(3_000) }, 'k-replay', on)
    assert.deepEqual(
      [again.status, again.headers.get('idempotent-replayed'), again.body],
      [200, 'true', first.body],
    )
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  }
  assert.equal(await countToys(testDatabase.database, 'replayed'), 1)
})

test('the answer of a handler that stores nothing itself is stored too', async () => {
  const first = await send('/toy', { name: 'a', amount: 1 }, 'k-plain')
  const again = await send('/toy', { amount: 1, name: 'a' }, 'k-plain')
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
})

test('the place of the api key does not matter to the fingerprint', async () => {
  const first = await send('/toy', { name: 'a', amount: 1 }, 'k-place')
  const again = await post(
    server,
    '/toy',
    { name: 'a', amount: 1 },
    { 'idempotency-key': 'k-place', 'x-service-apikey': KEY },
  )
  assert.deepEqual(again.body, first.body)
})

test('row 28: the same key with another body or path is 409', async () => {
  await send('/effect/reused', {}, 'k-reused')
  const message = 'Idempotency-Key was used with a different request'
  expectRefusal(
    await send('/effect/reused', { padding: 'x' }, 'k-reused'),
    409,
    'idempotency_key_reused',
    message,
  )
  expectRefusal(await send('/effect/other', {}, 'k-reused'), 409, 'idempotency_key_reused', message)
  assert.equal(await countToys(testDatabase.database, 'other'), 0)
})

test('row 29: a key that is empty, too long, repeated or holds odd characters is 400, before the parameters', async () => {
  const bad = { 'idempotency-key': 'x'.repeat(300) }
  expectRefusal(
    await post(server, '/toy', { apiKey: KEY }, bad),
    400,
    'idempotency_key_invalid',
    'Idempotency-Key is invalid',
  )
  for (const key of ['', 'a\tb', 'é'])
    expectRefusal(
      await send('/toy', { name: 'a', amount: 1 }, key),
      400,
      'idempotency_key_invalid',
      'Idempotency-Key is invalid',
    )
  assert.equal((await send('/toy', { name: 'a', amount: 1 }, 'x'.repeat(255))).status, 200)
  const twice = `POST /bare/1 HTTP/1.1\r\nHost: x\r\nx-service-apikey: ${KEY}\r\nidempotency-key: a\r\nidempotency-key: a\r\ncontent-length: 0\r\nConnection: close\r\n\r\n`
  assert.match((await sendRaw(server, twice)).text, /^HTTP\/1.1 400 .*Idempotency-Key is invalid/s)
})

test('while the first still runs a second gets 409 with Retry-After, and then the answer', async () => {
  const first = send('/slow', {}, 'k-running')
  await waitForRunning()
  const meanwhile = await send('/slow', {}, 'k-running', other)
  expectRefusal(
    meanwhile,
    409,
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running',
  )
  assert.equal(meanwhile.headers.get('retry-after'), '1')
  const { body } = await first
  assert.deepEqual((await send('/slow', {}, 'k-running')).body, body)
})

test('of 50 parallel requests one runs, and the others replay its answer or get 409 with Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => send('/effect/burst', {}, 'k-burst', i % 2 === 0 ? server : other)),
  )
  assert.equal(await countToys(testDatabase.database, 'burst'), 1)
  for (const answer of answers)
    assert.ok(
      answer.status === 200 || answer.body.code === 'idempotency_in_progress',
      JSON.stringify(answer.body),
    )
  assert.equal(
    answers.filter(each => each.status === 200 && !each.headers.has('idempotent-replayed')).length,
    1,
  )
})

test('after a refused request the key is free for the corrected one', async () => {
  assert.equal((await send('/toy', { name: 'a' }, 'k-corrected')).status, 400)
  assert.equal((await send('/toy', { name: 'a', amount: 1 }, 'k-corrected')).status, 200)
})

test('after a failure before the commit nothing is kept and a retry runs to completion', async () => {
  assert.equal((await send('/effect/failed', { fail: 'before commit' }, 'k-failed')).status, 500)
  assert.equal(await countToys(testDatabase.database, 'failed'), 0)
  const retried = await send('/effect/failed', {}, 'k-failed')
  assert.deepEqual([retried.status, retried.headers.get('idempotent-replayed')], [200, null])
  assert.equal(await countToys(testDatabase.database, 'failed'), 1)
})

test('after a failure following the commit a retry gets the committed answer', async () => {
  assert.equal((await send('/effect/late', { fail: 'after commit' }, 'k-late')).status, 500)
  const retried = await send('/effect/late', { fail: 'after commit' }, 'k-late')
  assert.deepEqual([retried.status, retried.headers.get('idempotent-replayed')], [200, 'true'])
  assert.equal(await countToys(testDatabase.database, 'late'), 1)
})

test('a handler past its deadline is answered 503, and what it commits later is replayed, not repeated', async () => {
  const overdue = await send('/effect/overdue', { fail: 'slowly' }, 'k-overdue', hasty)
  assert.deepEqual([overdue.status, overdue.body.code], [503, 'service_unavailable'])
  const again = await sendUntilFree('/effect/overdue', { fail: 'slowly' }, 'k-overdue')
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  assert.equal(await countToys(testDatabase.database, 'overdue'), 1)
})

test('the same key of another retailer is independent', async () => {
  const mine = await send('/toy', { name: 'a', amount: 1 }, 'k-shared')
  const theirs = await post(
    server,
    '/toy',
    { apiKey: OTHER_KEY, name: 'b', amount: 2 },
    { 'idempotency-key': 'k-shared' },
  )
  assert.deepEqual([mine.status, theirs.status], [200, 200])
  assert.notDeepEqual(mine.body, theirs.body)
})

test('without the header nothing is stored and every request runs', async () => {
  const before = server.runs()
  await post(server, '/toy', { apiKey: KEY, name: 'a', amount: 1 })
  await post(server, '/toy', { apiKey: KEY, name: 'a', amount: 1 })
  assert.equal(server.runs(), before + 2)
})

test('a key claimed by a process that was killed is free at once, and its work is not half done', async () => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'toy-process.ts'), JSON.stringify(testDatabase.connection)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const [line] = await once(child.stdout, 'data')
    const doomed = { ...server, url: String(line).trim() }
    const lost = send('/effect/killed', { fail: 'slowly' }, 'k-killed', doomed).catch(() => 'connection lost')
    await waitForRunning()
    expectRefusal(
      await send('/effect/killed', { fail: 'slowly' }, 'k-killed'),
      409,
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running',
    )
    child.kill('SIGKILL')
    assert.equal(await lost, 'connection lost')
    const retried = await sendUntilFree('/effect/killed', { fail: 'slowly' }, 'k-killed')
    assert.deepEqual([retried.status, retried.headers.get('idempotent-replayed')], [200, null])
    assert.equal(await countToys(testDatabase.database, 'killed'), 1)
  } finally {
    child.kill('SIGKILL')
  }
})

test('a request whose lease expired cannot commit beside the one that took over', async () => {
  const expire: Statement = {
    name: 'expire_leases',
    text: `UPDATE idempotency_keys SET lease_expires_at = clock_timestamp() WHERE state = 'running'`,
  }
  const first = send('/effect/leased', { fail: 'slowly' }, 'k-leased')
  await waitForRunning()
  await testDatabase.database.run(expire, []).catch(() => {})
  const second = send('/effect/leased', { fail: 'slowly' }, 'k-leased', server)
  const statuses = (await Promise.all([first, second])).map(answer => answer.status).sort()
  assert.equal(await countToys(testDatabase.database, 'leased'), 1, String(statuses))
})

test('what is stored holds neither key nor answer in the clear, and expires', async () => {
  const canary = 'canary-in-answer'
  await send('/effect/stored', { padding: canary }, 'k-canary-in-key')
  const readAll: Statement = {
    name: 'read_keys',
    text: `SELECT key_hash || coalesce(answer, '') AS bytes, expires_at > clock_timestamp() + interval '30 days' AS "isKept" FROM idempotency_keys`,
  }
  const rows = await testDatabase.database.run<{ bytes: Buffer; isKept: boolean }>(readAll, [])
  for (const { bytes, isKept } of rows) {
    assert.ok(!bytes.includes('canary') && !bytes.includes('ran'))
    assert.ok(isKept)
  }
  assert.equal(await removeExpiredIdempotencyKeys(testDatabase.database), 0)
  const expire: Statement = {
    name: 'expire_keys',
    text: `UPDATE idempotency_keys SET expires_at = clock_timestamp()`,
  }
  await testDatabase.database.run(expire, [])
  assert.equal(await removeExpiredIdempotencyKeys(testDatabase.database), rows.length)
})
