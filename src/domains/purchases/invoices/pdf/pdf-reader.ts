import type { Worker } from 'node:worker_threads'
import { Busy } from '../../../../kernel/faults.ts'
import type { DrawnPage } from './draw-page.ts'
import { createFairLine, type FairLine } from './fair-line.ts'
import { askThread, type Outcome, startThread } from './guarded-thread.ts'
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
