import { Worker } from 'node:worker_threads'
import { RequestError } from '../../contract/errors.ts'

export interface PictureTask {
  readonly number: number
  readonly bytes: Uint8Array
}
export interface PictureAnswer {
  readonly number: number
  /** Absent where no picture came out. */
  readonly bytes?: Uint8Array
}

/** Makes a clean JPEG of a picture, away from the thread that serves requests. */
export interface PictureWorkshop {
  /** Undefined where the bytes hold no picture after all. */
  reencode(bytes: Buffer): Promise<Buffer | undefined>
  close(): Promise<void>
}

export interface WorkshopOptions {
  readonly threads?: number
  /** Pictures that wait for a thread; more are sent away. */
  readonly longestQueue?: number
  /** Waiting and working together. */
  readonly deadlineMs?: number
  readonly script?: URL
}

interface Waiting {
  readonly bytes: Buffer
  readonly deadline: number
  readonly answer: PromiseWithResolvers<Buffer | undefined>
}

/** Less than a request has, so that a refusal is still heard. */
const DEFAULTS = { threads: 2, longestQueue: 40, deadlineMs: 15_000 }
const SCRIPT = new URL('./picture-thread.ts', import.meta.url)
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 }

export function createPictureWorkshop(options: WorkshopOptions = {}): PictureWorkshop {
  const { threads, longestQueue, deadlineMs } = { ...DEFAULTS, ...options }
  const queue: Waiting[] = []
  const benches = new Set<Bench>()
  const idle: Bench[] = []

  function work(): void {
    while (queue.length > 0) {
      const bench = takeIdle() ?? (benches.size < threads ? open() : undefined)
      if (bench === undefined) return
      const next = queue.shift()
      if (next !== undefined) void serve(bench, next)
    }
  }

  function takeIdle(): Bench | undefined {
    for (let bench = idle.pop(); bench !== undefined; bench = idle.pop()) {
      if (bench.isAlive) return bench
      benches.delete(bench)
    }
    return undefined
  }

  function open(): Bench {
    const bench = new Bench(options.script ?? SCRIPT)
    benches.add(bench)
    return bench
  }

  async function serve(bench: Bench, { bytes, deadline, answer }: Waiting): Promise<void> {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) {
      idle.push(bench)
      answer.reject(busy())
      return work()
    }
    try {
      answer.resolve(await bench.run(bytes, leftMs))
    } catch (error) {
      answer.reject(error)
    }
    if (bench.isAlive) idle.push(bench)
    else benches.delete(bench)
    work()
  }

  return {
    async reencode(bytes) {
      if (queue.length >= longestQueue) throw busy()
      const answer = Promise.withResolvers<Buffer | undefined>()
      queue.push({ bytes, deadline: performance.now() + deadlineMs, answer })
      work()
      return answer.promise
    },
    async close() {
      for (const { answer } of queue.splice(0)) answer.reject(busy())
      await Promise.all([...benches].map(bench => bench.close()))
    },
  }
}

/** One thread, one picture at a time. */
class Bench {
  readonly #worker: Worker
  #number = 0
  #failure: Error | undefined
  isAlive = true

  constructor(script: URL) {
    this.#worker = new Worker(script, { resourceLimits: MEMORY_LIMITS, env: {} })
    // The program may end while a thread waits for pictures.
    this.#worker.unref()
    this.#worker.on('error', error => {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    })
    this.#worker.on('exit', () => {
      this.isAlive = false
    })
  }

  /** A picture that takes the thread's memory or time takes the thread along, and is no picture. */
  run(bytes: Buffer, deadlineMs: number): Promise<Buffer | undefined> {
    const worker = this.#worker
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
      void worker.terminate()
    }, deadlineMs)
    worker.on('message', hear)
    worker.on('exit', lose)
    const task: PictureTask = { number, bytes }
    worker.postMessage(task)
    return promise.finally(() => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('exit', lose)
    })
  }

  async close(): Promise<void> {
    this.isAlive = false
    await this.#worker.terminate()
  }
}

const hasCode = (error: Error, code: string): boolean => 'code' in error && error.code === code

const busy = () => new RequestError('service_unavailable', { retryAfterSeconds: 2 })
