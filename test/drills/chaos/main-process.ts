import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The real program in a process of its own. */
export interface MainProcess {
  readonly port: number
  /** Resolves when it answers or has exited. */
  readonly ready: Promise<void>
  /** Has answered once. */
  readonly hasServed: boolean
  readonly isGone: boolean
  /** Its last error output. */
  readonly recentOutput: string
  /** For signals that do not end it. */
  signal(signal: NodeJS.Signals): void
  end(signal: NodeJS.Signals): Promise<void>
}

const READY_MS = 120_000
const POLL_MS = 20
const KEPT_CHARACTERS = 40_000

export function startMain(port: number, env: Readonly<Record<string, string>>): MainProcess {
  const child = spawn(process.execPath, [join(ROOT, 'src', 'main.ts')], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let recentOutput = ''
  const keep = (chunk: Buffer): void => {
    recentOutput = (recentOutput + chunk.toString()).slice(-KEPT_CHARACTERS)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = once(child, 'exit')
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null
  let hasServed = false
  const ready = waitUntilListening(child, port).then(() => {
    hasServed = true
  })
  return {
    port,
    ready,
    get hasServed() {
      return hasServed
    },
    get isGone() {
      return isGone()
    },
    get recentOutput() {
      return recentOutput
    },
    signal(signal) {
      if (!isGone()) child.kill(signal)
    },
    async end(signal) {
      if (!isGone()) child.kill(signal)
      // A stopped process takes no other signal before it goes on.
      if (!isGone()) child.kill('SIGCONT')
      await exited
    },
  }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (child.exitCode === null && child.signalCode === null) {
    const answered = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) })
      .then(async response => (await response.arrayBuffer()) !== undefined)
      .catch(() => false)
    if (answered) return
    if (Date.now() > deadline) throw new Error('the program did not start to answer in time')
    await delay(POLL_MS)
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
