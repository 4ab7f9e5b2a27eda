import { isDatabaseUnavailable } from './database-errors.ts'

interface BatcherOptions<Item, Result> {
  readonly maxItems: number
  /** Concurrent batches. While all are busy, new items are collected for the next one. */
  readonly maxBatches: number
  /**
   * Two items with the same key never share a batch: one statement cannot change the same row twice. Reads need no key.
   */
  readonly keyOf?: (item: Item) => string
  /** Results in the order of the items. Either all items take effect or none does. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines concurrent requests into one statement: a statement and a flush to disk cost about the same for one row and
 * for sixteen. No item waits for others: a lone item is sent at once. By this a status read, with all its checks, is
 * faster than a server that does one look-up for each request (bench/purchases.ts).
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || underWay >= options.maxBatches || queue.length === 0) return
    isScheduled = true
    // After the sockets that are readable now, so that their requests join this batch.
    setImmediate(() => {
      isScheduled = false
      start()
      schedule()
    })
  }

  function start(): void {
    const batch = takeBatch()
    if (batch.length === 0) return
    underWay += 1
    // Never rejects: errors go to the callers that wait for an item.
    void runBatch(batch).finally(() => {
      underWay -= 1
      schedule()
    })
  }

  function takeBatch(): Waiting<Item, Result>[] {
    const keys = new Set<string>()
    const batch: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of queue) {
      const key = options.keyOf?.(waiting.item)
      if (batch.length >= options.maxItems || (key !== undefined && keys.has(key))) rest.push(waiting)
      else {
        if (key !== undefined) keys.add(key)
        batch.push(waiting)
      }
    }
    queue = rest
    return batch
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      for (const [at, waiting] of batch.entries()) waiting.resolve(results[at] as Result)
    } catch (error) {
      // An unavailable database fails every item: retrying them one by one would only make the last caller wait
      // longest.
      if (batch.length === 1 || isDatabaseUnavailable(error))
        for (const waiting of batch) waiting.reject(error)
      // One bad item must not fail the others: each is retried alone and gets its own result.
      else for (const waiting of batch) await runBatch([waiting])
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      schedule()
    })
}
