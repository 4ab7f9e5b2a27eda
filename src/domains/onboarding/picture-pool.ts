import { type ChildProcess, fork } from 'node:child_process'
import { RequestError } from '../../contract/errors.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '../../contract/onboarding.ts'
import { MAX_SCANS, type PictureType, readPictureHeader } from '../../kernel/picture-header.ts'

export interface PictureTask {
  readonly number: number
  readonly bytes: Uint8Array
}
export interface PictureAnswer {
  readonly number: number
  /** Absent when no picture could be decoded. */
  readonly bytes?: Uint8Array
}

/**
 * A pool of child processes that re-encode pictures as clean JPEGs. Processes, because a decoder that a hostile picture
 * keeps busy can only be stopped together with its process.
 */
interface PicturePool {
  /** Undefined when the bytes contain no picture. */
  reencode(bytes: Buffer): Promise<Buffer | undefined>
  close(): Promise<void>
}

interface PicturePoolOptions {
  readonly processes?: number
  /** Pictures that may wait for a process; more are refused. */
  readonly longestQueue?: number
  /** Covers waiting and processing. */
  readonly deadlineMs?: number
  /** Processing alone: several times what the largest picture needs. */
  readonly workMs?: number
  readonly script?: URL
}

interface Waiting {
  readonly bytes: Buffer
  readonly deadline: number
  readonly answer: PromiseWithResolvers<Buffer | undefined>
}

/** Shorter than the deadline of a request, so that the caller still receives the refusal. */
const DEFAULTS = { processes: 2, longestQueue: 40, deadlineMs: 15_000, workMs: 12_000 }
const SCRIPT = new URL('./picture-process.ts', import.meta.url)
const HEAP_MB = 96

export function createPicturePool(options: PicturePoolOptions = {}): PicturePool {
  const { processes, longestQueue, deadlineMs, workMs } = { ...DEFAULTS, ...options }
  const queue: Waiting[] = []
  const workers = new Set<PictureProcess>()
  const idle: PictureProcess[] = []

  function assign(): void {
    while (queue.length > 0) {
      const worker = takeIdle() ?? (workers.size < processes ? open() : undefined)
      if (worker === undefined) return
      const next = queue.shift()
      if (next !== undefined) void serve(worker, next)
    }
  }

  function takeIdle(): PictureProcess | undefined {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isAlive) return worker
      workers.delete(worker)
    }
    return undefined
  }

  function open(): PictureProcess {
    const worker = new PictureProcess(options.script ?? SCRIPT)
    workers.add(worker)
    return worker
  }

  async function serve(worker: PictureProcess, { bytes, deadline, answer }: Waiting): Promise<void> {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) {
      idle.push(worker)
      answer.reject(busy())
      return assign()
    }
    try {
      answer.resolve(await worker.run(bytes, Math.min(leftMs, workMs)))
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

/** One child process, one picture at a time. */
class PictureProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  #number = 0
  isAlive = true

  constructor(script: URL) {
    this.#child = fork(script, {
      // The child needs no environment variable, and no option of this process.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#exited = new Promise(resolve => this.#child.once('close', resolve))
    // A child that cannot be started or reached serves nothing; `exit` or the deadline ends the wait for it.
    this.#child.on('error', () => this.#kill())
    this.#child.on('exit', () => {
      this.isAlive = false
    })
    this.#setIdle(true)
  }

  /** A picture that exceeds the child's memory or time limit ends the child and is refused. */
  run(bytes: Buffer, deadlineMs: number): Promise<Buffer | undefined> {
    const child = this.#child
    this.#number += 1
    const number = this.#number
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
    const hear = (answer: PictureAnswer): void => {
      if (answer.number === number) resolve(answer.bytes && Buffer.from(answer.bytes))
    }
    const lose = (): void => resolve(undefined)
    const timer = setTimeout(() => {
      this.#kill()
      lose()
    }, deadlineMs)
    child.on('message', hear).on('exit', lose).on('error', lose)
    this.#setIdle(false)
    const task: PictureTask = { number, bytes }
    if (this.isAlive && child.connected) child.send(task, error => error && lose())
    else lose()
    return promise.finally(() => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', lose).off('error', lose)
      this.#setIdle(true)
    })
  }

  /** An idle child must not keep this process alive; it ends itself when this process is gone. */
  #setIdle(isIdle: boolean): void {
    const turn = isIdle ? 'unref' : 'ref'
    this.#child[turn]()
    this.#child.channel?.[turn]()
  }

  /** A signal that also ends a decoder in native code, unlike the end of a thread, which waits for it. */
  #kill(): void {
    this.isAlive = false
    this.#child.kill('SIGKILL')
  }

  async close(): Promise<void> {
    if (this.#child.pid === undefined) return
    this.#setIdle(false)
    this.#kill()
    await this.#exited
  }
}

const busy = () => new RequestError('service_unavailable', { retryAfterSeconds: 2 })

export type { PictureType } from '../../kernel/picture-header.ts'

export type PictureProblem =
  | 'empty'
  | 'too-large'
  | 'not-a-picture'
  | 'too-many-pixels'
  | 'animated'
  /** Starts like a picture, but cannot be decoded. */
  | 'broken'

/** All checks that need no decoding: what is refused here never reaches a decoder. */
export function checkPicture(
  bytes: Buffer,
): { readonly type: PictureType } | { readonly problem: PictureProblem } {
  if (bytes.length === 0) return { problem: 'empty' }
  if (bytes.length > MAX_PICTURE_BYTES) return { problem: 'too-large' }
  const read = readPictureHeader(bytes)
  if (read === undefined) return { problem: 'not-a-picture' }
  const { type, header } = read
  if (header === undefined) return { problem: 'broken' }
  if (header.isAnimated) return { problem: 'animated' }
  if ((header.scans ?? 0) > MAX_SCANS) return { problem: 'broken' }
  if (header.width * header.height > MAX_PICTURE_PIXELS) return { problem: 'too-many-pixels' }
  return { type }
}
