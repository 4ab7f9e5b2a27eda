import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface ServerProcess {
  readonly name: string
  readonly port: number
  readonly residentMegabytes: number
  /** Of all its threads since it started. */
  readonly cpuMicroseconds: number
  stop(): Promise<void>
}

const READY_MS = 120_000
/** The unit of /proc: a hundredth of a second on every Linux that is in use. */
const TICK_MICROSECONDS = 10_000

/** A server in its own process, so that neither the load generator nor another server shares its thread. */
export async function startServer(
  name: string,
  entry: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await findFreePort()
  const child = fork(entry, {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilListening(child, port)
  return {
    name,
    port,
    get residentMegabytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
    },
    get cpuMicroseconds() {
      const { pid } = child
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      return ((user ?? Number.NaN) + (system ?? Number.NaN)) * TICK_MICROSECONDS
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('a server under measurement did not start')
    const answered = await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    )
    if (answered) return
    await delay(50)
  }
  throw new Error('a server under measurement is not ready in time')
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
