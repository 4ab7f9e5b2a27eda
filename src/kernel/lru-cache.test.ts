import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LruCache } from './lru-cache.ts'

test('what is used again and again stays, however many others come', () => {
  const cache = new LruCache<number>(10)
  cache.set('popular', 1)
  for (let other = 0; other < 1_000; other++) {
    assert.equal(cache.get('popular'), 1)
    cache.set(`other ${other}`, other)
  }
})

test('what was not used while a cacheful of others came is dropped', () => {
  const cache = new LruCache<number>(10)
  cache.set('once', 1)
  for (let other = 0; other < 10; other++) cache.set(`other ${other}`, other)
  assert.equal(cache.get('once'), undefined)
})

test('it never holds more than its bound, and what it holds is what was written last', () => {
  const key = fc.nat({ max: 30 }).map(String)
  const step = fc.record({ key, value: fc.option(fc.integer(), { nil: undefined }) })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.array(step, { maxLength: 200 }), (bound, steps) => {
      const cache = new LruCache<number>(bound)
      const written = new Map<string, number>()
      for (const { key: each, value } of steps) {
        if (value === undefined) {
          const found = cache.get(each)
          assert.ok(found === undefined || found === written.get(each))
        } else {
          cache.set(each, value)
          written.set(each, value)
          assert.equal(cache.get(each), value)
        }
        assert.ok(cache.size <= bound, `${cache.size} of ${bound}`)
      }
    }),
  )
})
