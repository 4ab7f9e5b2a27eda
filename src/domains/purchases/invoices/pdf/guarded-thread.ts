import { Worker } from 'node:worker_threads'

/** The thread's result, or `overrun` when it exceeded its time or memory limit. */
export type Outcome = { readonly answer: unknown } | 'overrun'

const DEADLINE_MS = 8_000
const LOOK_MS = 50
const HEAP_MB = 128
/** Buffers are outside the heap, which the engine does not limit. */
const MAX_OUTSIDE_BYTES = 160 * 1024 * 1024

export function startThread(program: URL): Worker {
  const thread = new Worker(program, {
    // The thread needs no environment variable.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  // An idle thread must not keep the process alive.
  thread.unref()
  // Without a listener, an error between two files would end the process.
  thread.on('error', () => {})
  return thread
}

/** The thread must not be reused after an overrun. `compose` adds to the file what else the thread must know. */
export async function askThread(
  thread: Worker,
  bytes: Buffer,
  compose: (content: Uint8Array) => unknown = content => content,
): Promise<Outcome> {
  const content = new Uint8Array(bytes)
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const hear = (answer: unknown): void => resolve({ answer })
  const fail = (error: unknown): void => (isOverrun(error) ? resolve('overrun') : reject(error))
  const end = (): void => resolve('overrun')
  thread.on('message', hear).on('error', fail).on('exit', end)
  const stopWatching = watch(thread, end)
  thread.ref()
  thread.postMessage(compose(content), [content.buffer])
  try {
    return await promise
  } finally {
    stopWatching()
    thread.off('message', hear).off('error', fail).off('exit', end)
    thread.unref()
  }
}

/** Out of memory, or a buffer beyond the maximum size; any other error is a bug. */
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
