import { Worker } from 'node:worker_threads'

/** What a thread made of a file, or that it took more time or memory than any file may. */
export type Outcome = { readonly answer: unknown } | 'overrun'

const DEADLINE_MS = 8_000
const LOOK_MS = 50
const HEAP_MB = 128
/** Buffers are outside the heap, where the engine sets no limit. */
const MAX_OUTSIDE_BYTES = 160 * 1024 * 1024

export function startThread(program: URL): Worker {
  const thread = new Worker(program, {
    // Nothing of ours is of use to it.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  // An idle one must not keep the program from ending.
  thread.unref()
  // Nobody listens between two files; its end is heard of all the same.
  thread.on('error', () => {})
  return thread
}

/** The thread is of no more use after an overrun. */
export async function askThread(thread: Worker, bytes: Buffer): Promise<Outcome> {
  const content = new Uint8Array(bytes)
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const hear = (answer: unknown): void => resolve({ answer })
  const fail = (error: unknown): void => (isOverrun(error) ? resolve('overrun') : reject(error))
  const end = (): void => resolve('overrun')
  thread.on('message', hear).on('error', fail).on('exit', end)
  const stopWatching = watch(thread, end)
  thread.ref()
  thread.postMessage(content, [content.buffer])
  try {
    return await promise
  } finally {
    stopWatching()
    thread.off('message', hear).off('error', fail).off('exit', end)
    thread.unref()
  }
}

/** Out of memory, or of a size that no buffer can have; anything else is a mistake of ours. */
function isOverrun(error: unknown): boolean {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isFull || error instanceof RangeError
}

function watch(thread: Worker, giveUp: () => void): () => void {
  const deadline = setTimeout(giveUp, DEADLINE_MS)
  const looks = setInterval(async () => {
    const statistics = await thread.getHeapStatistics().catch(() => undefined)
    if (statistics !== undefined && statistics.external_memory > MAX_OUTSIDE_BYTES) giveUp()
  }, LOOK_MS)
  return () => {
    clearTimeout(deadline)
    clearInterval(looks)
  }
}
