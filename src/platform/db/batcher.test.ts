import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextLoopTick } from 'node:timers/promises'
import { createBatcher } from './batcher.ts'
import { DatabaseUnavailable } from './database-errors.ts'

function record(run?: (items: readonly number[]) => Promise<void>) {
  const batches: (readonly number[])[] = []
  const submit = createBatcher<number, string>({
    maxItems: 4,
    maxBatches: 1,
    keyOf: item => String(item % 10),
    async run(items) {
      batches.push(items)
      await run?.(items)
      return items.map(item => `done ${item}`)
    },
  })
  return { batches, submit }
}

test('items that arrive together form one batch, in order, up to its size limit', async () => {
  const { batches, submit } = record()
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map(submit))
  assert.deepEqual(
    results,
    [1, 2, 3, 4, 5, 6].map(item => `done ${item}`),
  )
  assert.deepEqual(batches, [
    [1, 2, 3, 4],
    [5, 6],
  ])
})

test('a lone item is sent at once', async () => {
  const { batches, submit } = record()
  const result = submit(1)
  await nextLoopTick()
  assert.deepEqual(batches, [[1]])
  assert.equal(await result, 'done 1')
})

test('two items of one key never share a batch, and the later one waits for the earlier', async () => {
  const { batches, submit } = record()
  await Promise.all([1, 11, 2, 21].map(submit))
  assert.deepEqual(batches, [[1, 2], [11], [21]])
})

test('while a batch is running, new items are collected for the next one', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { batches, submit } = record(() => held)
  const first = submit(1)
  await nextLoopTick()
  const others = [submit(2), submit(3)]
  await nextLoopTick()
  release()
  await Promise.all([first, ...others])
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('one bad item fails alone, with its own error, and the other items of its batch succeed', async () => {
  const { submit } = record(async items => {
    if (items.includes(2)) throw new Error('two is refused')
  })
  const results = await Promise.allSettled([1, 2, 3].map(submit))
  assert.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['done 1', 'two is refused', 'done 3'],
  )
})

test('when the database is unavailable the whole batch fails at once, without a retry for each item', async () => {
  const { batches, submit } = record(async () => {
    throw new DatabaseUnavailable('away')
  })
  const results = await Promise.allSettled([1, 2, 3].map(submit))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('without keys, equal items may share a batch', async () => {
  const batches: (readonly string[])[] = []
  const submit = createBatcher<string, string>({
    maxItems: 4,
    maxBatches: 1,
    async run(items) {
      batches.push(items)
      return items
    },
  })
  assert.deepEqual(await Promise.all(['a', 'a', 'b'].map(submit)), ['a', 'a', 'b'])
  assert.deepEqual(batches, [['a', 'a', 'b']])
})
