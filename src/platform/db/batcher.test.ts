import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBatcher } from './batcher.ts'
import { DatabaseUnavailable } from './database.ts'

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

test('items that arrive together travel together, in order, up to the size of a batch', async () => {
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

test('a lone item does not wait for company', async () => {
  const { batches, submit } = record()
  const result = submit(1)
  await nextTurn()
  assert.deepEqual(batches, [[1]])
  assert.equal(await result, 'done 1')
})

test('two items of one key never share a batch, and the later one waits for the earlier', async () => {
  const { batches, submit } = record()
  await Promise.all([1, 11, 2, 21].map(submit))
  assert.deepEqual(batches, [[1, 2], [11], [21]])
})

test('while a batch is under way, the next one gathers', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { batches, submit } = record(() => held)
  const first = submit(1)
  await nextTurn()
  const others = [submit(2), submit(3)]
  await nextTurn()
  release()
  await Promise.all([first, ...others])
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('one bad item fails alone: its neighbours are done, and it hears its own error', async () => {
  const { submit } = record(async items => {
    if (items.includes(2)) throw new Error('two is refused')
  })
  const results = await Promise.allSettled([1, 2, 3].map(submit))
  assert.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['done 1', 'two is refused', 'done 3'],
  )
})

test('a database that is away is reported to all at once, not asked again for each', async () => {
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

test('without keys the same may be asked about twice in one batch', async () => {
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
