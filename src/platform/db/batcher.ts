import { isDatabaseAway } from './database-errors.ts'

export interface BatcherOptions<Item, Result> {
  readonly maxItems: number
  /** Batches under way at once. While all are busy, arriving items gather for the next one. */
  readonly maxBatches: number
  /** Two items of one key never share a batch: one statement cannot change the same row twice. Reads need none. */
  readonly keyOf?: (item: Item) => string
  /** Results in the order of the items. All items take effect, or none does. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets requests that arrive together go to the database together: a statement and a flush to disk cost about the same for one row
 * and for sixteen. Nobody waits for company: a lone item leaves at once.
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
    // After the sockets that are readable now: their requests join this batch.
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
    // It rejects nobody but those who wait for an item.
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
      // A database that is away is away for all: trying one after the other would only let the last wait longest.
      if (batch.length === 1 || isDatabaseAway(error)) for (const waiting of batch) waiting.reject(error)
      // One bad item must not fail its neighbours: each gets a try, and an answer, of its own.
      else for (const waiting of batch) await runBatch([waiting])
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      schedule()
    })
}
