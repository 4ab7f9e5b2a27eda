import { Worker } from 'node:worker_threads'
import { RequestError } from '../../contract/errors.ts'

export interface PictureTask {
  readonly number: number
  readonly bytes: Uint8Array
}
export interface PictureAnswer {
  readonly number: number
  /** Absent when no picture could be decoded. */
  readonly bytes?: Uint8Array
}

/** A pool of worker threads that re-encode pictures as clean JPEGs, off the main thread. */
export interface PicturePool {
  /** Undefined when the bytes contain no picture. */
  reencode(bytes: Buffer): Promise<Buffer | undefined>
  close(): Promise<void>
}

export interface PicturePoolOptions {
  readonly threads?: number
  /** Pictures that may wait for a thread; more are refused. */
  readonly longestQueue?: number
  /** Covers waiting and processing. */
  readonly deadlineMs?: number
  readonly script?: URL
}

interface Waiting {
  readonly bytes: Buffer
  readonly deadline: number
  readonly answer: PromiseWithResolvers<Buffer | undefined>
}

/** Shorter than the deadline of a request, so that the caller still receives the refusal. */
const DEFAULTS = { threads: 2, longestQueue: 40, deadlineMs: 15_000 }
const SCRIPT = new URL('./picture-worker.ts', import.meta.url)
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 }

export function createPicturePool(options: PicturePoolOptions = {}): PicturePool {
  const { threads, longestQueue, deadlineMs } = { ...DEFAULTS, ...options }
  const queue: Waiting[] = []
  const workers = new Set<PictureWorker>()
  const idle: PictureWorker[] = []

  function assign(): void {
    while (queue.length > 0) {
      const worker = takeIdle() ?? (workers.size < threads ? open() : undefined)
      if (worker === undefined) return
      const next = queue.shift()
      if (next !== undefined) void serve(worker, next)
    }
  }

  function takeIdle(): PictureWorker | undefined {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isAlive) return worker
      workers.delete(worker)
    }
    return undefined
  }

  function open(): PictureWorker {
    const worker = new PictureWorker(options.script ?? SCRIPT)
    workers.add(worker)
    return worker
  }

  async function serve(worker: PictureWorker, { bytes, deadline, answer }: Waiting): Promise<void> {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) {
      idle.push(worker)
      answer.reject(busy())
      return assign()
    }
    try {
      answer.resolve(await worker.run(bytes, leftMs))
    } catch (error) {
      answer.reject(error)
    }
    if (worker.isAlive) idle.push(worker)
    else workers.delete(worker)
    assign()
  }

  return {
    async reencode(bytes) {
      if (queue.length >= longestQueue) throw busy()
      const answer = Promise.withResolvers<Buffer | undefined>()
      queue.push({ bytes, deadline: performance.now() + deadlineMs, answer })
      assign()
      return answer.promise
    },
    async close() {
      for (const { answer } of queue.splice(0)) answer.reject(busy())
      await Promise.all([...workers].map(worker => worker.close()))
    },
  }
}

/** One thread, one picture at a time. */
class PictureWorker {
  readonly #thread: Worker
  #number = 0
  #failure: Error | undefined
  isAlive = true

  constructor(script: URL) {
    this.#thread = new Worker(script, { resourceLimits: MEMORY_LIMITS, env: {} })
    // An idle thread must not keep the process alive.
    this.#thread.unref()
    this.#thread.on('error', error => {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    })
    this.#thread.on('exit', () => {
      this.isAlive = false
    })
  }

  /** A picture that exceeds the thread's memory or time limit ends the thread and is refused. */
  run(bytes: Buffer, deadlineMs: number): Promise<Buffer | undefined> {
    const thread = this.#thread
    this.#number += 1
    const number = this.#number
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
    const hear = (answer: PictureAnswer): void => {
      if (answer.number === number) resolve(answer.bytes && Buffer.from(answer.bytes))
    }
    const lose = (): void => {
      const isOutOfMemory = this.#failure !== undefined && hasCode(this.#failure, 'ERR_WORKER_OUT_OF_MEMORY')
      if (this.#failure === undefined || isOutOfMemory) resolve(undefined)
      else reject(this.#failure)
    }
    const timer = setTimeout(() => {
      this.isAlive = false
      void thread.terminate()
    }, deadlineMs)
    thread.on('message', hear)
    thread.on('exit', lose)
    const task: PictureTask = { number, bytes }
    thread.postMessage(task)
    return promise.finally(() => {
      clearTimeout(timer)
      thread.off('message', hear)
      thread.off('exit', lose)
    })
  }

  async close(): Promise<void> {
    this.isAlive = false
    await this.#thread.terminate()
  }
}

const hasCode = (error: Error, code: string): boolean => 'code' in error && error.code === code

const busy = () => new RequestError('service_unavailable', { retryAfterSeconds: 2 })
