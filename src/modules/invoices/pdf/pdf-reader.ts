import type { Worker } from 'node:worker_threads'
import { askThread, type Outcome, startThread } from './guarded-thread.ts'
import type { Inspection } from './inspect.ts'

/** Inspects untrusted files off the main thread, with limits on time and memory. */
export interface PdfReader {
  inspect(bytes: Buffer): Promise<Inspection>
  /** Undefined when the file cannot be read within the limits. */
  readText(bytes: Buffer): Promise<string | undefined>
}

/** The queue is too long for this file to be inspected in time. */
export class PdfReaderBusy extends Error {
  override readonly name = 'PdfReaderBusy'
}

const MAX_WAITING = 32
/**
 * Starting a thread costs more than inspecting a usual file, so threads are reused. After a large file too much garbage
 * remains, which would count against the next file.
 */
const MAX_REUSED_BYTES = 1024 * 1024
const IDLE_MS = 30_000

const PROGRAMS = {
  inspect: new URL('./inspect-thread.ts', import.meta.url),
  read: new URL('./read-thread.ts', import.meta.url),
}
type Task = keyof typeof PROGRAMS

export function createPdfReader(): PdfReader {
  const idle = new Map<Task, { readonly thread: Worker; readonly timer: NodeJS.Timeout }>()
  const lines: Readonly<Record<Task, { last: Promise<unknown>; length: number }>> = {
    inspect: { last: Promise.resolve(), length: 0 },
    read: { last: Promise.resolve(), length: 0 },
  }

  /** One file at a time: the leftovers of two large files would take too much memory. */
  async function run(task: Task, bytes: Buffer): Promise<Outcome> {
    const line = lines[task]
    if (line.length >= MAX_WAITING) throw new PdfReaderBusy()
    line.length += 1
    const outcome = line.last
      .then(() => look(task, bytes))
      .finally(() => {
        line.length -= 1
      })
    line.last = outcome.catch(() => {})
    return outcome
  }

  async function look(task: Task, bytes: Buffer): Promise<Outcome> {
    const thread = take(task) ?? start(task)
    let isFit = false
    try {
      const outcome = await askThread(thread, bytes)
      isFit = outcome !== 'overrun' && bytes.length <= MAX_REUSED_BYTES
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
    async inspect(bytes) {
      const outcome = await run('inspect', bytes)
      return outcome === 'overrun' ? { verdict: 'expands-too-far' } : (outcome.answer as Inspection)
    },
    async readText(bytes) {
      const outcome = await run('read', bytes)
      return outcome === 'overrun' ? undefined : (outcome.answer as string | undefined)
    },
  }
}
