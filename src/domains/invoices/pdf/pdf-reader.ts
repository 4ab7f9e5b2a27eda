import { Worker } from 'node:worker_threads'
import { Busy } from '../../../kernel/faults.ts'
import type { DrawnPage } from './draw-page.ts'
import type { Inspection } from './inspect.ts'
import type { ReadText } from './read-text.ts'

/** Inspects untrusted files off the main thread, with limits on time and memory. */
export interface PdfReader {
  /** Files of different senders are looked at in turn. */
  inspect(bytes: Buffer, sender: string): Promise<Inspection>
  /** Undefined when the file cannot be read within the limits. */
  readText(bytes: Buffer): Promise<ReadText | undefined>
  /** A page, counted from 1, as pixels; undefined when it cannot be drawn within the limits. */
  drawPage(bytes: Buffer, page: number, sender: string): Promise<DrawnPage | undefined>
}

const MAX_WAITING = 32
/** Of one sender; others still find a place. */
const MAX_WAITING_PER_SENDER = 12
/**
 * Starting a thread costs more than inspecting a usual file, so threads are reused. After a large file too much garbage
 * remains, which would count against the next file. What draws is never reused: a file that corrupts its memory must
 * not reach the picture of another.
 */
const MAX_REUSED_BYTES = 1024 * 1024
const IDLE_MS = 30_000
/** Text is read by a job, after the file was accepted. */
const OURSELVES = 'ourselves'

const PROGRAMS = {
  inspect: new URL('./inspect-thread.ts', import.meta.url),
  read: new URL('./read-thread.ts', import.meta.url),
  draw: new URL('./draw-thread.ts', import.meta.url),
}
type Task = keyof typeof PROGRAMS

export function createPdfReader(): PdfReader {
  const idle = new Map<Task, { readonly thread: Worker; readonly timer: NodeJS.Timeout }>()
  // One file at a time: the leftovers of two large files would take too much memory.
  const lines: Readonly<Record<Task, FairLine>> = {
    inspect: createFairLine(MAX_WAITING, MAX_WAITING_PER_SENDER),
    read: createFairLine(MAX_WAITING, MAX_WAITING),
    draw: createFairLine(MAX_WAITING, MAX_WAITING_PER_SENDER),
  }

  async function run(
    task: Task,
    sender: string,
    bytes: Buffer,
    compose?: (content: Uint8Array) => unknown,
  ): Promise<Outcome> {
    const outcome = lines[task].run(sender, () => look(task, bytes, compose))
    if (outcome === 'full') throw new Busy()
    return outcome
  }

  async function look(
    task: Task,
    bytes: Buffer,
    compose?: (content: Uint8Array) => unknown,
  ): Promise<Outcome> {
    const thread = take(task) ?? start(task)
    let isFit = false
    try {
      const outcome = await askThread(thread, bytes, compose)
      isFit = task !== 'draw' && outcome !== 'overrun' && bytes.length <= MAX_REUSED_BYTES
      return outcome
    } finally {
      if (isFit) keep(task, thread)
      else await thread.terminate()
    }
  }

  function start(task: Task): Worker {
    const thread = startThread(PROGRAMS[task])
    return thread.once('exit', () => idle.get(task)?.thread === thread && take(task))
  }

  function take(task: Task): Worker | undefined {
    const found = idle.get(task)
    idle.delete(task)
    clearTimeout(found?.timer)
    return found?.thread
  }

  function keep(task: Task, thread: Worker): void {
    const timer = setTimeout(() => {
      idle.delete(task)
      void thread.terminate()
    }, IDLE_MS).unref()
    idle.set(task, { thread, timer })
  }

  return {
    async inspect(bytes, sender) {
      const outcome = await run('inspect', sender, bytes)
      return outcome === 'overrun' ? { verdict: 'expands-too-far' } : (outcome.answer as Inspection)
    },
    async readText(bytes) {
      const outcome = await run('read', OURSELVES, bytes)
      return outcome === 'overrun' ? undefined : (outcome.answer as ReadText | undefined)
    },
    async drawPage(bytes, page, sender) {
      const outcome = await run('draw', sender, bytes, content => ({ content, page }))
      return outcome === 'overrun' ? undefined : (outcome.answer as DrawnPage | undefined)
    },
  }
}

/** One task at a time; senders that wait are served in turn, so that many files of one do not hold up another. */
interface FairLine {
  run<Result>(sender: string, task: () => Promise<Result>): Promise<Result> | 'full'
}

type Start = () => Promise<unknown>

export function createFairLine(mostWaiting: number, mostPerSender: number): FairLine {
  /** The sender whose turn is next first. */
  const waiting = new Map<string, Start[]>()
  let count = 0
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    for (let start = takeNext(); start !== undefined; start = takeNext()) await start()
    isBusy = false
  }

  function takeNext(): Start | undefined {
    const [next] = waiting
    if (next === undefined) return undefined
    const [sender, starts] = next
    const start = starts.shift()
    waiting.delete(sender)
    if (starts.length > 0) waiting.set(sender, starts)
    count -= 1
    return start
  }

  return {
    run<Result>(sender: string, task: () => Promise<Result>) {
      const starts = waiting.get(sender) ?? []
      if (count >= mostWaiting || starts.length >= mostPerSender) return 'full'
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      starts.push(() => task().then(resolve, reject))
      waiting.set(sender, starts)
      count += 1
      if (!isBusy) void drain()
      return promise
    },
  }
}

/** The thread's result, or `overrun` when it exceeded its time or memory limit. */
type Outcome = { readonly answer: unknown } | 'overrun'

const DEADLINE_MS = 8_000
const LOOK_MS = 50
const HEAP_MB = 128
/** Buffers are outside the heap, which the engine does not limit. */
const MAX_OUTSIDE_BYTES = 160 * 1024 * 1024

function startThread(program: URL): Worker {
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
async function askThread(
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
