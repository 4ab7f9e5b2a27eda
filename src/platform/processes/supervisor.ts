import cluster, { type Worker } from 'node:cluster'
import { computeBackoffMs } from '../../kernel/backoff.ts'
import type { Log } from '../telemetry/log.ts'
import {
  ANSWER_MS,
  type Answer,
  isProcessMessage,
  type ProcessFigures,
  type ProcessMessage,
  type Topic,
} from './siblings.ts'

/** Processes of one kind, all started alike. */
export interface ProcessPart {
  readonly name: string
  readonly count: number
  /** On top of this process's own variables. */
  readonly env: (index: number) => Readonly<Record<string, string>>
  /** Whether it serves the shared address: those that do not are not asked whether they are ready. */
  readonly listens: boolean
}

interface SupervisorOptions {
  readonly entry: string
  /** The first process of the first part starts alone: it migrates, and what it refuses ends the start. */
  readonly parts: readonly ProcessPart[]
  readonly log: Log
  readonly restartMs?: number
}

export interface Supervisor {
  /** Resolves when the first process listens, or with the code that it ended with. */
  readonly started: Promise<{ readonly exitCode: number } | undefined>
  /** Resolves when all have ended; at the deadline those that are left are killed. */
  stop(signal: NodeJS.Signals, deadlineMs: number): Promise<{ readonly wasClean: boolean }>
}

const RESTART_MS = 1_000
const LONGEST_RESTART_MS = 30_000
/** A process that lived so long died of something new. */
const HEALTHY_MS = 60_000

interface Slot {
  readonly name: string
  readonly part: ProcessPart
  readonly index: number
  worker: Worker | undefined
  isListening: boolean
  startedAtMs: number
  failures: number
  timer: NodeJS.Timeout | undefined
}

/**
 * One address, many processes: connections are handed to them in turn by `node:cluster`. The supervisor itself serves
 * nothing and knows no database, so that there is little in it that could fail.
 */
export function superviseProcesses(options: SupervisorOptions): Supervisor {
  const { log, entry, parts, restartMs = RESTART_MS } = options
  cluster.setupPrimary({ exec: entry, args: [] })
  const slots = parts.flatMap(part =>
    Array.from({ length: part.count }, (_, index): Slot => {
      const name = `${part.name}-${index + 1}`
      return {
        name,
        part,
        index,
        worker: undefined,
        isListening: false,
        startedAtMs: 0,
        failures: 0,
        timer: undefined,
      }
    }),
  )
  const first = slots[0]
  if (first === undefined) throw new Error('there is nothing to supervise')
  const started = Promise.withResolvers<{ readonly exitCode: number } | undefined>()
  const collect = createCollector(() => ({ slots, figures: readFigures() }))
  let restarts = 0
  let hasStarted = false
  let isStopping = false

  function readFigures(): ProcessFigures {
    const running: Record<string, number> = {}
    for (const { part, worker } of slots)
      running[part.name] = (running[part.name] ?? 0) + (worker === undefined ? 0 : 1)
    return { running, restarts }
  }

  function start(slot: Slot): void {
    const worker = cluster.fork({ ...slot.part.env(slot.index) })
    slot.worker = worker
    slot.startedAtMs = performance.now()
    worker.on('error', error => log.error({ err: error, component: slot.name }, 'process not reached'))
    worker.on('listening', () => {
      slot.isListening = slot.part.listens
      if (slot === first) startOthers()
    })
    worker.on('message', (message: unknown) => {
      if (!isProcessMessage(message)) return
      if (message.crediario === 'ask') void collect.ask(worker, message.id, message.topic)
      if (message.crediario === 'answer') collect.take(worker, message)
    })
    worker.once('exit', (code, signal) => {
      slot.worker = undefined
      slot.isListening = false
      if (isStopping) return
      if (!hasStarted) return started.resolve({ exitCode: code || 1 })
      restartLater(slot, code, signal)
    })
  }

  function startOthers(): void {
    if (hasStarted) return
    hasStarted = true
    for (const slot of slots) if (slot !== first && !isStopping) start(slot)
    started.resolve(undefined)
  }

  function restartLater(slot: Slot, code: number | null, signal: string | null): void {
    const livedMs = performance.now() - slot.startedAtMs
    slot.failures = livedMs > HEALTHY_MS ? 1 : slot.failures + 1
    const delayMs = computeBackoffMs(
      slot.failures - 1,
      { firstMs: restartMs, longestMs: LONGEST_RESTART_MS },
      0.5,
    )
    const how = signal === null ? { code: String(code) } : { signal }
    log.error({ component: slot.name, count: slot.failures, ...how }, 'process ended; another is started')
    slot.timer = setTimeout(() => {
      if (isStopping) return
      restarts += 1
      start(slot)
    }, delayMs)
  }

  start(first)
  return {
    started: started.promise,
    async stop(signal, deadlineMs) {
      isStopping = true
      const living = slots.flatMap(({ timer, worker }) => {
        clearTimeout(timer)
        return worker === undefined ? [] : [worker]
      })
      let wasClean = true
      const killer = setTimeout(() => {
        wasClean = false
        for (const worker of living) worker.process.kill('SIGKILL')
      }, deadlineMs)
      await Promise.all(
        living.map(worker => {
          const ended = new Promise<void>(done =>
            worker.once('exit', code => {
              if (code !== 0) wasClean = false
              done()
            }),
          )
          worker.process.kill(signal)
          return ended
        }),
      )
      clearTimeout(killer)
      return { wasClean }
    },
  }
}

interface Collector {
  ask(asker: Worker, id: number, topic: Topic): Promise<void>
  take(worker: Worker, answer: Extract<ProcessMessage, { crediario: 'answer' }>): void
}

/** Puts one question to many processes, and gives their answers to the one that asked. */
function createCollector(read: () => { slots: readonly Slot[]; figures: ProcessFigures }): Collector {
  const waiting = new Map<number, { worker: Worker; done: (answer: { ok: boolean; body: string }) => void }>()
  let lastId = 0

  function put(
    worker: Worker,
    topic: Topic,
    figures: ProcessFigures,
  ): Promise<{ ok: boolean; body: string }> {
    const id = ++lastId
    return new Promise(resolve => {
      const timer = setTimeout(() => finish({ ok: false, body: 'no answer in time' }), ANSWER_MS[topic])
      const finish = (answer: { ok: boolean; body: string }): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      }
      waiting.set(id, { worker, done: finish })
      tell(worker, { crediario: 'question', id, topic, figures })
    })
  }

  return {
    async ask(asker, id, topic) {
      const { slots, figures } = read()
      const answers = await Promise.all(
        slots.flatMap(({ name, worker, isListening }): Promise<Answer>[] => {
          // A process that starts serves nobody yet, and one that only works is not what a probe asks about.
          if (worker === undefined || (topic === 'ready' && !isListening)) return []
          return [put(worker, topic, figures).then(answer => ({ process: name, ...answer }))]
        }),
      )
      tell(asker, { crediario: 'answers', id, answers })
    },
    take(worker, { id, ok, body }) {
      const asked = waiting.get(id)
      if (asked?.worker === worker) asked.done({ ok, body })
    },
  }
}

/** A process that ends meanwhile does not answer, which is noticed. */
function tell(worker: Worker, message: ProcessMessage): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => {})
}
