import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MS = 180_000
const POLL_MS = 25

/** The real program in its own process, with all its output. */
export interface ChildService {
  readonly port: number
  readonly url: string
  readonly pid: number
  readonly isGone: boolean
  /** Null while it runs, and when a signal ended it. */
  readonly exitCode: number | null
  readonly residentMegabytes: number
  printed(): string
  end(signal?: NodeJS.Signals): Promise<void>
}

export async function startChildService(
  env: Readonly<Record<string, string>>,
  options: { readonly root?: string; readonly port?: number; readonly probe?: '/health' | '/ready' } = {},
): Promise<ChildService> {
  const { root = ROOT, port = await findFreePort(), probe = '/ready' } = options
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts')], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stdout.on('data', chunk => void printed.push(String(chunk)))
  child.stderr.on('data', chunk => void printed.push(String(chunk)))
  const exited = once(child, 'exit')
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null
  const service: ChildService = {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    get isGone() {
      return isGone()
    },
    get exitCode() {
      return child.exitCode
    },
    get residentMegabytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
    },
    printed: () => printed.join(''),
    async end(signal = 'SIGTERM') {
      if (!isGone()) child.kill(signal)
      await exited
    },
  }
  await waitUntilReady(service, probe)
  return service
}

async function waitUntilReady(service: ChildService, probe: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (!service.isGone && Date.now() < deadline) {
    const isReady = await fetch(`${service.url}${probe}`, { signal: AbortSignal.timeout(2_000) }).then(
      async response => (await response.text()) !== '' && response.ok,
      () => false,
    )
    if (isReady) return
    await delay(POLL_MS)
  }
  await service.end('SIGKILL')
  throw new Error(`the program did not start: ${service.printed()}`)
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
