import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairLine } from './pdf-reader.ts'

test('senders are served in turn, one task at a time, and a failure ends only its own', async () => {
  const line = createFairLine(10, 10)
  const order: string[] = []
  let inside = 0
  const run = (sender: string) =>
    line.run(sender, async () => {
      inside += 1
      assert.equal(inside, 1)
      await new Promise(done => setImmediate(done))
      inside -= 1
      order.push(sender)
      if (sender === 'b') throw new Error('broken')
      return sender
    })
  const results = await Promise.allSettled(['a', 'a', 'a', 'a', 'b', 'c'].map(run))
  assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'a'])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
})

test('one sender has a bounded number of places, and others find one until the line is full', async () => {
  const line = createFairLine(4, 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = (sender: string) => line.run(sender, () => promise)
  const started = run('a')
  const places = ['a', 'a', 'a', 'b', 'c', 'd'].map(run)
  assert.deepEqual(
    places.map(place => place === 'full'),
    [false, false, true, false, false, true],
  )
  resolve()
  await Promise.all([started, ...places])
})
