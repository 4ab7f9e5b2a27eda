import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShortCache } from './short-cache.ts'

/** A cache and the number of loads so far. */
function newCounted(maxAgeMs: number, maxEntries: number) {
  let loads = 0
  const cache = new ShortCache<number>(maxAgeMs, maxEntries)
  return { cache, get: (key: string) => cache.get(key, async () => ++loads), loads: () => loads }
}

test('a value is loaded once while it is fresh, and concurrent readers share one load', async () => {
  const { get, loads } = newCounted(60_000, 10)
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('a')]), [1, 1, 1])
  assert.equal(await get('a'), 1)
  assert.equal(await get('b'), 2)
  assert.equal(loads(), 2)
})

test('a value is loaded again when it expires, counted from before the load', async t => {
  let nowMs = 1_000
  t.mock.method(performance, 'now', () => nowMs)
  const cache = new ShortCache<string>(4_000, 10)
  const slowly = async (): Promise<string> => {
    nowMs += 1_500
    return 'old'
  }
  assert.equal(await cache.get('a', slowly), 'old')
  nowMs = 4_999
  assert.equal(await cache.get('a', async () => 'new'), 'old')
  nowMs = 5_000
  assert.equal(await cache.get('a', async () => 'new'), 'new')
})

test('a failed load rejects every caller that waited for it and is not cached', async () => {
  const cache = new ShortCache<string>(60_000, 10)
  const fail = (): Promise<string> => Promise.reject(new Error('away'))
  const results = await Promise.allSettled([cache.get('a', fail), cache.get('a', async () => 'not reached')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await cache.get('a', async () => 'back'), 'back')
})

test('a load that fails late does not evict the value that replaced it', async () => {
  const cache = new ShortCache<string>(60_000, 10)
  const late = Promise.withResolvers<string>()
  const waiting = cache.get('a', () => late.promise)
  cache.forget('a')
  await cache.get('a', async () => 'newer')
  late.reject(new Error('too late'))
  await assert.rejects(waiting)
  assert.equal(await cache.get('a', async () => 'loaded again'), 'newer')
})

test('the oldest entries are evicted when the cache is full', async () => {
  const { get, loads } = newCounted(60_000, 2)
  for (const key of ['a', 'b', 'c']) await get(key)
  await get('b')
  await get('c')
  assert.equal(loads(), 3)
  await get('a')
  assert.equal(loads(), 4)
})

test('a forgotten entry is loaded again', async () => {
  const { cache, get, loads } = newCounted(60_000, 2)
  await get('a')
  cache.forget('a')
  await get('a')
  assert.equal(loads(), 2)
})
