import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { Database, Statement } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import {
  type ClaimedRequest,
  createIdempotencyStore,
  type IdempotencyStore,
  removeExpiredIdempotencyKeys,
} from './idempotency-store.ts'
import { PRESENCE_LOCK_CLASS } from './presence.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

/** Opens only under the context it was sealed with. */
const crypto = {
  hash: (text: string) => createHash('sha256').update(text).digest(),
  seal: (context: string, plain: Buffer) => Buffer.concat([crypto.hash(context), plain]),
  open(context: string, box: Buffer) {
    assert.deepEqual(box.subarray(0, 32), crypto.hash(context))
    return box.subarray(32)
  },
}

function openStore(owner?: number, database: Database = testDatabase.database): IdempotencyStore {
  return createIdempotencyStore({ database, crypto, presence: { owner, close: async () => {} } })
}

const newRequest = (): ClaimedRequest => ({
  retailerId: 'a'.repeat(24),
  keyHash: randomBytes(32),
  fingerprint: randomBytes(32),
})

async function claim(store: IdempotencyStore, request: ClaimedRequest): Promise<string> {
  const outcome = await store.claim(request)
  assert.ok('claimId' in outcome)
  return outcome.claimId
}

const answer = { status: 201, contentType: 'text/plain', body: Buffer.from('done') }
const complete = (store: IdempotencyStore, request: ClaimedRequest, claimId: string, body = answer.body) =>
  store.complete(testDatabase.database, request, claimId, { ...answer, body })
const inProgress = { code: 'idempotency_in_progress', retryAfterSeconds: 1 }

const run = (text: string, ...values: unknown[]) => testDatabase.database.run({ name: '', text }, values)

test('a key returns the answer it was completed with, to the same request only', async () => {
  const store = openStore()
  const request = newRequest()
  const claimId = await claim(store, request)
  await assert.rejects(store.claim(request), inProgress)
  await complete(store, request, claimId)
  assert.deepEqual(await store.claim(request), answer)
  const other = { ...request, fingerprint: randomBytes(32) }
  await assert.rejects(store.claim(other), { code: 'idempotency_key_reused' })
  assert.ok(await claim(store, { ...request, retailerId: 'b'.repeat(24) }))
})

test('keys that are claimed together are each decided alone, and of equal ones only one runs', async () => {
  const store = openStore()
  const [fresh, done, running, expired] = [newRequest(), newRequest(), newRequest(), newRequest()]
  await complete(store, done, await claim(store, done))
  await claim(store, running)
  await complete(store, expired, await claim(store, expired))
  await run('UPDATE idempotency_keys SET expires_at = clock_timestamp() WHERE key_hash = $1', expired.keyHash)
  const changed = { ...done, fingerprint: randomBytes(32) }
  const together = await Promise.allSettled(
    [fresh, done, running, expired, changed, fresh].map(request => store.claim(request)),
  )
  const described = together.map(outcome => {
    if (outcome.status === 'rejected') return outcome.reason.code
    return 'claimId' in outcome.value ? 'claimed' : outcome.value.body.toString()
  })
  assert.deepEqual(described, [
    'claimed',
    'done',
    'idempotency_in_progress',
    'claimed',
    'idempotency_key_reused',
    'idempotency_in_progress',
  ])
})

test('answers of more than a kilobyte are stored compressed, shorter ones as they are', async () => {
  const store = openStore()
  for (const [length, encoding] of [
    [0, 'identity'],
    [1024, 'identity'],
    [1025, 'zstd'],
    [100_000, 'zstd'],
  ] as const) {
    const request = newRequest()
    const body = Buffer.alloc(length, 'answer ')
    await complete(store, request, await claim(store, request), body)
    assert.deepEqual(await store.claim(request), { ...answer, body })
    const [row] = await run('SELECT encoding FROM idempotency_keys WHERE key_hash = $1', request.keyHash)
    assert.deepEqual(row, { encoding }, String(length))
  }
})

test('an answer that was moved to another key does not open', async () => {
  const store = openStore()
  const [mine, other] = [newRequest(), newRequest()]
  for (const request of [mine, other]) await complete(store, request, await claim(store, request))
  const steal = `UPDATE idempotency_keys SET answer = (SELECT answer FROM idempotency_keys WHERE key_hash = $2) WHERE key_hash = $1`
  await run(steal, mine.keyHash, other.keyHash)
  await assert.rejects(store.claim(mine))
  assert.deepEqual(await store.claim(other), answer)
})

test('a request whose lease expired can neither complete nor release a key that another has taken over', async () => {
  const store = openStore()
  const request = newRequest()
  const first = await claim(store, request)
  await run('UPDATE idempotency_keys SET lease_expires_at = clock_timestamp() WHERE claim_id = $1', first)
  const second = await claim(store, request)
  assert.notEqual(second, first)
  await assert.rejects(complete(store, request, first), inProgress)
  await store.release(request, first)
  await assert.rejects(store.claim(request), inProgress)
  await complete(store, request, second, Buffer.from('by the second'))
  assert.deepEqual(await store.claim(request), { ...answer, body: Buffer.from('by the second') })
})

test('a released key may run again, and a completed one is not released', async () => {
  const store = openStore()
  const request = newRequest()
  const first = await claim(store, request)
  await store.release(request, first)
  const second = await claim(store, request)
  await complete(store, request, second)
  await store.release(request, second)
  assert.deepEqual(await store.claim(request), answer)
})

test('a key is held while the process that claimed it is alive, and free at once when it is gone', async () => {
  const owner = randomInt(1, 2 ** 31 - 1)
  const holder = new Client(testDatabase.connection)
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock($1, $2)', [PRESENCE_LOCK_CLASS, owner])
  const request = newRequest()
  await claim(openStore(owner), request)
  await assert.rejects(openStore().claim(request), inProgress)
  await holder.query('SELECT pg_advisory_unlock_all()')
  await holder.end()
  assert.ok(await claim(openStore(), request))
})

test('a key whose claim was made and never answered is free again long before its lease ends', async () => {
  const { database } = testDatabase
  let isCut = false
  const cutOnce: Database = {
    ...database,
    async run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
      const rows = await database.run<Row>(statement, values)
      if (isCut) return rows
      isCut = true
      throw new DatabaseUnavailable('cut after the claim')
    },
  }
  const store = openStore(undefined, cutOnce)
  const request = newRequest()
  await assert.rejects(store.claim(request), DatabaseUnavailable)
  const deadline = performance.now() + 60_000
  for (;;) {
    const claimed = await store.claim(request).catch((error: unknown) => error)
    if (!(claimed instanceof Error)) return
    assert.ok(performance.now() < deadline, claimed.message)
    await delay(10)
  }
})

test('all expired keys are removed, in batches, and no others', async () => {
  const { database } = testDatabase
  const store = openStore()
  await removeExpiredIdempotencyKeys(database)
  const requests = Array.from({ length: 6 }, newRequest)
  for (const request of requests) await complete(store, request, await claim(store, request))
  const expire: Statement = {
    name: '',
    text: 'UPDATE idempotency_keys SET expires_at = clock_timestamp() WHERE key_hash = ANY ($1)',
  }
  const [kept, ...expired] = requests.map(({ keyHash }) => keyHash)
  await database.run(expire, [expired])
  assert.equal(await removeExpiredIdempotencyKeys(database, 2), 5)
  const left = await run('SELECT key_hash AS hash FROM idempotency_keys WHERE key_hash = ANY ($1)', [
    kept,
    ...expired,
  ])
  assert.deepEqual(left, [{ hash: kept }])
})
